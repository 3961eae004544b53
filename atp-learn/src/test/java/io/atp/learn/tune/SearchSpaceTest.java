package io.atp.learn.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Gat;
import io.atp.learn.model.Sgc;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorUse;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchSpaceTest {
  @ParameterizedTest
  @CsvSource({
    "sign, hops;hidden;dropout;inputDropout;hopNorm;joined",
    "fsgnn, hops;hopNorm",
    "s2gc, hops;self",
    "appnp, hops;restartProbability",
    "gbp, hidden;restartProbability",
    "pprgo, restartProbability",
    "grand-plus, inputDropout;restartProbability",
    "label-propagation, hops;restart",
  })
  void settingsOfTheBackboneItselfAreTried(String name, String settings) {
    Set<String> tried = tried(Backbones.named(name));
    assertThat(tried).contains(settings.split(";")).contains("learningRate", "scaling");
  }

  private static <S extends Record, I> Set<String> tried(Backbone<S, I> backbone) {
    var space = new SearchSpace<>(backbone.recipe(""), OperatorUse.WEIGHTS, 1);
    Set<String> names = new TreeSet<>();
    for (int number = 0; number < 100; number++) {
      names.addAll(space.candidate(Family.ADAPTIVE, number, Optional.empty()).changes().keySet());
    }
    return names;
  }

  @Test
  void familiesKeepToTheirOperators() {
    var space = new SearchSpace<>(new Sgc().recipe(""), OperatorUse.WEIGHTS, 1);
    for (Family family : Family.values()) {
      for (int number = 0; number < 80; number++) {
        OperatorPlan plan = space.candidate(family, number, Optional.empty()).plan();
        assertThat(family.contains(plan)).as("%s %d: %s", family, number, plan).isTrue();
      }
    }
    assertThat(space.opening(Family.ADAPTIVE)).anyMatch(first -> first.plan().isClassic());
    assertThat(space.opening(Family.WHOLE)).hasSize(4).noneMatch(first -> first.plan().isClassic());
  }

  @Test
  void whereCoefficientsDoNotActNoneCanBeTakenOut() {
    var space = new SearchSpace<>(Gat.original().recipe(""), OperatorUse.TOPOLOGY, 1);
    assertThatThrownBy(() -> space.opening(Family.WHOLE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only the correction acts");
  }
}
