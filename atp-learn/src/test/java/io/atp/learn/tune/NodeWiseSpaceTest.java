package io.atp.learn.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.correct.MaskBy;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWisePropagation;
import io.atp.core.nodewise.Strategy;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.SmallExperiment;
import io.atp.learn.model.NodeWiseRecipes;
import io.atp.learn.model.Recipe;
import io.atp.learn.model.Sgc;
import io.atp.learn.plan.OperatorUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeWiseSpaceTest {
  private static Recipe<Sgc.Settings> recipe(String... names) {
    return new Sgc().recipe("").withNodeWise(NodeWiseRecipes.of(List.of(names), ""));
  }

  @Test
  void everyChoiceDrawnCanBeCarriedOut() {
    try (Workspace work = Workspace.open(2)) {
      GraphData data = SmallExperiment.graph(work);
      var operator = PropagationOperator.classic(data.graph(), 0.5);
      var form = PropagationConfig.of(2, new HopCombiner.All());
      for (String[] names : new String[][] {{"dgc"}, {"ndls"}, {"ndm"}, {"scara", "ndm"}}) {
        Set<NodeWise> seen = new HashSet<>();
        var space = new SearchSpace<>(recipe(names), OperatorUse.WEIGHTS, 3);
        for (int number = 0; number < 60; number++) {
          seen.add(
              NodeWise.of(
                  space.candidate(Family.ADAPTIVE, number, Optional.empty()).recipe().nodeWise()));
        }
        assertThat(seen).hasSizeGreaterThan(3);
        for (NodeWise choice : seen) {
          NodeWisePropagation.propagate(
              operator, data.features().orElseThrow(), choice, form, work);
        }
      }
    }
  }

  @Test
  void ofSeveralStrategiesEverySelectionIsTriedBeforeAnythingElse() {
    List<Strategy> two = recipe("scara", "ndm").nodeWise();
    assertThat(NodeWiseSpace.selections(two)).containsExactly("none", "scara", "ndm", "scara,ndm");
    var space = new SearchSpace<>(recipe("scara", "ndm"), OperatorUse.WEIGHTS, 1);
    for (Family family : Family.values()) {
      List<List<String>> first = new ArrayList<>();
      for (int number = 0; number < 4; number++) {
        Candidate<?> candidate = space.candidate(family, number, Optional.empty());
        first.add(candidate.recipe().nodeWise().stream().map(Strategy::name).toList());
      }
      assertThat(first)
          .containsExactly(List.of("scara", "ndm"), List.of(), List.of("scara"), List.of("ndm"));
    }
  }

  @Test
  void bothFamiliesDrawTheSameStrategies() {
    var space = new SearchSpace<>(recipe("scara", "ndm"), OperatorUse.WEIGHTS, 1);
    for (int number = space.opening(Family.ADAPTIVE).size(); number < 40; number++) {
      assertThat(space.candidate(Family.ADAPTIVE, number, Optional.empty()).recipe())
          .isEqualTo(space.candidate(Family.CLASSIC, number, Optional.empty()).recipe());
    }
  }

  @Test
  void rowsAreNotMaskedAloneWhereStepsGoByDistance() {
    var space = new SearchSpace<>(recipe("ndls"), OperatorUse.WEIGHTS, 1);
    for (int number = 0; number < 80; number++) {
      var plan = space.candidate(Family.ADAPTIVE, number, Optional.empty()).plan();
      assertThat(plan.correction().map(mask -> mask.by()).orElse(MaskBy.EDGES))
          .isEqualTo(MaskBy.EDGES);
    }
  }

  @Test
  void aSearchWithStrategiesIsTheSameOnAnyNumberOfThreads() {
    assertThat(trials(2)).isEqualTo(trials(1));
  }

  private static List<Trial> trials(int threads) {
    try (Workspace work = Workspace.open(threads)) {
      var plain = SmallExperiment.config(new Sgc(), 2, "epochs", "5");
      var base =
          plain.withRecipe(
              plain.recipe().withNodeWise(NodeWiseRecipes.of(List.of("scara", "ndm"), "")));
      return Tuner.tune(
              LabelledData.of(SmallExperiment.graph(work)), base, new TuneConfig(14, 0, 2, 5), work)
          .adaptive()
          .trials();
    }
  }
}
