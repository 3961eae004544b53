package io.atp.spark;

import io.atp.core.correct.CorrectionAccount;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.spectral.Convergence;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.checkpoint.CheckpointStore;
import io.atp.spark.checkpoint.CheckpointStore.Kept;
import io.atp.spark.room.BlockCorrection;
import io.atp.spark.room.BlockEncoding;
import io.atp.spark.room.EncodedBlock;
import io.atp.spark.room.HopBlock;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;

/// Rooms that are entered only where an earlier run did not finish them.
final class CheckpointedRooms {
  private CheckpointedRooms() {}

  static BlockCorrection.Corrected correct(BlockGraph graph, CorrectionConfig config, Trail trail) {
    if (trail.store().isEmpty()) {
      return BlockCorrection.apply(graph, config);
    }
    CheckpointStore store = trail.store().get();
    Kept<GraphBlock> kept =
        store
            .find("correct", trail.fingerprint(), GraphBlock::read)
            .orElseGet(
                () -> {
                  BlockCorrection.Corrected made = BlockCorrection.apply(graph, config);
                  return store.keep(
                      "correct",
                      trail.fingerprint(),
                      made.graph().blocks(),
                      facts(made),
                      GraphBlock::read);
                });
    Map<String, Object> known = kept.facts();
    long[] counts = Trail.longs(known.get("account"));
    CorrectionAccount account =
        new CorrectionAccount(
            (int) counts[0],
            ((Number) known.get("maskedShare")).doubleValue(),
            counts[1],
            counts[2],
            (int) counts[3],
            (int) counts[4],
            (int) counts[5],
            true);
    boolean symmetric = (Boolean) known.get("symmetric");
    long arcs = account.arcsBefore() - account.arcsRemoved();
    return new BlockCorrection.Corrected(
        new BlockGraph(graph.ranges(), kept.data(), symmetric, arcs), account);
  }

  private static Map<String, Object> facts(BlockCorrection.Corrected made) {
    CorrectionAccount account = made.account();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("symmetric", made.graph().symmetric());
    facts.put("maskedShare", account.maskedShare());
    facts.put(
        "account",
        new long[] {
          account.nodesChosen(),
          account.arcsBefore(),
          account.arcsRemoved(),
          account.maxDegreeBefore(),
          account.maxDegreeAfter(),
          account.nodesIsolated()
        });
    return facts;
  }

  static BlockEncoding.Encoded encode(BlockGraph graph, EncodingConfig config, Trail trail) {
    if (trail.store().isEmpty()) {
      return BlockEncoding.apply(graph, config);
    }
    CheckpointStore store = trail.store().get();
    Kept<EncodedBlock> kept =
        store
            .find("encode", trail.fingerprint(), EncodedBlock::read)
            .orElseGet(
                () -> {
                  BlockEncoding.Encoded made = BlockEncoding.apply(graph, config);
                  return store.keep(
                      "encode",
                      trail.fingerprint(),
                      made.blocks(),
                      facts(made.convergences()),
                      EncodedBlock::read);
                });
    Map<Encoding, Convergence> convergences = new EnumMap<>(Encoding.class);
    kept.facts()
        .forEach(
            (name, value) -> {
              List<?> end = (List<?>) value;
              convergences.put(
                  Encoding.valueOf(name),
                  new Convergence(
                      ((Number) end.get(0)).intValue(),
                      ((Number) end.get(1)).doubleValue(),
                      (Boolean) end.get(2)));
            });
    return new BlockEncoding.Encoded(kept.data(), convergences);
  }

  private static Map<String, Object> facts(Map<Encoding, Convergence> convergences) {
    Map<String, Object> facts = new LinkedHashMap<>();
    convergences.forEach(
        (encoding, end) ->
            facts.put(encoding.name(), List.of(end.iterations(), end.residual(), end.converged())));
    return facts;
  }

  /// The hops, from a checkpoint or made and kept.
  static JavaRDD<HopBlock> propagate(Trail trail, Supplier<JavaRDD<HopBlock>> room) {
    if (trail.store().isEmpty()) {
      return room.get();
    }
    CheckpointStore store = trail.store().get();
    return store
        .find("propagate", trail.fingerprint(), HopBlock::read)
        .orElseGet(
            () ->
                store.keep("propagate", trail.fingerprint(), room.get(), Map.of(), HopBlock::read))
        .data();
  }
}
