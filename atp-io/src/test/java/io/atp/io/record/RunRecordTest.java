package io.atp.io.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import io.atp.io.json.Json;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecordTest {
  @TempDir Path folder;

  @Test
  void everythingStandsInRunJson() throws IOException {
    Path path = folder.resolve("out");
    try (Workspace work = Workspace.open(1);
        OutputFolder out = OutputFolder.create(path)) {
      GraphData data =
          new GraphData(
              "g5",
              "test",
              NamedGraphs.g5(work),
              new BuildAccount(5, 0, 0, 5),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              new NodeIds.Same(5));
      RunRecord record =
          new RunRecord("1.2", List.of("encode", "g5.txt"))
              .config(Map.of("seed", 7))
              .input(Path.of("g5.txt"), data)
              .kernels("scalar")
              .threads(2)
              .result("edges", 5);
      for (int i = 0; i < 2; i++) {
        try (var _ = record.time("encode")) {
          Thread.onSpinWait();
        }
      }
      out.writeText("a.txt", "a");
      record.outputs(out.seal()).writeTo(out);
      out.commit();
    }
    String text = Files.readString(path.resolve("run.json"));
    Map<?, ?> map = (Map<?, ?>) Json.parse(text, "run.json");
    assertThat(map.get("producer")).isEqualTo("atp");
    assertThat(map.get("version")).isEqualTo("1.2");
    assertThat(map.get("command")).isEqualTo(List.of("encode", "g5.txt"));
    assertThat(map.get("config")).isEqualTo(Map.of("seed", 7L));
    assertThat(((Map<?, ?>) map.get("input")).get("arcs")).isEqualTo(10L);
    assertThat(map.get("threads")).isEqualTo(2L);
    assertThat((Double) ((Map<?, ?>) map.get("seconds")).get("encode")).isPositive();
    assertThat(map.get("results")).isEqualTo(Map.of("edges", 5L));
    assertThat(((Map<?, ?>) ((Map<?, ?>) map.get("files")).get("a.txt")).get("bytes"))
        .isEqualTo(1L);
    if (Files.exists(Path.of("/proc/self/status"))) {
      assertThat((Long) map.get("peakBytes")).isGreaterThan(1 << 20);
    }
  }
}
