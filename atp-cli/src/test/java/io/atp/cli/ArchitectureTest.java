package io.atp.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.atp.core.encode.NodeCoefficients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The arrows between modules and rooms.
class ArchitectureTest {
  private static JavaClasses product;

  @BeforeAll
  static void importClasses() {
    product =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.atp");
    assertThat(product.containPackage("io.atp.core.graph")).isTrue();
    assertThat(product.containPackage("io.atp.io.store")).isTrue();
  }

  /// The package and all below it.
  private static String room(String name) {
    return "io.atp." + name + "..";
  }

  private static void knowsNothingOf(String from, String... others) {
    String[] rooms = Stream.of(others).map(ArchitectureTest::room).toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(room(from))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(rooms)
        .check(product);
  }

  @Test
  void runtimeKnowsNoOtherRoom() {
    classes()
        .that()
        .resideInAPackage(room("core.runtime"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(room("core.runtime"), "java..")
        .check(product);
  }

  @Test
  void kernelKnowsNoGraph() {
    classes()
        .that()
        .resideInAPackage(room("core.kernel"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(room("core.kernel"), room("core.runtime"), "java..", "jdk.incubator..")
        .check(product);
  }

  @Test
  void graphKnowsNothingOfThePaper() {
    knowsNothingOf(
        "core.graph",
        "core.correct",
        "core.encode",
        "core.operator",
        "core.propagate",
        "core.push",
        "core.spectral",
        "core.feature",
        "core.partition");
  }

  @Test
  void partitionKnowsNothingOfThePaper() {
    knowsNothingOf(
        "core.partition",
        "core.correct",
        "core.encode",
        "core.operator",
        "core.propagate",
        "core.push",
        "core.feature",
        "core.kernel");
  }

  @Test
  void featureKnowsNoGraph() {
    knowsNothingOf(
        "core.feature",
        "core.graph",
        "core.correct",
        "core.encode",
        "core.operator",
        "core.propagate",
        "core.push");
  }

  @Test
  void correctAndEncodeAreRoomsOfTheirOwn() {
    knowsNothingOf("core.correct", "core.encode", "core.operator", "core.propagate", "core.push");
    knowsNothingOf("core.encode", "core.correct", "core.operator", "core.propagate", "core.push");
  }

  @Test
  void operatorKnowsNeitherPropagationNorCorrection() {
    knowsNothingOf("core.operator", "core.propagate", "core.push", "core.correct", "core.feature");
  }

  @Test
  void propagateTakesTheOperatorAndNotHowItCameAbout() {
    knowsNothingOf("core.propagate", "core.correct", "core.encode", "core.push");
  }

  @Test
  void pushKnowsOfThePaperOnlyTheOperatorAndItsCoefficients() {
    knowsNothingOf("core.push", "core.correct", "core.propagate", "core.spectral");
    noClasses()
        .that()
        .resideInAPackage(room("core.push"))
        .should()
        .dependOnClassesThat(
            resideInAPackage(room("core.encode")).and(not(type(NodeCoefficients.class))))
        .check(product);
  }

  @Test
  void nodewiseTakesTheOperatorAndNobodyBeforeItKnowsIt() {
    knowsNothingOf("core.nodewise", "core.correct", "core.encode", "core.spectral");
    for (String room :
        new String[] {"graph", "feature", "correct", "encode", "operator", "propagate", "push"}) {
      knowsNothingOf("core." + room, "core.nodewise");
    }
  }

  @Test
  void modulesDependOneWay() {
    knowsNothingOf("core", "io", "tables", "webgraph", "learn", "lab", "cli");
    knowsNothingOf("io", "tables", "webgraph", "learn", "lab", "cli");
    knowsNothingOf("tables", "webgraph", "learn", "lab", "cli");
    knowsNothingOf("webgraph", "tables", "learn", "lab", "cli");
    knowsNothingOf("learn", "tables", "webgraph", "lab", "cli");
    knowsNothingOf("lab", "tables", "webgraph", "cli");
  }

  @Test
  void drawingKnowsNoReportAndAReportNoRun() {
    knowsNothingOf("lab.svg", "lab.report", "lab.run", "learn", "io");
    knowsNothingOf("lab.report", "lab.run", "learn.model", "learn.experiment", "learn.train");
  }

  @Test
  void learningFlowsFromTensorsToModelsToExperiments() {
    knowsNothingOf(
        "learn.tensor",
        "learn.optimise",
        "learn.model",
        "learn.train",
        "learn.experiment",
        "learn.tune",
        "learn.predict",
        "learn.plan");
    knowsNothingOf(
        "learn.optimise", "learn.model", "learn.train", "learn.experiment", "learn.tune");
    knowsNothingOf("learn.model", "learn.train", "learn.experiment", "learn.tune", "learn.predict");
    knowsNothingOf("learn.model.input", "learn.model.layer");
    knowsNothingOf("learn.sample", "learn.optimise", "learn.model", "learn.train");
    knowsNothingOf("learn.train", "learn.experiment", "learn.tune", "learn.predict");
    knowsNothingOf("learn.evaluate", "learn.tensor", "learn.model", "learn.train");
    knowsNothingOf("learn.plan", "learn.model", "learn.train", "learn.experiment");
    knowsNothingOf("learn.experiment", "learn.tune", "learn.predict");
  }

  @Test
  void predictionCarriesNoTrainingCode() {
    noClasses()
        .that()
        .haveNameMatching("io\\.atp\\.learn\\.predict\\.(NodePredictor|Predictor|Explainer).*")
        .should()
        .dependOnClassesThat()
        .haveNameMatching("io\\.atp\\.learn\\.train\\.(Trainer|Checkpoints|Stopping).*")
        .check(product);
  }

  @Test
  void coreIoLearnAndLabNeedTheJdkAlone() {
    classes()
        .that()
        .resideInAnyPackage(room("core"), room("io"), room("learn"), room("lab"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.xml..",
            room("core"),
            room("io"),
            room("learn"),
            room("lab"),
            "jdk.incubator..")
        .check(product);
  }

  @Test
  void theIncubatorModuleIsKnownToKernelsOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(room("core.kernel"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator..")
        .check(product);
  }

  @Test
  void everyPackageSaysWhatItIs() throws IOException {
    Set<String> silent = new TreeSet<>();
    for (String module :
        new String[] {
          "atp-core",
          "atp-io",
          "atp-tables",
          "atp-webgraph",
          "atp-learn",
          "atp-lab",
          "atp-cli",
          "atp-spark"
        }) {
      Path sources = Path.of("..", module, "src", "main", "java");
      try (Stream<Path> files = Files.walk(sources)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .map(Path::getParent)
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .forEach(folder -> silent.add(folder.toString()));
      }
    }
    assertThat(silent).isEmpty();
  }
}
