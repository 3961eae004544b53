package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import java.util.Optional;

/// Whether ATP is likely to help: a rule of thumb, from nine graphs on which it was tried.
///
/// What was measured (10 splits, 20 training nodes a class, settings chosen on validation; gain of
/// ATP over r = ½ in points of test accuracy, hub share as in [DegreeProfile]):
///
/// | graph | mean degree | hub share | homophily | gain |
/// | --- | --- | --- | --- | --- |
/// | Flickr, small | 63 | .54 | .24 | 14.3 (GCN), 1.0 (MLP on mean hops) |
/// | Computers | 37 | .42 | .78 | 2.7 (GCN) |
/// | Chameleon | 28 | .48 | .23 | 1.8 (GCN, by a constant r) |
/// | Squirrel | 76 | .57 | .22 | 1.2 (MLP on mean hops) |
/// | Photo | 32 | .38 | .83 | 0.7 to 1.2 (GCN) |
/// | Coauthor CS, PubMed, Cora, CiteSeer | 2.7 to 8.9 | .32 to .49 | .74 to .81 | none |
///
/// All five graphs above a mean degree of 25 gained, none of the four below 10 did; between the two
/// nothing was measured. A graph without hubs has nothing to hide edges of, whatever its density.
record Outlook(
    Verdict verdict, DegreeProfile degrees, Optional<HomophilyBands> homophily, boolean labelled) {
  private static final double DENSE = 25;
  private static final double SPARSE = 10;
  private static final double HUBS = 0.3;

  /// Between the lowest (.74) of the homophilous and the highest (.24) of the others.
  private static final double ALIKE = 0.5;

  enum Verdict {
    LIKELY,
    OPEN,
    UNLIKELY
  }

  /// @param labelled whether there are classes to learn, and so a validation to choose by
  static Outlook of(DegreeProfile degrees, Optional<HomophilyBands> homophily, boolean labelled) {
    Verdict verdict =
        degrees.mean() < SPARSE || degrees.hubShare() < HUBS
            ? Verdict.UNLIKELY
            : degrees.mean() >= DENSE ? Verdict.LIKELY : Verdict.OPEN;
    return new Outlook(verdict, degrees, homophily, labelled);
  }

  Finding finding() {
    boolean alike = homophily.map(bands -> bands.overall() >= ALIKE).orElse(true);
    String measured =
        text(
            "mean degree %.1f, the top tenth of the nodes holds %.0f %% of the edge ends",
            degrees.mean(), 100 * degrees.hubShare());
    return switch (verdict) {
      case LIKELY ->
          Finding.of(
              Severity.NOTE,
              "atp-likely-helps",
              "ATP is likely to help: " + measured,
              "a rule of thumb: of nine graphs tried, the five with a mean degree above 25 gained"
                  + " 0.7 to 14 points over the usual r = ½, mostly by hiding edges of hubs"
                  + (alike ? "" : "; where few neighbours share a class, strong masks did best"),
              alike ? search() : Remedy.MASK_HUBS_HARD);
      case OPEN ->
          Finding.of(
              Severity.NOTE,
              "atp-open",
              "ATP may or may not help: " + measured,
              "a rule of thumb: of nine graphs tried, those with a mean degree above 25 gained and"
                  + " those below 10 did not; a search that includes \"no ATP\" decides",
              search());
      case UNLIKELY ->
          new Finding(
              Severity.NOTE,
              "atp-unlikely-to-help",
              "ATP is unlikely to help much: " + measured,
              degrees.hubShare() < HUBS
                  ? "there are hardly any hubs, and hiding edges of hubs is where most of the gain"
                      + " comes from"
                  : "a rule of thumb: of nine graphs tried, those with a mean degree below 10"
                      + " gained nothing, and strong masks did harm there",
              labelled ? Optional.of(Remedy.LEAVE_OUT) : Optional.empty());
    };
  }

  /// Settings are chosen on validation; where nothing can be validated, those that did best.
  private Remedy search() {
    return labelled ? Remedy.SEARCH : Remedy.MASK_HUBS;
  }
}
