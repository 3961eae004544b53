package io.atp.core.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.nodewise.FeatureEntry.Kept;
import io.atp.core.nodewise.NodeSteps.Distance;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeWiseTest {
  private static Strategy named(String name) {
    return Strategy.named(name);
  }

  private static NodeWise of(String... names) {
    return NodeWise.of(Arrays.stream(names).map(Strategy::named).toList());
  }

  @Test
  void noStrategyIsPlain() {
    assertThat(NodeWise.of(List.of()).isPlain()).isTrue();
    assertThat(of("ndls").isPlain()).isFalse();
  }

  @Test
  void eachStrategyFillsItsOwnPlaces() {
    assertThat(of("dgc").weights()).isInstanceOf(HopWeights.Heat.class);
    assertThat(of("gdc").entry()).isInstanceOf(FeatureEntry.Diffusion.class);
    assertThat(of("ndls").steps()).isInstanceOf(NodeSteps.ByDistance.class);
    assertThat(of("ndls").weights()).isInstanceOf(HopWeights.Mean.class);
    assertThat(of("ndm").steps()).isInstanceOf(NodeSteps.ByDegree.class);
    assertThat(of("ndm").weights()).isInstanceOf(HopWeights.Power.class);
    assertThat(of("scara").entry()).isInstanceOf(FeatureEntry.Push.class);
    assertThat(of("scara").weights()).isInstanceOf(HopWeights.PageRank.class);
  }

  @Test
  void scaraAndNdmShareTheEquationWhicheverIsNamedFirst() {
    assertThat(of("scara", "ndm")).isEqualTo(of("ndm", "scara"));
    assertThat(of("scara", "ndm").weights()).isInstanceOf(HopWeights.Power.class);
    assertThat(of("scara", "ndm").entry()).isInstanceOf(FeatureEntry.Push.class);
  }

  @Test
  void theFirstNamedHasThePlaceThatTwoAreAbout() {
    assertThat(of("dgc", "ndm").weights()).isInstanceOf(HopWeights.Heat.class);
    assertThat(of("dgc", "ndm").steps()).isInstanceOf(NodeSteps.ByDegree.class);
    assertThat(of("ndls", "ndm").steps()).isInstanceOf(NodeSteps.ByDistance.class);
    assertThat(of("ndls", "ndm").weights()).isInstanceOf(HopWeights.Power.class);
    assertThat(of("scara", "gdc").entry()).isInstanceOf(FeatureEntry.Push.class);
  }

  @Test
  void aStrategyWithNothingToDecideIsRefused() {
    assertThatThrownBy(() -> of("ndm", "ndls"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ndls has nothing left to decide after ndm; leave it out or name it first");
    assertThatThrownBy(() -> of("gdc", "scara")).hasMessageContaining("scara has nothing left");
  }

  @Test
  void badSettingsAreRefusedWithTheirNumbers() {
    assertThatThrownBy(() -> named("gcd"))
        .hasMessage("there is no node-wise strategy 'gcd'; there are dgc, gdc, ndls, ndm, scara");
    assertThatThrownBy(() -> new Strategy.Dgc(5, 3))
        .hasMessageContaining("3 Euler steps are unstable over a time of 5.0");
    assertThatThrownBy(() -> new Strategy.Ndls(0, 10, Distance.RELATIVE))
        .hasMessage("epsilon must be positive and finite, got 0.0");
    assertThatThrownBy(() -> new HopWeights.Power(1.5, 0, false))
        .hasMessageContaining("rho = 0 needs omega below 1");
    assertThatThrownBy(() -> Schedule.powerWeights(3, 0.1)).hasMessageContaining("died out");
    assertThatThrownBy(() -> new Kept.Largest(0))
        .hasMessage("entries kept must be at least 1, got 0");
    assertThatThrownBy(() -> NodeWise.of(List.of(new Strategy.Dgc(5, 10), named("ndls"))))
        .hasMessageContaining("Euler steps are the same for all nodes");
  }
}
