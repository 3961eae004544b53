package io.atp.cli.option;

import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.encode.EncodingConfig.Profile;
import io.atp.core.encode.EncodingConfig.Stop;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/// How r̃ is made of the encodings: everything of [EncodingConfig].
public final class EncodingOptions {
  public static final String HEADING = "%nEncoding:%n";
  private static final double SAMPLED_ERROR = 0.05;
  private static final double SAMPLED_CONFIDENCE = 0.99;

  @Option(
      names = "--profile",
      paramLabel = "scaled|authors-code|paper",
      description = "How the encodings are brought together. Default: scaled.")
  private String profile;

  @Option(
      names = "--weights",
      paramLabel = "NAME=W,…",
      description =
          "Weights of degree, clustering, eigenvector, pagerank, katz; those not named count 0."
              + " Default: degree=1,clustering=1,eigenvector=1.")
  private String weights;

  @Option(
      names = "--scale",
      paramLabel = "C",
      description = "Coefficients lie in [0, C]. Default: 0.5.")
  private Double scale;

  @Option(
      names = "--clustering",
      paramLabel = "exact|sampled[:ERROR]",
      description = "Count all triangles, or sample to within ERROR (0.05). Default: exact.")
  private String clustering;

  @Option(
      names = "--stop",
      paramLabel = "converged|networkx",
      description =
          "End the eigenvector and PageRank iterations at a residual of 1e-10, or where NetworkX"
              + " does. Default: converged; networkx in the profile authors-code.")
  private String stop;

  /// The options that were typed.
  public List<String> typed() {
    List<String> typed = new ArrayList<>();
    if (profile != null) {
      typed.add("--profile");
    }
    if (weights != null) {
      typed.add("--weights");
    }
    if (scale != null) {
      typed.add("--scale");
    }
    if (clustering != null) {
      typed.add("--clustering");
    }
    if (stop != null) {
      typed.add("--stop");
    }
    return typed;
  }

  public EncodingConfig config(long seed) {
    EncodingConfig defaults = EncodingConfig.defaults();
    Profile chosen = chosenProfile();
    Require.that(
        scale == null || chosen != Profile.AUTHORS_CODE,
        "--scale has no meaning in the profile authors-code; use the profile scaled");
    return new EncodingConfig(
        chosenWeights(),
        chosen,
        scale == null ? defaults.coefficientScale() : Require.share("--scale", scale),
        method(seed),
        chosenStop(chosen),
        defaults.tolerance(),
        defaults.maxIterations());
  }

  private Profile chosenProfile() {
    return switch (profile) {
      case null -> Profile.SCALED;
      case "scaled" -> Profile.SCALED;
      case "authors-code" -> Profile.AUTHORS_CODE;
      case "paper" -> Profile.PAPER;
      default ->
          throw new IllegalArgumentException(
              "--profile must be scaled, authors-code or paper, got '%s'".formatted(profile));
    };
  }

  private Stop chosenStop(Profile chosen) {
    return switch (stop) {
      case null -> chosen == Profile.AUTHORS_CODE ? Stop.NETWORKX : Stop.CONVERGED;
      case "converged" -> Stop.CONVERGED;
      case "networkx" -> Stop.NETWORKX;
      default ->
          throw new IllegalArgumentException(
              "--stop must be converged or networkx, got '%s'".formatted(stop));
    };
  }

  private Weights chosenWeights() {
    if (weights == null) {
      return Weights.equal();
    }
    Map<String, Double> byName = new LinkedHashMap<>();
    for (String part : weights.split(",", -1)) {
      String[] pair = part.strip().split("=", -1);
      Require.that(
          pair.length == 2
              && List.of("degree", "clustering", "eigenvector", "pagerank", "katz")
                  .contains(pair[0]),
          "--weights takes NAME=W with NAME one of degree, clustering, eigenvector, pagerank,"
              + " katz, got '%s'",
          part);
      double weight = Numbers.parse("--weights " + pair[0], pair[1]);
      Require.that(
          Double.isFinite(weight) && weight >= 0,
          "--weights %s must be a number of at least 0, got %s",
          pair[0],
          pair[1]);
      Require.that(byName.put(pair[0], weight) == null, "--weights names %s twice", pair[0]);
    }
    Require.that(
        byName.values().stream().anyMatch(weight -> weight > 0),
        "--weights needs at least one weight above 0, got '%s'",
        weights);
    return new Weights(
        byName.getOrDefault("degree", 0.0),
        byName.getOrDefault("clustering", 0.0),
        byName.getOrDefault("eigenvector", 0.0),
        byName.getOrDefault("pagerank", 0.0),
        byName.getOrDefault("katz", 0.0));
  }

  private ClusteringMethod method(long seed) {
    if (clustering == null || clustering.equals("exact")) {
      return new ClusteringMethod.Exact();
    }
    if (clustering.equals("sampled")) {
      return new ClusteringMethod.Sampled(SAMPLED_ERROR, SAMPLED_CONFIDENCE, seed);
    }
    Require.that(
        clustering.startsWith("sampled:"),
        "--clustering must be exact or sampled[:ERROR], got '%s'",
        clustering);
    double error = Numbers.parse("--clustering", clustering.substring("sampled:".length()));
    Require.within("--clustering sampled", error, 1e-4, 1);
    return new ClusteringMethod.Sampled(error, SAMPLED_CONFIDENCE, seed);
  }

  /// The settings after defaults, in the words of the options, for the run record.
  public static Map<String, Object> settings(EncodingConfig config) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(
        "profile",
        switch (config.profile()) {
          case SCALED -> "scaled";
          case AUTHORS_CODE -> "authors-code";
          case PAPER -> "paper";
        });
    Weights w = config.weights();
    Map<String, Object> weights = new LinkedHashMap<>();
    weights.put("degree", w.degree());
    weights.put("clustering", w.clustering());
    weights.put("eigenvector", w.eigenvector());
    weights.put("pagerank", w.pageRank());
    weights.put("katz", w.katz());
    settings.put("weights", weights);
    settings.put("scale", config.coefficientScale());
    settings.put(
        "clustering",
        switch (config.clustering()) {
          case ClusteringMethod.Exact _ -> "exact";
          case ClusteringMethod.Sampled sampled -> "sampled:" + sampled.error();
        });
    settings.put("stop", config.stop() == Stop.CONVERGED ? "converged" : "networkx");
    settings.put("tolerance", config.tolerance());
    settings.put("maxIterations", config.maxIterations());
    return settings;
  }
}
