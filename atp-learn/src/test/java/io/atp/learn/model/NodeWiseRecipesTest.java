package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.nodewise.Strategy;
import io.atp.core.nodewise.Strategy.Scara;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeWiseRecipesTest {
  private static Strategy only(String name, String dataSet) {
    return NodeWiseRecipes.of(List.of(name), dataSet).getFirst();
  }

  @Test
  void columnsOfWordCountsAreNotStandardised() {
    assertThat(((Scara) only("scara", "reddit")).standardise()).isTrue();
    for (String words : List.of("cora", "pubmed", "amazon-computers", "coauthor-cs")) {
      var scara = (Scara) only("scara", words);
      assertThat(scara.standardise()).isFalse();
      assertThat(scara.tolerance()).isEqualTo(((Scara) only("scara", "")).tolerance());
    }
  }

  @Test
  void aStrategyIsNamedOnce() {
    assertThatThrownBy(() -> NodeWiseRecipes.of(List.of("ndls", "ndls"), "cora"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node-wise strategy ndls is named twice");
  }
}
