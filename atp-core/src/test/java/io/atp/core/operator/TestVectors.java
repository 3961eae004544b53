package io.atp.core.operator;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The numbers that go with [io.atp.core.graph.NamedGraphs#g5]: features, coefficients, and P̃ to
/// six decimals.
public final class TestVectors {
  public static final double[][] X = {{1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
  public static final NodeCoefficients R =
      new NodeCoefficients(new double[] {0.5, 0.25, 1, 0, 0.75});

  public static final double[][] S = {
    {.333333, .333333, .288675, 0, 0},
    {.333333, .333333, .288675, 0, 0},
    {.288675, .288675, .25, .288675, 0},
    {0, 0, .288675, .333333, .408248},
    {0, 0, 0, .408248, .5}
  };
  public static final double[][] P_TILDE = {
    {.333333, .438691, .144338, 0, 0},
    {.253279, .333333, .109673, 0, 0},
    {.577350, .759836, .25, 1, 0},
    {0, 0, .083333, .333333, .198201},
    {0, 0, 0, .840896, .5}
  };
  public static final double[][] P_TILDE_LIMIT = {
    {.2, .263215, .11547, .34641, .137318},
    {.151967, .2, .087738, .263215, .104339},
    {.46188, .607869, .266667, .8, .317122},
    {.11547, .151967, .066667, .2, .07928},
    {.194197, .255577, .11212, .336359, .133333}
  };

  private TestVectors() {}

  public static DenseFeatures features(Workspace work, double[][] rows) {
    int width = rows[0].length;
    MemorySegment data = work.allocateFloats((long) rows.length * width);
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < width; c++) {
        data.setAtIndex(ValueLayout.JAVA_FLOAT, (long) i * width + c, (float) rows[i][c]);
      }
    }
    return new DenseFeatures(rows.length, width, data);
  }
}
