package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import io.atp.io.dataset.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitFilesTest {
  @TempDir Path folder;

  private final NpzFixture masks =
      new NpzFixture()
          .with("train_mask", new boolean[] {true, false, false, true})
          .with("val_mask", new boolean[] {false, true, false, false})
          .with("test_mask", new boolean[] {false, false, true, false});

  @Test
  void masksBecomeNodes() throws IOException {
    List<Split> splits = SplitFiles.read(masks.write(folder.resolve("s.npz")));
    assertThat(splits).hasSize(1);
    assertThat(splits.get(0).train()).containsExactly(0, 3);
    assertThat(splits.get(0).validation()).containsExactly(1);
    assertThat(splits.get(0).test()).containsExactly(2);
  }

  @Test
  void aFolderIsReadInTheOrderOfItsNames() throws IOException {
    masks.write(folder.resolve("s_1.npz"));
    masks.with("train_mask", new boolean[] {true, false, false, false});
    masks.write(folder.resolve("s_0.npz"));
    List<Split> splits = SplitFiles.read(folder);
    assertThat(splits).extracting(split -> split.train().length).containsExactly(1, 2);
  }

  @Test
  void whatIsNoSplitIsRefused() throws IOException {
    assertThatThrownBy(() -> SplitFiles.read(folder)).hasMessageContaining("holds no .npz file");
    assertThatThrownBy(() -> SplitFiles.read(folder.resolve("none.npz")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none.npz cannot be read: it does not exist");
    Path file = folder.resolve("s.npz");
    masks.with("val_mask", new boolean[] {true, false, false, false}).write(file);
    assertThatThrownBy(() -> SplitFiles.read(file))
        .hasMessageContaining("s.npz: the validation part lists node 0, which is listed before");
    masks.with("val_mask", new boolean[] {false, true, false}).write(file);
    assertThatThrownBy(() -> SplitFiles.read(file)).hasMessageContaining("'val_mask' has shape");
    Files.write(file, new byte[] {'P', 'K'});
    assertThatThrownBy(() -> SplitFiles.read(file)).isInstanceOf(IOException.class);
  }

  @Test
  void aSplitAloneIsNoGraph() throws IOException {
    Path file = masks.write(folder.resolve("s.npz"));
    try (Workspace work = Workspace.open(1)) {
      assertThatThrownBy(() -> GraphFiles.read(file, work))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("s.npz holds a split and no graph");
    }
  }

  @ParameterizedTest
  @CsvSource({"cora, 1192, 796, 497", "citeseer, 1596, 1065, 666", "pubmed, 9463, 6310, 3944"})
  void geomGcnSplitsHaveTheirCounts(String name, int train, int validation, int test)
      throws IOException {
    List<Split> splits = SplitFiles.read(RealData.path(name + "/splits-geom-gcn"));
    assertThat(splits).hasSize(10);
    for (int i = 0; i < 10; i++) {
      // Files 4 and 5 of CiteSeer cover 2,120 of its 3,327 nodes, as published.
      boolean smaller = name.equals("citeseer") && (i == 4 || i == 5);
      Split split = splits.get(i);
      assertThat(split.train().length).isEqualTo(smaller ? 1017 : train);
      assertThat(split.validation().length).isEqualTo(smaller ? 679 : validation);
      assertThat(split.test().length).isEqualTo(smaller ? 424 : test);
    }
  }
}
