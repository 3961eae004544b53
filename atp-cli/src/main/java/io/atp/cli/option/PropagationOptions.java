package io.atp.cli.option;

import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.runtime.Require;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/// How far features travel and what is kept: everything of [PropagationConfig].
public final class PropagationOptions {
  /// More hops than anyone has asked for; beyond it a typing mistake is likelier.
  private static final int MOST_HOPS = 10_000;

  @Option(names = "--hops", paramLabel = "K", required = true, description = "Number of hops.")
  private int hops;

  @Option(
      names = "--combine",
      paramLabel = "HOW",
      defaultValue = "all",
      description =
          "Keep all hops, the last, or one sum: all, last, mean, ppr:ALPHA, heat:T."
              + " Default: ${DEFAULT-VALUE}.")
  private String combine;

  @Option(
      names = "--lazy",
      paramLabel = "A",
      defaultValue = "0",
      description = "Share of itself a node keeps each hop. Default: ${DEFAULT-VALUE}.")
  private double lazy;

  @Option(
      names = "--restart",
      paramLabel = "A",
      defaultValue = "0",
      description = "Share of its own first features mixed in each hop. Default: ${DEFAULT-VALUE}.")
  private double restart;

  @Option(
      names = "--row-order",
      paramLabel = "given|degree|community|auto",
      defaultValue = "auto",
      description =
          "Order of rows while they are worked on; never changes a result. Default:"
              + " ${DEFAULT-VALUE}.")
  private String rowOrder;

  public PropagationConfig config(long memoryBytes) {
    Require.that(
        hops >= 0 && hops <= MOST_HOPS, "--hops must lie in [0, %d], got %d", MOST_HOPS, hops);
    return PropagationConfig.of(hops, combiner())
        .withLazyShare(Require.share("--lazy", lazy))
        .withRestartShare(Require.share("--restart", restart))
        .withOrder(order())
        .withMemoryBytes(memoryBytes);
  }

  private HopCombiner combiner() {
    int colon = combine.indexOf(':');
    String name = colon < 0 ? combine : combine.substring(0, colon);
    String number = colon < 0 ? null : combine.substring(colon + 1);
    boolean parameterised = name.equals("ppr") || name.equals("heat");
    Require.that(
        number == null || parameterised, "--combine %s takes no number, got '%s'", name, combine);
    Require.that(
        number != null || !parameterised,
        "--combine %s needs a number, such as %s:0.1",
        name,
        name);
    return switch (name) {
      case "all" -> new HopCombiner.All();
      case "last" -> new HopCombiner.Last();
      case "mean" -> HopCombiner.mean(hops);
      case "ppr" ->
          HopCombiner.personalisedPageRank(
              hops, Require.share("--combine ppr", Numbers.parse("--combine ppr", number)));
      case "heat" ->
          HopCombiner.heat(
              hops,
              Require.within("--combine heat", Numbers.parse("--combine heat", number), 0, 700));
      default ->
          throw new IllegalArgumentException(
              "--combine must be all, last, mean, ppr:ALPHA or heat:T, got '%s'"
                  .formatted(combine));
    };
  }

  private RowOrder order() {
    return switch (rowOrder) {
      case "given" -> RowOrder.AS_GIVEN;
      case "degree" -> RowOrder.BY_DEGREE;
      case "community" -> RowOrder.BY_COMMUNITY;
      case "auto" -> RowOrder.AUTO;
      default ->
          throw new IllegalArgumentException(
              "--row-order must be given, degree, community or auto, got '%s'".formatted(rowOrder));
    };
  }

  /// The settings after defaults, in the words of the options, for the run record.
  public Map<String, Object> settings(PropagationConfig config) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("hops", config.hopCount());
    settings.put("combine", combine);
    if (config.combiner() instanceof HopCombiner.Weighted(double[] weights)) {
      settings.put("hopWeights", weights);
    }
    settings.put("lazy", config.lazyShare());
    settings.put("restart", config.restartShare());
    settings.put("rowOrder", rowOrder);
    return settings;
  }
}
