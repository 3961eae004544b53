package io.atp.learn.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.EncodingConfig;
import io.atp.io.json.Json;
import io.atp.learn.plan.OperatorPlan.Kernel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OperatorPlanTest {
  static Stream<OperatorPlan> plans() {
    CorrectionConfig rows =
        new CorrectionConfig(
            new NodeChoice.DegreeAtLeast(7),
            new MaskBudget.RemovedShare(0.3),
            MaskBy.ROWS,
            MaskOrder.LEAST_ALIKE_FIRST,
            42);
    EncodingConfig sampled =
        new EncodingConfig(
            new EncodingConfig.Weights(0, 1, 0, 0.5, 0),
            EncodingConfig.Profile.AUTHORS_CODE,
            0.75,
            new EncodingConfig.ClusteringMethod.Sampled(0.1, 0.9, 3),
            EncodingConfig.Stop.NETWORKX,
            1e-8,
            77);
    return Stream.of(
        OperatorPlan.classic(0.25),
        OperatorPlan.adaptive(),
        new OperatorPlan(Optional.of(rows), new Kernel.Constant(1)),
        new OperatorPlan(Optional.empty(), new Kernel.NodeWise(sampled)),
        new OperatorPlan(Optional.of(rows), new Kernel.NodeWise(sampled)));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aPlanSurvivesJson(OperatorPlan plan) throws IOException {
    var parsed = (Map<?, ?>) Json.parse(Json.write(plan.toMap()), "test");
    Map<String, Object> map = new LinkedHashMap<>();
    parsed.forEach((key, value) -> map.put(key.toString(), value));
    assertThat(OperatorPlan.fromMap(map)).isEqualTo(plan);
  }

  @Test
  void onlyAConstantOnTheWholeGraphIsClassic() {
    assertThat(OperatorPlan.classic(0).isClassic()).isTrue();
    assertThat(OperatorPlan.adaptive().isClassic()).isFalse();
    assertThat(
            new OperatorPlan(Optional.of(CorrectionConfig.defaults()), new Kernel.Constant(0))
                .isClassic())
        .isFalse();
  }

  @Test
  void aWrongFileIsRefusedInASentence() {
    assertThatThrownBy(() -> OperatorPlan.fromMap(Map.of("r", 0.5, "mask", 1)))
        .hasMessage("an ATP configuration has correction, encoding or r, got 'mask'");
    assertThatThrownBy(() -> OperatorPlan.fromMap(Map.of()))
        .hasMessage("an ATP configuration has either encoding or r");
    assertThatThrownBy(() -> OperatorPlan.fromMap(Map.of("r", 2)))
        .hasMessageContaining("r must lie in [0, 1]");
    assertThatThrownBy(() -> OperatorPlan.fromMap(Map.of("encoding", Map.of("scale", "1"))))
        .hasMessageStartingWith("there is no setting 'scale'");
  }

  @Test
  void ofAtpTheCorrectionAloneActsWhereEdgesAreWeighedOtherwise() {
    OperatorPlan all = OperatorPlan.adaptive();
    assertThat(all.restrictedTo(OperatorUse.WEIGHTS, 0.5)).isEqualTo(all);
    assertThat(all.restrictedTo(OperatorUse.TOPOLOGY, 0.5))
        .isEqualTo(new OperatorPlan(all.correction(), new OperatorPlan.Kernel.Constant(0.5)));
    assertThat(all.restrictedTo(OperatorUse.NOTHING, 0.5)).isEqualTo(OperatorPlan.classic(0.5));
  }
}
