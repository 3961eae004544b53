package io.atp.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Puts the user's standard error back where the launcher left a filter.
///
/// The JVM prints a warning about incubator modules before any of our code runs, and no option
/// stops it. The launcher therefore starts java with a filter as descriptor 2 and the real one as
/// 3; `dup2(3, 2)` ends the filter's work once the JVM is up. Without the launcher nothing is done.
final class StandardError {
  private static final int FILTERED = 2;
  private static final int REAL = 3;

  private StandardError() {}

  static void restore() {
    if (!Boolean.getBoolean("atp.filtered")) {
      return;
    }
    try {
      Linker linker = Linker.nativeLinker();
      var number = ValueLayout.JAVA_INT;
      MethodHandle dup2 =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("dup2"),
              FunctionDescriptor.of(number, number, number));
      MethodHandle close =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(number, number));
      int moved = (int) dup2.invokeExact(REAL, FILTERED);
      if (moved == FILTERED) {
        int ignored = (int) close.invokeExact(REAL);
        assert ignored == 0;
      }
    } catch (Throwable e) {
      // The filter stays: every line still arrives, only a progress bar would wait for its line
      // end.
      System.clearProperty("atp.terminal");
    }
  }
}
