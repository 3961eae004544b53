package io.atp.core.runtime;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// Calls of the C library on Linux, for hints that change speed and nothing else.
final class SystemCalls {
  private SystemCalls() {}

  /// @throws UnsupportedOperationException on another system
  /// @throws RuntimeException if there is no such call, or native access is not enabled
  static MethodHandle find(String name, FunctionDescriptor shape, Linker.Option... options) {
    if (!System.getProperty("os.name").equals("Linux")) {
      throw new UnsupportedOperationException("not on this system");
    }
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape, options);
  }

  /// Logs what goes without a call, and why.
  static void missing(System.Logger log, String consequence, Throwable why) {
    boolean expected = why instanceof UnsupportedOperationException;
    log.log(
        expected ? System.Logger.Level.DEBUG : System.Logger.Level.INFO,
        "{0} ({1})",
        consequence,
        why.getMessage());
  }
}
