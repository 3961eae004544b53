package io.atp.cli.option;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Which operator features travel by: the masks, then one r for all nodes or r̃ of each.
public final class OperatorOptions {
  @Option(
      names = "--r",
      paramLabel = "R",
      description = "One coefficient for all nodes: 0 averages, 0.5 is symmetric, 1 divides.")
  private Double constant;

  @Mixin private OptionalCorrection correction;

  @ArgGroup(validate = false, heading = EncodingOptions.HEADING)
  private EncodingOptions encoding = new EncodingOptions();

  /// With `--r` the graph is taken as it is, unless a correction option says otherwise.
  public OperatorPlan plan(long seed) {
    Optional<CorrectionConfig> mask = correction.config(constant == null, seed);
    if (constant == null) {
      return new OperatorPlan(mask, new Kernel.NodeWise(encoding.config(seed)));
    }
    Require.share("--r", constant);
    Require.that(
        encoding.typed().isEmpty(),
        "--r sets every coefficient, so %s cannot be used with it",
        String.join(", ", encoding.typed()));
    return new OperatorPlan(mask, new Kernel.Constant(constant));
  }

  /// For a record.
  public static Map<String, Object> settings(OperatorPlan plan) {
    Map<String, Object> settings =
        new LinkedHashMap<>(CorrectionOptions.settings(plan.correction()));
    switch (plan.kernel()) {
      case Kernel.Constant(double r) -> settings.put("r", r);
      case Kernel.NodeWise(EncodingConfig config) ->
          settings.putAll(EncodingOptions.settings(config));
    }
    return settings;
  }
}
