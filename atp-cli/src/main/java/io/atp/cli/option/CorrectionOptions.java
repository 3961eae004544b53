package io.atp.cli.option;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Which nodes lose edges, how many, and which: everything of [CorrectionConfig].
public final class CorrectionOptions {
  public static final String HEADING = "%nCorrection:%n";
  private static final double TOP = 0.1;
  private static final double SAMPLE = 0.2;
  private static final double MASK = 0.5;

  @Option(
      names = "--top",
      paramLabel = "SHARE",
      description = "Share of nodes of highest degree that lose edges. Default: " + TOP + ".")
  private Double top;

  @Option(
      names = "--sample",
      paramLabel = "SHARE",
      description = "Share of the other nodes that lose edges too. Default: " + SAMPLE + ".")
  private Double sample;

  @Option(
      names = "--min-degree",
      paramLabel = "D",
      description = "Instead: nodes of at least this degree.")
  private Integer minDegree;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = "Instead: nodes that are within E of the over-smoothed state after --steps.")
  private Double epsilon;

  @Option(names = "--steps", paramLabel = "K", description = "Hops for --epsilon. Default: 2.")
  private Integer steps;

  @Option(
      names = "--mask",
      paramLabel = "SHARE",
      description = "Share of its edges that a chosen node loses. Default: " + MASK + ".")
  private Double mask;

  @Option(
      names = "--remove",
      paramLabel = "SHARE",
      description = "Instead: share of all edges of the graph that go.")
  private Double remove;

  @Option(
      names = "--by",
      paramLabel = "rows|edges",
      description = "Hide an edge from the chosen node only, or from both ends. Default: edges.")
  private String by;

  @Option(
      names = "--order",
      paramLabel = "random|least-alike",
      description = "Which edges go first; least-alike compares features. Default: random.")
  private String order;

  /// Whether anything about correction was typed.
  public boolean given() {
    return !typed().isEmpty();
  }

  /// The options that were typed, for sentences about conflicts.
  public List<String> typed() {
    List<String> typed = new ArrayList<>();
    note(typed, "--top", top);
    note(typed, "--sample", sample);
    note(typed, "--min-degree", minDegree);
    note(typed, "--epsilon", epsilon);
    note(typed, "--steps", steps);
    note(typed, "--mask", mask);
    note(typed, "--remove", remove);
    note(typed, "--by", by);
    note(typed, "--order", order);
    return typed;
  }

  private static void note(List<String> typed, String name, Object value) {
    if (value != null) {
      typed.add(name);
    }
  }

  public CorrectionConfig config(long seed) {
    return new CorrectionConfig(choice(), budget(), maskBy(), maskOrder(), seed);
  }

  private NodeChoice choice() {
    refuseTogether("--min-degree", minDegree, "--epsilon", epsilon);
    refuseTogether("--min-degree", minDegree, "--steps", steps);
    refuseTogether("--min-degree", minDegree, "--top", top);
    refuseTogether("--min-degree", minDegree, "--sample", sample);
    refuseTogether("--epsilon", epsilon, "--top", top);
    refuseTogether("--epsilon", epsilon, "--sample", sample);
    Require.that(steps == null || epsilon != null, "--steps needs --epsilon");
    if (minDegree != null) {
      return new NodeChoice.DegreeAtLeast(Require.atLeast("--min-degree", minDegree, 0));
    }
    if (epsilon != null) {
      Require.that(
          Double.isFinite(epsilon) && epsilon > 0,
          "--epsilon must be a positive number, got %s",
          epsilon);
      return new NodeChoice.SmoothingBound(
          epsilon, steps == null ? 2 : Require.atLeast("--steps", steps, 1));
    }
    return new NodeChoice.TopAndSampled(
        share("--top", top, TOP), share("--sample", sample, SAMPLE));
  }

  private MaskBudget budget() {
    refuseTogether("--mask", mask, "--remove", remove);
    return remove != null
        ? new MaskBudget.RemovedShare(Require.share("--remove", remove))
        : new MaskBudget.MaskedShare(share("--mask", mask, MASK));
  }

  private MaskBy maskBy() {
    return switch (by) {
      case null -> MaskBy.EDGES;
      case "edges" -> MaskBy.EDGES;
      case "rows" -> MaskBy.ROWS;
      default ->
          throw new IllegalArgumentException("--by must be rows or edges, got '%s'".formatted(by));
    };
  }

  private MaskOrder maskOrder() {
    return switch (order) {
      case null -> MaskOrder.RANDOM;
      case "random" -> MaskOrder.RANDOM;
      case "least-alike" -> MaskOrder.LEAST_ALIKE_FIRST;
      default ->
          throw new IllegalArgumentException(
              "--order must be random or least-alike, got '%s'".formatted(order));
    };
  }

  private static double share(String name, Double value, double otherwise) {
    return value == null ? otherwise : Require.share(name, value);
  }

  private static void refuseTogether(String a, Object first, String b, Object second) {
    Require.that(first == null || second == null, "%s and %s cannot be used together", a, b);
  }

  /// The settings after defaults, in the words of the options, for the run record.
  public static Map<String, Object> settings(Optional<CorrectionConfig> config) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("correct", config.isPresent());
    config.ifPresent(
        c -> {
          switch (c.choice()) {
            case NodeChoice.TopAndSampled choice -> {
              settings.put("top", choice.highDegreeShare());
              settings.put("sample", choice.sampledShare());
            }
            case NodeChoice.SmoothingBound choice -> {
              settings.put("epsilon", choice.epsilon());
              settings.put("steps", choice.steps());
            }
            case NodeChoice.DegreeAtLeast choice -> settings.put("minDegree", choice.degree());
          }
          switch (c.budget()) {
            case MaskBudget.MaskedShare budget -> settings.put("mask", budget.share());
            case MaskBudget.RemovedShare budget -> settings.put("remove", budget.share());
          }
          settings.put("by", c.by() == MaskBy.ROWS ? "rows" : "edges");
          settings.put("order", c.order() == MaskOrder.RANDOM ? "random" : "least-alike");
        });
    return settings;
  }
}
