package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncodeCommandTest {
  @TempDir Path folder;

  private static ByteBuffer content(Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int header = 10 + buffer.getShort(8);
    return buffer.position(header).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static double[] doubles(Path file) throws IOException {
    var values = content(file).asDoubleBuffer();
    double[] array = new double[values.remaining()];
    values.get(array);
    return array;
  }

  private static long[] longs(Path file) throws IOException {
    var values = content(file).asLongBuffer();
    long[] array = new long[values.remaining()];
    values.get(array);
    return array;
  }

  @Test
  void aTriangleWithATailIsDescribedExactly() throws IOException {
    Path list = Cli.edgeList(folder, "small.txt", "0 1", "1 2", "2 0", "2 3");
    Path out = folder.resolve("out");
    Cli.succeed("encode", list, "--no-correct", "--out", out);
    assertThat(longs(out.resolve("triangles.npy"))).containsExactly(1, 1, 1, 0);
    assertThat(doubles(out.resolve("clustering.npy"))).containsExactly(1, 1, 1.0 / 3, 0);
    assertThat(doubles(out.resolve("degree.npy"))).containsExactly(2.0 / 3, 2.0 / 3, 1, 1.0 / 3);
    assertThat(doubles(out.resolve("pagerank.npy"))).hasSize(4);
    assertThat(doubles(out.resolve("katz.npy"))).hasSize(4);
    double length = 0;
    for (double u : doubles(out.resolve("eigenvector.npy"))) {
      length += u * u;
    }
    assertThat(length).isCloseTo(1, within(1e-9));
    assertThat(Arrays.stream(doubles(out.resolve("coefficients.npy"))))
        .allMatch(r -> r >= 0 && r <= 0.5);
  }

  @Test
  void theRecordSaysHowIterationsEnded() {
    Map<String, Object> record =
        Cli.succeed("encode", Cli.store(folder), "--out", folder.resolve("out"), "--json").json();
    var told = (Map<?, ?>) ((Map<?, ?>) record.get("results")).get("encoding");
    var eigenvector = (Map<?, ?>) told.get("eigenvector");
    assertThat(eigenvector.get("converged")).isEqualTo(true);
    assertThat((double) eigenvector.get("residual")).isLessThan(1e-8);
  }

  @Test
  void coraHasItsPublishedDegreesAndClustering() throws IOException {
    Path out = folder.resolve("cora");
    Cli.succeed("encode", Cli.data("cora"), "--no-correct", "--out", out);
    assertThat(longs(out.resolve("triangles.npy"))).hasSize(2708);
    long corners = 0;
    for (long count : longs(out.resolve("triangles.npy"))) {
      corners += count;
    }
    assertThat(corners).isEqualTo(3 * 1630);
  }
}
