package io.atp.cli.option;

import io.atp.core.propagate.BlockConfig.Topology;
import io.atp.core.propagate.BlockPlan;
import io.atp.core.propagate.Storage;
import io.atp.core.runtime.Require;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/// What propagation keeps of its results, and in how many bytes.
public final class BlockOptions {
  public static final String ALL = "all";
  public static final String LABELLED = "labelled";
  private static final String AUTO = "auto";

  @Option(
      names = "--rows",
      paramLabel = "WHICH",
      defaultValue = ALL,
      description =
          "Rows to write: all, labelled (those of a train, validation or test part), or the node"
              + " numbers in a FILE.npy; which rows they are stands in rows.npy."
              + " Default: ${DEFAULT-VALUE}.")
  private String rows;

  @Option(
      names = "--storage",
      paramLabel = "float32|bf16|f16",
      defaultValue = "float32",
      description =
          "How results are stored: two-byte numbers are rounded once, at the end. bf16 goes out as"
              + " uint16, since NumPy has no such type. Default: ${DEFAULT-VALUE}.")
  private String storage;

  @Option(
      names = "--panels",
      paramLabel = "float32|bf16",
      defaultValue = "float32",
      description =
          "How features are stored between hops: bf16 takes half the memory and rounds after every"
              + " hop; sums stay float32. Default: ${DEFAULT-VALUE}.")
  private String panels;

  @Option(
      names = "--topology",
      paramLabel = "auto|plain|compressed",
      defaultValue = AUTO,
      description =
          "How the graph is kept: plain is four bytes an arc, read from disk at every hop where"
              + " memory is short; compressed is fewer, in memory; auto compresses where only that"
              + " fits. Results never depend on it. Default: ${DEFAULT-VALUE}.")
  private String topology;

  @Option(
      names = "--checkpoint",
      description =
          "Keep finished columns beside the output, so that the same command goes on after it was"
              + " stopped. A long run does so by itself.")
  private boolean checkpoint;

  @Option(
      names = "--block",
      paramLabel = "COLUMNS",
      description =
          "Most columns that travel together, 4 to 64; results never depend on it. Default: what"
              + " memory allows.")
  private Integer block;

  public String rows() {
    return rows;
  }

  public boolean allRows() {
    return rows.equals(ALL);
  }

  public boolean checkpoint() {
    return checkpoint;
  }

  public Storage storage() {
    return switch (storage) {
      case "float32" -> Storage.FLOAT32;
      case "bf16" -> Storage.BFLOAT16;
      case "f16" -> Storage.FLOAT16;
      default ->
          throw new IllegalArgumentException(
              "--storage must be float32, bf16 or f16, got '%s'".formatted(storage));
    };
  }

  public Storage panels() {
    return switch (panels) {
      case "float32" -> Storage.FLOAT32;
      case "bf16" -> Storage.BFLOAT16;
      default ->
          throw new IllegalArgumentException(
              "--panels must be float32 or bf16, got '%s'".formatted(panels));
    };
  }

  public Topology topology() {
    return switch (topology) {
      case AUTO -> Topology.AUTO;
      case "plain" -> Topology.PLAIN;
      case "compressed" -> Topology.COMPRESSED;
      default ->
          throw new IllegalArgumentException(
              "--topology must be auto, plain or compressed, got '%s'".formatted(topology));
    };
  }

  /// The plan, with no wider blocks than the user wants.
  public BlockPlan narrowed(BlockPlan plan) {
    if (block == null) {
      return plan;
    }
    Require.that(block >= 4 && block <= 64, "--block must lie in [4, 64], got %d", block);
    return plan.narrowed(block);
  }

  /// Whether only results that leave by blocks can be what was asked for.
  public boolean needsBlocks() {
    return checkpoint
        || block != null
        || !allRows()
        || storage().rounds()
        || panels().rounds()
        || topology() == Topology.COMPRESSED;
  }

  /// For the run record.
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("rows", rows);
    storage();
    panels();
    topology();
    settings.put("storage", storage);
    settings.put("panels", panels);
    settings.put("topology", topology);
    return settings;
  }
}
