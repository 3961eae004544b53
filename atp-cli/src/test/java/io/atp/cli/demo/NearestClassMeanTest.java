package io.atp.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class NearestClassMeanTest {
  private static DenseFeatures rows(float[]... rows) {
    MemorySegment data = Arena.ofAuto().allocate((long) rows.length * rows[0].length * 4);
    for (int row = 0; row < rows.length; row++) {
      for (int column = 0; column < rows[row].length; column++) {
        data.setAtIndex(
            ValueLayout.JAVA_FLOAT, (long) row * rows[row].length + column, rows[row][column]);
      }
    }
    return new DenseFeatures(rows.length, rows[0].length, data);
  }

  @Test
  void aNodeGetsTheClassInWhoseDirectionItPoints() {
    DenseFeatures x =
        rows(
            new float[] {1, 0},
            new float[] {0, 1},
            new float[] {100, 1}, // far away, but in the first direction
            new float[] {0.1f, 0.2f});
    NearestClassMean classifier =
        NearestClassMean.fit(x, Labels.of(new int[] {0, 1, 0, 1}), new int[] {0, 1});
    assertThat(classifier.predict(x, 2)).isZero();
    assertThat(classifier.predict(x, 3)).isEqualTo(1);
  }

  @Test
  void accuracyIsTheShareOfNodesThatGetTheirOwnClass() {
    DenseFeatures x =
        rows(new float[] {1, 0}, new float[] {0, 1}, new float[] {1, 0}, new float[] {1, 0});
    Labels labels = Labels.of(new int[] {0, 1, 0, 1});
    NearestClassMean classifier = NearestClassMean.fit(x, labels, new int[] {0, 1});
    assertThat(classifier.accuracy(x, labels, new int[] {2, 3})).isEqualTo(0.5);
  }

  @Test
  void aRowOfZerosGoesToTheFirstClass() {
    DenseFeatures x = rows(new float[] {1, 0}, new float[] {0, 1}, new float[] {0, 0});
    NearestClassMean classifier =
        NearestClassMean.fit(x, Labels.of(new int[] {0, 1, 1}), new int[] {0, 1});
    assertThat(classifier.predict(x, 2)).isZero();
  }

  @Test
  void bandsAreTheLowerHalfAndTheTopTenthByDegree() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 9); // node 0 is the centre
      int[] all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
      DegreeBands bands = DegreeBands.of(star, all);
      assertThat(bands.all()).isEqualTo(all);
      assertThat(bands.low()).containsExactly(1, 2, 3, 4, 5);
      assertThat(bands.high()).containsExactly(0);
    }
  }
}
