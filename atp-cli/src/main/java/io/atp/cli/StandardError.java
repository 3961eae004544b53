package io.atp.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The user's standard error, put back where the launcher left a filter.
///
/// The JVM prints a warning about incubator modules before any of our code runs, and no option
/// stops it. The launcher therefore starts java with a filter as descriptor 2 and the real one as
/// 3; `dup2(3, 2)` before the first byte of ours takes the filter out of the way, because what goes
/// through it comes late and by the line. A command that says nothing here saves the 50 ms of it.
final class StandardError extends OutputStream {
  private static final int FILTERED = 2;
  private static final int REAL = 3;

  private final OutputStream descriptor = new FileOutputStream(FileDescriptor.err);
  private boolean restored = !Boolean.getBoolean("atp.filtered");

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    if (!restored) {
      restored = true;
      restore();
    }
    descriptor.write(bytes, from, length);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  private static void restore() {
    try {
      Linker linker = Linker.nativeLinker();
      var number = ValueLayout.JAVA_INT;
      MethodHandle dup2 =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("dup2"),
              FunctionDescriptor.of(number, number, number));
      int moved = (int) dup2.invokeExact(REAL, FILTERED);
      assert moved == FILTERED;
    } catch (Throwable e) {
      // The filter stays: every line still arrives, only a progress bar waits for its line end.
    }
  }
}
