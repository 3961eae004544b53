package io.atp.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// The arrows inside this module, and from it.
class ArchitectureTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.atp.spark");

  private static void knowsNothingOf(String from, String... others) {
    noClasses()
        .that()
        .resideInAPackage(from)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(PRODUCT);
  }

  @Test
  void blocksKnowNeitherTablesNorRooms() {
    knowsNothingOf(
        "io.atp.spark.block",
        "io.atp.spark.table",
        "io.atp.spark.room",
        "io.atp.spark.vector",
        "io.atp.spark.learn",
        "io.atp.learn..");
  }

  @Test
  void roomsKnowNothingOfLearning() {
    knowsNothingOf("io.atp.spark.room", "io.atp.spark.learn", "io.atp.learn..");
    knowsNothingOf("io.atp.spark.vector", "io.atp.spark.room", "io.atp.spark.table");
  }

  @Test
  void onlyTheCommandKnowsTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.atp.spark.cli")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.atp.cli..", "io.atp.spark.cli", "picocli..")
        .check(PRODUCT);
  }
}
