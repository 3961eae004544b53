package io.atp.lab.cell;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.io.dataset.SplitRule;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.input.Dense;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Data with something taken away, and the repeats that are run on it.
///
/// @param firstRepeat number of the first repeat
/// @param repeats how many
record AlteredData(LabelledData data, SplitRule split, int firstRepeat, int repeats) {
  private static final long MISSING = 0x6D697373696E67L;
  private static final long LABELS = 0x6C6162656C73L;

  /// Repeats that share data stand together: where what is missing depends on the split of a
  /// repeat, each stands alone.
  static List<AlteredData> of(Subject subject, Alteration alteration, int seeds, Workspace work) {
    LabelledData data = subject.data();
    return switch (alteration) {
      case Alteration.None _ -> List.of(new AlteredData(data, subject.split(), 0, seeds));
      case Alteration.MissingEdges(double share) ->
          List.of(
              new AlteredData(
                  withGraph(data, thinned(data, share, work)), subject.split(), 0, seeds));
      case Alteration.FewLabels(int perClass) -> {
        List<Split> few = new ArrayList<>();
        Labels labels = data.labels().orElseThrow();
        for (int repeat = 0; repeat < seeds; repeat++) {
          few.add(few(data.split(subject.split(), repeat, repeat), labels, perClass, repeat));
        }
        var parted = new LabelledData(data.data().withSplits(few), data.features(), data.targets());
        yield List.of(new AlteredData(parted, new SplitRule.Given(), 0, seeds));
      }
      case Alteration.MissingFeatures(double share) -> {
        List<AlteredData> each = new ArrayList<>();
        for (int repeat = 0; repeat < seeds; repeat++) {
          Split split = data.split(subject.split(), repeat, repeat);
          Features left = blanked(data.features(), split, share, work);
          var poorer = new LabelledData(data.data(), left, data.targets());
          each.add(new AlteredData(poorer, subject.split(), repeat, 1));
        }
        yield each;
      }
    };
  }

  private static LabelledData withGraph(LabelledData data, CsrGraph graph) {
    return new LabelledData(data.data().withGraph(graph), data.features(), data.targets());
  }

  private static CsrGraph thinned(LabelledData data, double share, Workspace work) {
    if (share == 0) {
      return data.graph();
    }
    var config =
        new CorrectionConfig(
            new NodeChoice.TopAndSampled(1, 0),
            new MaskBudget.RemovedShare(share),
            MaskBy.EDGES,
            MaskOrder.RANDOM,
            MISSING);
    return HighBiasCorrection.apply(data.graph(), data.features(), config, work).graph();
  }

  private static Split few(Split split, Labels labels, int perClass, int repeat) {
    int[] left = new int[labels.classCount()];
    Arrays.fill(left, perClass);
    int[] train =
        Arrays.stream(split.train())
            .boxed()
            .sorted(
                (a, b) ->
                    Long.compare(
                        StatelessHash.of(repeat, LABELS, a), StatelessHash.of(repeat, LABELS, b)))
            .filter(node -> left[labels.values()[node]]-- > 0)
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    return new Split(train, split.validation(), split.test());
  }

  private static Features blanked(Features all, Split split, double share, Workspace work) {
    DenseFeatures dense = Dense.of(all, work);
    MemorySegment copy = work.allocate(dense.data().byteSize());
    copy.copyFrom(dense.data());
    boolean[] known = new boolean[all.rows()];
    for (int node : split.train()) {
      known[node] = true;
    }
    long row = (long) dense.width() * Float.BYTES;
    for (int node = 0; node < known.length; node++) {
      if (!known[node] && StatelessHash.unit(StatelessHash.of(MISSING, node)) < share) {
        copy.asSlice(node * row, row).fill((byte) 0);
      }
    }
    return new DenseFeatures(dense.rows(), dense.width(), copy);
  }
}
