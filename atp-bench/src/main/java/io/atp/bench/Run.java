package io.atp.bench;

import io.atp.core.runtime.Workspace;

/// What every task of one comparison shares.
record Run(CompareOptions options, BenchFolder folder, Report report, Workspace work) {
  /// Targets are stated for a graph of this size, and mean nothing on a smaller one.
  private static final int TARGET_NODES = 1_000_000;

  double target(double ratio) {
    return options.nodes() >= TARGET_NODES ? ratio : Double.NaN;
  }

  int trials() {
    return options.trials();
  }
}
