package io.atp.io.pickle;

import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.NpyHeader;
import io.atp.io.npy.NpyType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The only names a pickle may call, and what they make. A name is compared with this list, never
/// looked up anywhere.
final class PickleObjects {
  private enum Known {
    LIST,
    OBJECT,
    DEFAULT_DICT,
    ENCODE,
    RECONSTRUCTOR,
    RECONSTRUCT,
    SCALAR,
    NDARRAY,
    DTYPE,
    CSR_MATRIX
  }

  /// Made, but waiting for the `BUILD` that brings its content.
  private static final class Draft {
    private final Known kind;
    private final String code;
    private Object finished;

    private Draft(Known kind, String code) {
      this.kind = kind;
      this.code = code;
    }
  }

  /// The element type of arrays that hold any values: those come as a list.
  private static final Object OBJECTS = new Object();

  private final PickleInput in;
  private long arrayBytes;

  PickleObjects(PickleInput in) {
    this.in = in;
  }

  Object named(String module, String name) throws IOException {
    return switch (module + " " + name) {
      case "__builtin__ list", "builtins list" -> Known.LIST;
      case "__builtin__ object", "builtins object" -> Known.OBJECT;
      case "collections defaultdict" -> Known.DEFAULT_DICT;
      case "_codecs encode" -> Known.ENCODE;
      case "copy_reg _reconstructor", "copyreg _reconstructor" -> Known.RECONSTRUCTOR;
      case "numpy.core.multiarray _reconstruct", "numpy._core.multiarray _reconstruct" ->
          Known.RECONSTRUCT;
      case "numpy.core.multiarray scalar", "numpy._core.multiarray scalar" -> Known.SCALAR;
      case "numpy ndarray" -> Known.NDARRAY;
      case "numpy dtype" -> Known.DTYPE;
      case "scipy.sparse.csr csr_matrix", "scipy.sparse._csr csr_matrix" -> Known.CSR_MATRIX;
      default ->
          throw in.refused(
              "names %.60s.%.60s, which is not plain data and is never run"
                  .formatted(module, name));
    };
  }

  /// `REDUCE`: a known name called with a tuple.
  Object call(Object callable, Object arguments) throws IOException {
    if (callable instanceof Known known && arguments instanceof List<?> given) {
      switch (known) {
        case DEFAULT_DICT -> {
          return new LinkedHashMap<>();
        }
        case ENCODE -> {
          if (given.size() == 2 && given.get(0) instanceof String text && isLatin1(given.get(1))) {
            return text;
          }
        }
        case RECONSTRUCTOR -> {
          if (given.size() == 3 && given.get(0) == Known.CSR_MATRIX) {
            return new Draft(Known.CSR_MATRIX, null);
          }
        }
        case RECONSTRUCT -> {
          if (!given.isEmpty() && given.get(0) == Known.NDARRAY) {
            return new Draft(Known.NDARRAY, null);
          }
        }
        case DTYPE -> {
          if (!given.isEmpty() && given.get(0) instanceof String code) {
            return new Draft(Known.DTYPE, code);
          }
        }
        case SCALAR -> {
          if (given.size() == 2
              && finished(given.get(0)) instanceof NpyType type
              && given.get(1) instanceof String raw) {
            NpyArray single = array(type, new long[0], false, raw);
            return type.kind() == 'f' ? single.toDoubles()[0] : (Object) single.toLongs()[0];
          }
        }
        default -> {}
      }
    }
    throw in.refused("calls something in a way that is not known");
  }

  private static boolean isLatin1(Object name) {
    return "latin1".equals(name) || "latin-1".equals(name);
  }

  /// `NEWOBJ`: a known class made without arguments.
  Object create(Object type, Object arguments) throws IOException {
    if (type == Known.CSR_MATRIX && arguments instanceof List<?> given && given.isEmpty()) {
      return new Draft(Known.CSR_MATRIX, null);
    }
    throw in.refused("makes an object of a class that is not known");
  }

  /// `BUILD`: gives a draft its content. The memo may hold the draft, so it remembers the result.
  Object build(Object target, Object state) throws IOException {
    if (target instanceof Draft draft && draft.finished == null) {
      draft.finished =
          switch (draft.kind) {
            case DTYPE -> dtype(draft.code, state);
            case NDARRAY -> ndarray(state);
            default -> csrMatrix(state);
          };
      return draft.finished;
    }
    throw in.refused("fills an object that is not waiting for it");
  }

  Object finished(Object value) {
    return value instanceof Draft draft && draft.finished != null ? draft.finished : value;
  }

  /// State `(version, byte order, None, None, None, …)`; the three name parts of structured types.
  private Object dtype(String code, Object state) throws IOException {
    if (state instanceof List<?> parts
        && parts.size() >= 5
        && parts.get(1) instanceof String order
        && parts.get(2) == null
        && parts.get(3) == null
        && parts.get(4) == null) {
      return code.equals("O8") || code.equals("O")
          ? OBJECTS
          : NpyType.parse(order + code, in.source());
    }
    throw in.refused("fills an element type that is not a plain one");
  }

  /// State `(version, shape, dtype, Fortran order, bytes)`; for objects a list in place of bytes.
  private Object ndarray(Object state) throws IOException {
    if (state instanceof List<?> parts
        && parts.size() == 5
        && finished(parts.get(2)) == OBJECTS
        && parts.get(4) instanceof List<?> items) {
      return items;
    }
    if (state instanceof List<?> parts
        && parts.size() == 5
        && parts.get(1) instanceof List<?> sizes
        && finished(parts.get(2)) instanceof NpyType type
        && parts.get(3) instanceof Boolean fortran
        && parts.get(4) instanceof String raw) {
      long[] shape = new long[sizes.size()];
      for (int axis = 0; axis < shape.length; axis++) {
        if (!(sizes.get(axis) instanceof Long size) || size < 0) {
          throw in.refused("fills an array whose shape is no list of sizes");
        }
        shape[axis] = size;
      }
      return array(type, shape, fortran, raw);
    }
    throw in.refused("fills an array in a way that is not known");
  }

  private NpyArray array(NpyType type, long[] shape, boolean fortran, String raw)
      throws IOException {
    long bytes = type.itemBytes();
    for (long axis : shape) {
      // Beyond the file's own length the exact product no longer matters.
      bytes =
          axis == 0
              ? 0
              : Math.clamp(bytes, 0, Integer.MAX_VALUE) * Math.min(axis, Integer.MAX_VALUE);
    }
    if (bytes != raw.length()) {
      throw in.refused("fills an array of %d bytes with %d".formatted(bytes, raw.length()));
    }
    arrayBytes += bytes;
    if (arrayBytes > 2L * in.length()) {
      throw in.refused("makes more array data than a file of this size can mean");
    }
    byte[] data = raw.getBytes(StandardCharsets.ISO_8859_1);
    return Npy.array(in.source(), new NpyHeader(type, fortran, shape, 0), data);
  }

  private CsrMatrix csrMatrix(Object state) throws IOException {
    if (state instanceof Map<?, ?> fields
        && fields.get(fields.containsKey("_shape") ? "_shape" : "shape") instanceof List<?> shape
        && shape.size() == 2
        && shape.get(0) instanceof Long rows
        && shape.get(1) instanceof Long columns
        && fields.get("indptr") instanceof NpyArray offsets
        && fields.get("indices") instanceof NpyArray indices
        && fields.get("data") instanceof NpyArray values) {
      return new CsrMatrix(rows, columns, offsets, indices, values);
    }
    throw in.refused("fills a sparse matrix without shape, indptr, indices or data");
  }
}
