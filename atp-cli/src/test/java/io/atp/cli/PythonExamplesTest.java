package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The scripts in `examples/python`, on what our commands write.
class PythonExamplesTest {
  private static final Path SCRIPTS =
      Path.of("..", "examples", "python").toAbsolutePath().normalize();

  @TempDir Path folder;

  private record Outcome(int exit, String text) {}

  private Outcome python(Object... words) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("python3"));
    for (Object word : words) {
      line.add(word.toString());
    }
    Path out = folder.resolve("python.out");
    Process process;
    try {
      process =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
    } catch (IOException e) {
      return Assumptions.abort("skipped: python3 is not here");
    }
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Outcome(process.exitValue(), Files.readString(out));
  }

  private void assumeModule(String module) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        python("-c", "import " + module).exit() == 0, "skipped: Python has no module " + module);
  }

  @ParameterizedTest
  @CsvSource({"numpy_sklearn.py", "pytorch_operator.py", "pyg_features.py"})
  void everyScriptCompilesAndIsShort(String script) throws Exception {
    Path copy = Files.copy(SCRIPTS.resolve(script), folder.resolve(script)); // its cache stays here
    Outcome compiled = python("-m", "py_compile", copy);
    assertThat(compiled.exit()).as(compiled.text()).isZero();
    assertThat(Files.readAllLines(copy)).hasSizeLessThan(60);
    assertThat(copy).content().startsWith("\"\"\"").contains("python3 examples/python/" + script);
  }

  private String run(String script) throws Exception {
    Path store = folder.resolve("store");
    Path hops = folder.resolve("hops");
    Cli.succeed(
        "generate",
        "--nodes",
        400,
        "--edges",
        2000,
        "--features",
        16,
        "--classes",
        3,
        "--out",
        store,
        "--quiet");
    Cli.succeed(
        "propagate", store, "--hops", 2, "--no-correct", "--materialise", "--out", hops, "--quiet");
    Outcome outcome = python(SCRIPTS.resolve(script), store, hops);
    assertThat(outcome.exit()).as(outcome.text()).isZero();
    return outcome.text();
  }

  @Test
  void numpyAndScipyUseWhatPropagateWrote() throws Exception {
    assumeModule("numpy");
    assumeModule("scipy.sparse");
    String said = run("numpy_sklearn.py");
    assertThat(said).contains("hop 1 = operator @ hop 0: True", "all hops: test accuracy 0.");
    double accuracy =
        Double.parseDouble(said.replaceAll("(?s).*all hops: test accuracy ([0-9.]+).*", "$1"));
    assertThat(accuracy).isGreaterThan(0.4); // three classes
  }

  @Test
  void pytorchUsesTheOperator() throws Exception {
    assumeModule("torch");
    assertThat(run("pytorch_operator.py")).contains("hop 2 = operator @ hop 1: True");
  }

  @Test
  void pygTakesTheFeatures() throws Exception {
    assumeModule("torch_geometric");
    assertThat(run("pyg_features.py"))
        .contains("hop 1 = messages of hop 0: True")
        .contains("one GCNConv step along the operator: (400, 3)");
  }
}
