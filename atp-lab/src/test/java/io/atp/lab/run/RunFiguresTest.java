package io.atp.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.correct.CorrectionAccount;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.SplitRule;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Figure;
import io.atp.lab.report.HtmlReport;
import io.atp.lab.report.Panel;
import io.atp.lab.report.Report;
import io.atp.lab.report.Setup;
import io.atp.lab.report.Table;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.Sgc;
import io.atp.learn.plan.OperatorPlan;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A run on a graph small enough for a cold JVM, from experiments to the page.
class RunFiguresTest {
  private static final Setup SETUP =
      new Setup("atp train x", Map.of(), Map.of(), Map.of("train", 1.0));
  private static final int EPOCHS = 12;

  private static Workspace work;
  private static LabelledData data;
  private static ExperimentResult baseline;
  private static ExperimentResult adaptive;

  @BeforeAll
  static void run() {
    work = Workspace.open(2);
    data = LabelledData.of(GraphGenerator.generate(GeneratorConfig.of(240, 900, 12, 3), work));
    var sgc = new Sgc();
    var recipe = sgc.recipe("").with(Map.of("scaling", "none", "epochs", "" + EPOCHS));
    var config =
        new ExperimentConfig<>(
            sgc,
            recipe,
            OperatorPlan.classic(0.5),
            new SplitRule.PerClass(10, 10, false),
            false,
            0,
            2,
            7);
    baseline = Experiment.run(data, config, work);
    adaptive = Experiment.run(data, config.withPlan(OperatorPlan.adaptive()), work);
  }

  @AfterAll
  static void close() {
    work.close();
  }

  private static RunFigures figures(boolean generated) {
    return RunFigures.of(
        new RunFigures.Subject("a <graph>", "sgc", 7, generated),
        data,
        baseline,
        Optional.of(new RunFigures.Adaptive(adaptive, OperatorPlan.adaptive())),
        work);
  }

  private static <E extends Exhibit> E exhibit(Report report, String id, Class<E> kind) {
    return report.exhibits().stream()
        .filter(it -> it.id().equals(id))
        .map(kind::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aRunWithAtpHasEveryExhibit() {
    Report report = figures(false).toReport(SETUP);
    assertThat(report.exhibits())
        .extracting(Exhibit::id)
        .containsExactly(
            "scores",
            "learning",
            "degrees",
            "degree-bars",
            "coefficients",
            "hidden-edges",
            "confusion",
            "calibration");
    assertThat(report.sentences()).anyMatch(words -> words.startsWith("With ATP: "));
    assertThat(HtmlReport.write(report)).contains("sgc on a &lt;graph&gt;, without and with ATP");
  }

  @Test
  void theEdgesFoundHiddenAreThoseTheRunHid() {
    CorrectionAccount account = adaptive.account().orElseThrow();
    assertThat(figures(false).hidden().stream().mapToLong(HiddenEdges::hidden).sum())
        .isEqualTo(account.arcsRemoved())
        .isPositive();
  }

  @Test
  void curvesAreThoseOfTheRepeatThatIsSaved() {
    Figure learning = exhibit(figures(false).toReport(SETUP), "learning", Figure.class);
    var loss = (Panel.Lines) learning.panels().getFirst();
    assertThat(loss.curves()).extracting(Panel.Curve::name).containsExactly("baseline", "ATP");
    var saved = baseline.runs().get(baseline.bestRun()).history().epochs();
    assertThat(loss.curves().getFirst().y())
        .hasSize(EPOCHS)
        .last()
        .isEqualTo(saved.getLast().trainingLoss());
  }

  @Test
  void everyScoreOfAGeneratedGraphIsMarked() {
    Report report = figures(true).toReport(SETUP);
    for (String table : new String[] {"scores", "degrees"}) {
      assertThat(exhibit(report, table, Table.class).rows())
          .flatExtracting(Table.Row::entries)
          .filteredOn(Entry.Score.class::isInstance)
          .isNotEmpty()
          .allMatch(entry -> ((Entry.Score) entry).generated());
    }
    assertThat(report.sentences().getFirst()).contains("generated");
    assertThat(report.exhibits())
        .filteredOn(Figure.class::isInstance)
        .allMatch(figure -> figure.notes().getLast().contains("generated graph"));
  }

  @Test
  void aRunWithoutAtpShowsWhatThereIs() {
    RunFigures alone =
        RunFigures.of(
            new RunFigures.Subject("g", "sgc", 7, false), data, baseline, Optional.empty(), work);
    assertThat(alone.toReport(SETUP).exhibits())
        .extracting(Exhibit::id)
        .containsExactly(
            "scores", "learning", "degrees", "degree-bars", "confusion", "calibration");
  }

  @Test
  void theSameRunGivesTheSamePage() {
    Report one = figures(false).toReport(SETUP);
    assertThat(HtmlReport.write(figures(false).toReport(SETUP))).isEqualTo(HtmlReport.write(one));
  }
}
