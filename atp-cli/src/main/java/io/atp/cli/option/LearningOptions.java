package io.atp.cli.option;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.SplitRule;
import io.atp.learn.model.Recipe;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
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

  @Mixin private NodeWiseOptions nodeWise;

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

  /// The recipe with the strategies and settings that were typed.
  ///
  /// @param dataSet whose published settings strategies start from, lower case
  public <S extends Record> Recipe<S> applied(Recipe<S> recipe, String dataSet) {
    return recipe.withNodeWise(nodeWise.strategies(dataSet)).with(changes());
  }

  /// The settings typed, by name.
  private Map<String, String> changes() {
    Map<String, String> changes = new LinkedHashMap<>();
    if (hops != null) {
      changes.put("hops", Integer.toString(hops));
    }
    changes.putAll(nodeWise.changes());
    return changes;
  }
}
