package io.atp.core.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// What the system's cache holds of a file, given up where it is not needed soon.
///
/// Files of many gigabytes that are written once and read once would fill the cache, push out what
/// others have in it, and take a fresh page for each of theirs, which a virtual machine pays dearly
/// for; pages given up serve for what comes next. `posix_fadvise(POSIX_FADV_DONTNEED)`, which drops
/// only what is on disk already. Where the calls are missing nothing is given up, and nothing else
/// changes.
public final class CachedPages implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CachedPages.class.getName());
  private static final int READ_ONLY_CLOSE_ON_EXEC = 0x80000;
  private static final int DONT_NEED = 4;
  private static final int NOT_OPEN = -1;

  private static final Calls CALLS = Calls.find();

  private int descriptor;

  private record Calls(MethodHandle open, MethodHandle advise, MethodHandle close) {
    static Calls find() {
      try {
        var number = ValueLayout.JAVA_INT;
        var size = ValueLayout.JAVA_LONG;
        return new Calls(
            SystemCalls.find(
                "open",
                FunctionDescriptor.of(number, ValueLayout.ADDRESS, number),
                Linker.Option.firstVariadicArg(2)),
            SystemCalls.find(
                "posix_fadvise", FunctionDescriptor.of(number, number, size, size, number)),
            SystemCalls.find("close", FunctionDescriptor.of(number, number)));
      } catch (RuntimeException | LinkageError e) {
        SystemCalls.missing(LOG, "cached pages: left to the system", e);
        return null;
      }
    }
  }

  private CachedPages(int descriptor) {
    this.descriptor = descriptor;
  }

  /// Of a file that is there.
  public static CachedPages of(Path file) {
    if (CALLS == null) {
      return new CachedPages(NOT_OPEN);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(file.toString());
      return new CachedPages((int) CALLS.open.invokeExact(name, READ_ONLY_CLOSE_ON_EXEC));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// Bytes `[from, to)`, but for pages that are only partly theirs.
  public synchronized void giveUp(long from, long to) {
    if (descriptor == NOT_OPEN || to <= from) {
      return;
    }
    try {
      int ignored = (int) CALLS.advise.invokeExact(descriptor, from, to - from, DONT_NEED);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized void close() {
    if (descriptor == NOT_OPEN) {
      return;
    }
    try {
      int ignored = (int) CALLS.close.invokeExact(descriptor);
      descriptor = NOT_OPEN;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
