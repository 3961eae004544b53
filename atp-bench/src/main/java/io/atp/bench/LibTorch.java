package io.atp.bench;

import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/// What every peer that is LibTorch shares.
final class LibTorch {
  static final String NAME = "LibTorch";

  /// Said where it cannot run.
  static final String MISSING =
      "LibTorch's natives are not on the class path (mvn package -Pbench,libtorch)";

  private LibTorch() {}

  static boolean installed() {
    String natives = "/org/bytedeco/pytorch/linux-x86_64/libjnitorch.so";
    return LibTorch.class.getResource(natives) != null;
  }

  static String version() {
    return NAME + " " + torch.class.getPackage().getImplementationVersion();
  }

  /// The operator of a [BenchFolder] as sparse CSR.
  static Tensor operator(Path folder) throws IOException {
    Tensor offsets = tensor(folder.resolve("operator-offsets.npy"));
    long rows = offsets.size(0) - 1;
    return torch.sparse_csr_tensor(
        offsets,
        tensor(folder.resolve("operator-columns.npy")).toType(torch.ScalarType.Long),
        tensor(folder.resolve("operator-values.npy")),
        new long[] {rows, rows},
        new TensorOptions(torch.ScalarType.Float));
  }

  /// An array of floats, ints or longs, copied into LibTorch's own memory.
  static Tensor tensor(Path file) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      Npy.Mapped array = Npy.map(file, arena);
      NpyHeader header = array.header();
      torch.ScalarType type =
          switch (header.type().toString()) {
            case "<f4" -> torch.ScalarType.Float;
            case "<i4" -> torch.ScalarType.Int;
            case "<i8" -> torch.ScalarType.Long;
            default -> throw new IOException("%s holds %s".formatted(file, header.type()));
          };
      return torch
          .from_blob(new Address(array.data()), header.shape(), new TensorOptions(type))
          .clone();
    }
  }

  /// A segment as JavaCPP sees memory.
  private static final class Address extends Pointer {
    Address(MemorySegment segment) {
      address = segment.address();
    }
  }
}
