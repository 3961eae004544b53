package io.atp.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every op that PyTorch has, or that can be composed of what it has.
@AgainstTorch
class OpsTest {
  static Stream<OpCase> cases() {
    return Stream.of(
            ArithmeticCases.of(1, 1),
            ArithmeticCases.of(6, 3),
            ArithmeticCases.of(33, 70),
            ActivationCases.of(1, 1, 1),
            ActivationCases.of(9, 21, 5),
            ActivationCases.of(20, 47, 80),
            RowCases.of(6, 3),
            RowCases.of(40, 33),
            LossCases.of(1, 2, 1),
            LossCases.of(13, 7, 5),
            LossCases.of(40, 41, 80),
            NormCases.of(2, 3, 0),
            NormCases.of(17, 35, 0),
            NormCases.of(50, 20, 3),
            SparseCases.of(5, 3),
            SparseCases.of(40, 19),
            AttentionCases.of(5, 1, 3, false),
            AttentionCases.of(20, 3, 5, false),
            AttentionCases.of(20, 2, 17, true))
        .flatMap(all -> all);
  }

  /// Dropout is random on both sides: [DropoutTest] compares what it means.
  @Test
  void noOpIsLeftOut() throws Exception {
    Set<String> compared =
        cases().map(op -> op.op().getSimpleName()).collect(Collectors.toCollection(TreeSet::new));
    compared.add(Dropout.class.getSimpleName());
    assertThat(compared).containsAll(publicOps());
  }

  /// Public classes of the package with a static `of` that gives a tensor.
  private static Set<String> publicOps() throws Exception {
    Path archive =
        Path.of(Dropout.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> ops = new TreeSet<>();
    for (String name : classNames(archive, Dropout.class.getPackageName().replace('.', '/'))) {
      Class<?> type = Class.forName(Dropout.class.getPackageName() + "." + name);
      boolean makesTensors =
          Arrays.stream(type.getMethods())
              .anyMatch(m -> m.getName().equals("of") && m.getReturnType() == Tensor.class);
      if (Modifier.isPublic(type.getModifiers()) && makesTensors) {
        ops.add(name);
      }
    }
    assertThat(ops).hasSizeGreaterThan(40);
    return ops;
  }

  /// @param archive a jar, or a folder of classes
  private static Set<String> classNames(Path archive, String folder) throws IOException {
    if (Files.isDirectory(archive)) {
      try (Stream<Path> files = Files.list(archive.resolve(folder))) {
        return names(files);
      }
    }
    try (FileSystem jar = FileSystems.newFileSystem(archive);
        Stream<Path> files = Files.list(jar.getPath(folder))) {
      return names(files);
    }
  }

  private static Set<String> names(Stream<Path> files) {
    return files
        .map(file -> file.getFileName().toString())
        .filter(file -> file.endsWith(".class") && !file.contains("$") && !file.contains("-"))
        .map(file -> file.substring(0, file.length() - ".class".length()))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void valueAndGradientsAreThoseOfPyTorch(OpCase op) {
    op.compare();
  }
}
