package io.atp.cli.option;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.SplitRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// What is learned and how it is judged.
public final class LearningOptions {
  @Option(
      names = "--model",
      paramLabel = "NAME",
      required = true,
      description = "Backbone; atp models lists them.")
  private String model;

  @Option(names = "--hops", paramLabel = "K", description = "Same as --set hops=K.")
  private Integer hops;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the backbone or of its training; atp models NAME lists them.")
  private List<String> sets = new ArrayList<>();

  @Option(
      names = "--split",
      paramLabel = "RULE",
      description =
          "given, 20/30 (per class, rest test), planetoid, or shares like 0.6/0.2/0.2. Default:"
              + " the data's own split, else 20/30.")
  private String split;

  @Option(
      names = "--splits",
      paramLabel = "PATH",
      description =
          "Take the splits of this .npz of masks, or of every one in this folder, in turn.")
  private Path splits;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Repeats, each from fresh weights. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--inductive",
      description = "Train on the subgraph of the training nodes, judge on the whole graph.")
  private boolean inductive;

  @Option(names = "--largest-component", description = "Keep the largest connected component only.")
  private boolean largestComponent;

  public String model() {
    return model;
  }

  public int seeds() {
    return Require.atLeast("--seeds", seeds, 1);
  }

  public boolean inductive() {
    return inductive;
  }

  public boolean largestComponent() {
    return largestComponent;
  }

  /// Where splits are stored besides the data, if anywhere.
  public Optional<Path> splits() {
    Require.that(splits == null || split == null, "--split and --splits cannot be used together");
    return Optional.ofNullable(splits);
  }

  public Optional<SplitRule> split() {
    return Optional.ofNullable(split).map(SplitRule::parse);
  }

  /// The settings typed, by name.
  public Map<String, String> changes() {
    Map<String, String> changes = new LinkedHashMap<>();
    if (hops != null) {
      changes.put("hops", Integer.toString(hops));
    }
    for (String set : sets) {
      int equals = set.indexOf('=');
      Require.that(equals > 0, "--set takes NAME=VALUE, got '%s'", set);
      changes.put(set.substring(0, equals).strip(), set.substring(equals + 1).strip());
    }
    return changes;
  }
}
