package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static io.atp.learn.model.SmallGraph.assertRow;
import static io.atp.learn.model.SmallGraph.assertRows;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.HopAttention;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.Softmax;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What each hop backbone makes of the five-node graph, to the six decimals of the spec.
class HopModelsTest {
  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private Matrix rows(HopInputs inputs, int index) {
    return inputs.rows(engine.tape(), index, ALL).value();
  }

  @Test
  void sgcTakesTheLastHopAndTheAuthorsClassTheMean() {
    var last =
        new Sgc().prepare(new Sgc.Settings(2, Sgc.Hops.LAST), SmallGraph.nodeWise(work), work);
    assertRow(rows(last, 0).row(2), 1.238140, 2.175683);
    var mean =
        new Sgc().prepare(new Sgc.Settings(2, Sgc.Hops.MEAN), SmallGraph.symmetric(work), work);
    assertRow(rows(mean, 0).row(3), .679104, 1.309764);
  }

  @Test
  void s2gcAddsHopsInItsThreeForms() {
    assertRows(
        s2gc(S2gc.Form.ORIGINAL, SmallGraph.symmetric(work)),
        new double[][] {
          {.616287, .645454},
          {.566287, .695454},
          {.691961, 1.014218},
          {.967724, 1.016413},
          {1.026813, .767012}
        });
    assertRows(
        s2gc(S2gc.Form.SUM, SmallGraph.symmetric(work)),
        new double[][] {
          {2.192183, 1.358850},
          {1.192183, 2.358850},
          {2.351496, 3.029932},
          {2.037313, 3.929291},
          {3.951184, 1.614762}
        });
    assertRows(
        s2gc(S2gc.Form.ORIGINAL, SmallGraph.nodeWise(work)),
        new double[][] {
          {.484880, .667920},
          {.330437, .557509},
          {1.031108, 2.513121},
          {.430727, .852473},
          {1.004119, 1.497847}
        });
    assertRows(
        s2gc(S2gc.Form.MEAN, SmallGraph.nodeWise(work)),
        new double[][] {
          {.638512, .468716},
          {.231886, .689480},
          {1.021830, 2.061839},
          {.302265, 1.194718},
          {1.301136, 1.051121}
        });
  }

  private Matrix s2gc(S2gc.Form form, Problem problem) {
    return rows(new S2gc().prepare(new S2gc.Settings(2, 0.05, form), problem, work), 0);
  }

  @Test
  void signKeepsEveryHopApart() {
    var inputs =
        new Sign()
            .prepare(new Sign.Settings(2, 4, 0, 0, false, false), SmallGraph.symmetric(work), work);
    assertRow(rows(inputs, 0).row(2), 1, 1);
    assertRow(rows(inputs, 1).row(2), .538675, 1.116025);
    assertRow(rows(inputs, 2).row(2), .812821, .913907);
  }

  @Test
  void recursiveAttentionComparesEachHopWithWhatWasGatheredBefore() {
    var inputs =
        new Sign()
            .prepare(new Sign.Settings(2, 4, 0, 0, false, false), SmallGraph.symmetric(work), work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      HopAttention attention =
          HopAttention.create(
              store, HopAttention.Reference.RECURSIVE, HopAttention.Activation.SIGMOID, 2, 3, 0, 0);
      set(attention.referencePart(), .5f, -.5f);
      set(attention.hopPart(), 1, .25f);
      List<Tensor> hops = inputs.rows(tape, ALL);
      assertRows(
          attention.scores(hops, Phase.judging()).value(),
          new double[][] {
            {.817574, .782026, .732791},
            {.437823, .568936, .627323},
            {.777300, .693744, .711563},
            {.377541, .585164, .683235},
            {.952574, .900619, .846631}
          });
      Tensor weights = attention.weights(hops, Phase.judging());
      assertRow(weights.value().row(0), .346766, .334656, .318578);
      assertRows(
          WeightedSum.of(hops, weights).value(),
          new double[][] {
            {.736570, .442900},
            {.417556, .776330},
            {.790067, 1.009141},
            {.731717, 1.253509},
            {1.335606, .524134}
          });
    }
  }

  @Test
  void sagnComparesEachHopWithTheNodeItself() {
    var inputs =
        new Sign()
            .prepare(new Sign.Settings(2, 4, 0, 0, false, false), SmallGraph.symmetric(work), work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      Parameter hopPart = store.create("hop", 1, 2, new Initialiser.Constant(0));
      Parameter ownPart = store.create("own", 1, 2, new Initialiser.Constant(0));
      set(hopPart, 1, -1);
      set(ownPart, .5f, .5f);
      List<Tensor> hops = inputs.rows(tape, ALL);
      Tensor z = Sagn.attend(hops, hopPart, ownPart, Phase.judging(), 0);
      assertRows(
          Add.of(z, hops.getFirst()).value(),
          new double[][] {
            {1.837488, .272902},
            {.461176, 1.749195},
            {1.826320, 1.994856},
            {.899209, 3.092628},
            {3.751578, .195897}
          });
    }
  }

  @Test
  void fsgnnWalksWithAndWithoutLoops() {
    var inputs =
        new Fsgnn()
            .prepare(
                new Fsgnn.Settings(2, 2, 0, true, 0, 0, 0, 0.01), SmallGraph.symmetric(work), work);
    try (Tape tape = engine.tape();
        var store = new ParameterStore(1)) {
      Tensor shares =
          Softmax.of(tape.parameter(store.create("s", 1, 5, new Initialiser.Constant(1))));
      List<Tensor> parts =
          inputs.rows(tape, ALL).stream()
              .map(x -> WeightedSum.of(List.of(NormaliseRows.of(x)), first(shares)))
              .toList();
      Matrix all = Concat.of(parts).value();
      assertRow(
          all.row(0),
          .2,
          0,
          .081996,
          .182419,
          .141421,
          .141421,
          .132265,
          .150020,
          .122397,
          .158174);
      assertRow(all.row(4), .2, 0, 0, .2, .154919, .126491, .195163, .043718, .153199, .128569);
    }
  }

  private static Tensor first(Tensor shares) {
    return SliceColumns.of(shares, 0, 1);
  }

  private static void set(Parameter parameter, float... values) {
    parameter.value().copyFrom(new float[][] {values});
  }
}
