package io.atp.lab.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.learn.model.Gcn;
import io.atp.learn.model.Gcn2;
import io.atp.learn.model.Recipe;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static Effort within(Map<String, Integer> most, int judgeEvery) {
    return new Effort(3, 5, new TreeMap<>(most), judgeEvery, false);
  }

  @Test
  void aBoundLowersWhatIsAboveItAndNothingElse() {
    Effort effort = within(Map.of("epochs", 50, "hidden", 32, "layers", 9), 4);
    Recipe<Gcn.Settings> recipe = effort.bound("gcn", new Gcn().recipe("elsewhere"));
    assertThat(recipe.training().epochs()).isEqualTo(50);
    assertThat(recipe.training().judgeEvery()).isEqualTo(4);
    assertThat(recipe.settings().hidden()).isEqualTo(32);
    assertThat(recipe.settings().layers()).isEqualTo(2);
  }

  @Test
  void aBoundOfOneBackboneGoesBeforeThatOfAll() {
    Effort effort = within(Map.of("layers", 1, "gcnii.layers", 3), 1);
    assertThat(effort.bound("gcnii", new Gcn2().recipe("cora")).settings().layers()).isEqualTo(3);
    assertThat(effort.bound("gcn", new Gcn().recipe("cora")).settings().layers()).isEqualTo(1);
  }

  @Test
  void whatIsWrittenIsReadBack() {
    SortedMap<String, Integer> most = new TreeMap<>(Map.of("gcnii.hidden", 64));
    Effort effort = new Effort(3, 5, most, 2, false);
    assertThat(Effort.fromMap(effort.toMap())).isEqualTo(effort);
  }
}
