package io.atp.cli;

import java.io.PrintStream;

/// Where a command speaks: its result on `out`, everything else on `err`.
///
/// @param interactive whether somebody watches `err` as it is written
public record Terminal(PrintStream out, PrintStream err, boolean interactive) {
  /// Back to the start of the line and clear it.
  static final String CLEAR_LINE = "\r\u001b[K";
}
