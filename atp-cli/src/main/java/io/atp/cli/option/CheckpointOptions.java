package io.atp.cli.option;

import picocli.CommandLine.Option;

/// Whether what is finished outlives a command that is stopped.
public final class CheckpointOptions {
  @Option(
      names = "--checkpoint",
      description =
          "Keep finished parts beside the output, so that the same command goes on after it was"
              + " stopped. A long run does so by itself.")
  private boolean checkpoint;

  public boolean asked() {
    return checkpoint;
  }
}
