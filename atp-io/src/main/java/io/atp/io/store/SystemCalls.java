package io.atp.io.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Optional;

/// The two promises Java's own file calls cannot make: reserve disk space, and exchange two folders
/// in one step.
///
/// Absent on other systems than Linux, or where native access is not granted; callers then take a
/// plainer road and say so.
final class SystemCalls {
  private static final System.Logger LOG = System.getLogger(SystemCalls.class.getName());
  private static final int O_RDWR = 2;
  private static final int O_CLOEXEC = 0x80000;
  private static final int AT_FDCWD = -100;
  private static final int RENAME_EXCHANGE = 2;
  private static final int EINVAL = 22;
  private static final int ENOSYS = 38;
  private static final int EOPNOTSUPP = 95;

  private static final StructLayout ERRNO_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      ERRNO_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final Optional<SystemCalls> FOUND = find();

  private final MethodHandle open;
  private final MethodHandle close;
  private final MethodHandle reserve;
  private final MethodHandle rename;
  private final MethodHandle describe;

  private SystemCalls(Linker linker) {
    var number = ValueLayout.JAVA_INT;
    var length = ValueLayout.JAVA_LONG;
    var pointer = ValueLayout.ADDRESS;
    var errno = Linker.Option.captureCallState("errno");
    open = handle(linker, "open", FunctionDescriptor.of(number, pointer, number), errno);
    close = handle(linker, "close", FunctionDescriptor.of(number, number));
    reserve =
        handle(linker, "posix_fallocate", FunctionDescriptor.of(number, number, length, length));
    rename =
        handle(
            linker,
            "renameat2",
            FunctionDescriptor.of(number, number, pointer, number, pointer, number),
            errno);
    describe = handle(linker, "strerror", FunctionDescriptor.of(pointer, number));
  }

  private static MethodHandle handle(
      Linker linker, String name, FunctionDescriptor shape, Linker.Option... options) {
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape, options);
  }

  private static Optional<SystemCalls> find() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SystemCalls(Linker.nativeLinker()));
    } catch (RuntimeException | LinkageError e) {
      LOG.log(
          System.Logger.Level.INFO,
          "file calls of the system: not available ({0}), using plain ones",
          e.getMessage());
      return Optional.empty();
    }
  }

  static Optional<SystemCalls> found() {
    return FOUND;
  }

  /// Gives an existing file blocks for its first `bytes` bytes.
  ///
  /// @return false if the file system cannot do this
  /// @throws IOException if there is no room
  boolean reserve(Path file, long bytes) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(ERRNO_STATE);
      MemorySegment name = arena.allocateFrom(file.toString());
      int descriptor = (int) open.invokeExact(state, name, O_RDWR | O_CLOEXEC);
      if (descriptor < 0) {
        throw new IOException("%s cannot be opened: %s".formatted(file, text(errno(state))));
      }
      int error = (int) reserve.invokeExact(descriptor, 0L, bytes);
      int ignored = (int) close.invokeExact(descriptor);
      if (error == EINVAL || error == EOPNOTSUPP || error == ENOSYS) {
        return false;
      }
      if (error != 0) {
        throw new IOException("%s: no room for %,d bytes: %s".formatted(file, bytes, text(error)));
      }
      return true;
    } catch (Throwable e) {
      throw passed(e);
    }
  }

  /// Exchanges two existing files or folders of one file system atomically.
  ///
  /// @return false if the file system cannot do this
  boolean exchange(Path a, Path b) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(ERRNO_STATE);
      MemorySegment from = arena.allocateFrom(a.toString());
      MemorySegment to = arena.allocateFrom(b.toString());
      int result = (int) rename.invokeExact(state, AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE);
      if (result == 0) {
        return true;
      }
      int error = errno(state);
      if (error == EINVAL || error == ENOSYS || error == EOPNOTSUPP) {
        return false;
      }
      throw new IOException("%s and %s cannot be exchanged: %s".formatted(a, b, text(error)));
    } catch (Throwable e) {
      throw passed(e);
    }
  }

  private static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  private String text(int error) throws Throwable {
    MemorySegment text = (MemorySegment) describe.invokeExact(error);
    return text.reinterpret(Long.MAX_VALUE).getString(0);
  }

  private static IOException passed(Throwable thrown) {
    return switch (thrown) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(thrown);
    };
  }
}
