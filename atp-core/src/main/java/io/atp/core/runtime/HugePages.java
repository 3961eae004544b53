package io.atp.core.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Off-heap memory on 2 MiB pages where the system grants them, zero-filled and aligned to a cache
/// line.
///
/// A gather touches a new page with almost every row: with 4 KiB pages the address translation
/// costs more than the data. `mmap` + `madvise(MADV_HUGEPAGE)` *before the first touch* is what
/// makes large pages happen; [Arena#allocate] zero-fills first and so comes too late. Where the
/// calls are missing (another system, native access not enabled) memory comes from the arena, and
/// the log says so once.
final class HugePages {
  private static final System.Logger LOG = System.getLogger(HugePages.class.getName());
  private static final long PAGE = 2L << 20;
  private static final long CACHE_LINE = 64;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MADV_HUGEPAGE = 14;
  private static final long MAP_FAILED = -1;

  private static final Calls CALLS = Calls.find();

  private record Calls(MethodHandle mmap, MethodHandle madvise, MethodHandle munmap) {
    static Calls find() {
      try {
        var pointer = ValueLayout.JAVA_LONG;
        var number = ValueLayout.JAVA_INT;
        return new Calls(
            SystemCalls.find(
                "mmap",
                FunctionDescriptor.of(pointer, pointer, pointer, number, number, number, pointer)),
            SystemCalls.find("madvise", FunctionDescriptor.of(number, pointer, pointer, number)),
            SystemCalls.find("munmap", FunctionDescriptor.of(number, pointer, pointer)));
      } catch (RuntimeException | LinkageError e) {
        SystemCalls.missing(LOG, "large pages: not available, using ordinary memory", e);
        return null;
      }
    }
  }

  private HugePages() {}

  /// `bytes` zeroed bytes that live as long as the arena.
  static MemorySegment allocate(long bytes, Arena arena) {
    if (CALLS == null || bytes < PAGE) {
      return arena.allocate(Math.max(bytes, 1), CACHE_LINE).asSlice(0, bytes);
    }
    long mapped = Math.ceilDiv(bytes, PAGE) * PAGE + PAGE; // room to start on a page boundary
    try {
      long address =
          (long) CALLS.mmap.invokeExact(0L, mapped, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0L);
      if (address == MAP_FAILED) {
        throw new OutOfMemoryError(
            "the system refused %,d bytes of off-heap memory".formatted(bytes));
      }
      long start = Math.ceilDiv(address, PAGE) * PAGE;
      int ignored =
          (int)
              CALLS.madvise.invokeExact(
                  start, mapped - PAGE, MADV_HUGEPAGE); // a hint, nothing to undo
      return MemorySegment.ofAddress(start).reinterpret(bytes, arena, _ -> unmap(address, mapped));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void unmap(long address, long bytes) {
    try {
      int ignored = (int) CALLS.munmap.invokeExact(address, bytes);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
