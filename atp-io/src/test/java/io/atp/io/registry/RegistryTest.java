package io.atp.io.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.io.RealData;
import io.atp.io.store.FileSummary;
import io.atp.io.store.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryTest {
  private final Registry registry = Registry.builtIn();

  private static Set<String> names(DataSet set) {
    Set<String> names = new TreeSet<>(set.aliases());
    names.add(set.name());
    return names;
  }

  @Test
  void theTwelveSetsOfThePaperAreThere() {
    assertThat(registry.all().stream().flatMap(set -> set.paper().stream()))
        .containsExactlyInAnyOrder(
            "Cora",
            "CiteSeer",
            "PubMed",
            "Photo",
            "Computer",
            "CS",
            "Physics",
            "ogbn-arxiv",
            "ogbn-products",
            "ogbn-papers100M",
            "Flickr",
            "Reddit");
  }

  @ParameterizedTest
  @CsvSource({
    "photo, amazon-photo", "Computers, amazon-computers", "CS, coauthor-cs",
        "Physics, coauthor-physics",
    "ogbn-papers100M, ogbn-papers100m", "OGBN_ARXIV, ogbn-arxiv", "wiki-Vote, wiki-vote",
        "cora, cora",
  })
  void aliasesAndCaseLeadToTheSameSet(String typed, String name) {
    assertThat(registry.find(typed).orElseThrow().name()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"coar, cora", "pubmde, pubmed", "citseer, citeseer", "ogbn-arxv, ogbn-arxiv"})
  void aSlipOfTheKeyboardIsUnderstood(String typed, String meant) {
    assertThat(registry.find(typed)).isEmpty();
    assertThat(registry.nearest(typed)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mygraph", "x", "graph.txt", ""})
  void aNameLikeNoOtherIsLeftAlone(String typed) {
    assertThat(registry.nearest(typed)).isEmpty();
  }

  @Test
  void everySetCanBeFetchedWithALimit() {
    for (DataSet set : registry.all()) {
      assertThat(set.files()).as(set.name()).isNotEmpty();
      assertThat(set.places()).as(set.name()).isNotEmpty();
      for (DataFile file : set.files()) {
        assertThat(file.url().getScheme()).isEqualTo("https");
        assertThat(file.bytes().isPresent()).isEqualTo(file.sha256().isPresent());
      }
    }
  }

  @Test
  void whatAFreshDownloadLeavesIsOneOfThePlaces() {
    for (DataSet set : registry.all()) {
      boolean found =
          set.places().stream()
              .anyMatch(
                  place ->
                      place.path().equals(set.name()) || place.path().startsWith(set.name() + "/"));
      assertThat(found).as(set.name()).isTrue();
    }
  }

  @Test
  void theAmazonAndCoauthorGraphsAreCutToTheLargestComponent() {
    List<String> cut =
        registry.all().stream().filter(DataSet::largestComponentOnly).map(DataSet::name).toList();
    assertThat(cut)
        .containsExactly("amazon-photo", "amazon-computers", "coauthor-cs", "coauthor-physics");
    assertThat(registry.find("photo").orElseThrow().largestComponent().orElseThrow().nodes())
        .isEqualTo(7487);
  }

  @Test
  void sizesAndSumsAreThoseOfTheFilesAtHand() throws IOException {
    Path data = RealData.path("");
    int compared = 0;
    for (DataSet set : registry.all()) {
      for (DataFile file : set.files()) {
        for (String folder : new String[] {set.name(), "heterophilous"}) {
          Path path = data.resolve(folder).resolve(file.name());
          if (Files.isRegularFile(path) && file.sha256().isPresent()) {
            FileSummary here = Sha256.summary(path);
            assertThat(here.sha256()).as(path.toString()).isEqualTo(file.sha256().get());
            assertThat(here.bytes()).isEqualTo(file.bytes().getAsLong());
            compared++;
          }
        }
      }
    }
    assertThat(compared).isGreaterThanOrEqualTo(38);
  }

  @Test
  void twoSetsOfOneNameAreRefused() {
    DataSet cora = registry.find("cora").orElseThrow();
    DataSet photo = registry.find("photo").orElseThrow();
    DataSet posing =
        new DataSet(
            "photo",
            List.of("CORA"),
            "",
            photo.paper(),
            photo.home(),
            "",
            photo.split(),
            photo.counts(),
            photo.largestComponent(),
            photo.places(),
            photo.files());
    assertThatThrownBy(() -> new Registry(List.of(cora, posing)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CORA");
  }

  @Test
  void distanceCountsSwapsAsOne() {
    assertThat(NearNames.distance("cora", "cora")).isZero();
    assertThat(NearNames.distance("coar", "cora")).isEqualTo(1);
    assertThat(NearNames.distance("", "abc")).isEqualTo(3);
    assertThat(NearNames.distance("kitten", "sitting")).isEqualTo(3);
    for (DataSet set : registry.all()) {
      for (String name : names(set)) {
        assertThat(NearNames.distance(name, name + "s")).isEqualTo(1);
      }
    }
  }
}
