package io.atp.cli.option;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.runtime.Require;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Correction as a step that may be left out.
public final class OptionalCorrection {
  @ArgGroup(validate = false, heading = CorrectionOptions.HEADING)
  private CorrectionOptions correction = new CorrectionOptions();

  @Option(names = "--no-correct", description = "Take the graph as it is.")
  private boolean none;

  /// @param byDefault whether to correct when nothing about it was typed
  public Optional<CorrectionConfig> config(boolean byDefault, long seed) {
    Require.that(
        !none || !correction.given(),
        "--no-correct and %s cannot be used together",
        String.join(", ", correction.typed()));
    boolean wanted = !none && (byDefault || correction.given());
    return wanted ? Optional.of(correction.config(seed)) : Optional.empty();
  }
}
