package io.atp.lab.cell;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Split;
import io.atp.lab.cell.OperatorChoice.Thinned;
import io.atp.lab.cell.OperatorChoice.Tuned;
import io.atp.lab.run.Machine;
import io.atp.learn.experiment.EpochAccuracies;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.Agp;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Fsgnn;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.Gbp;
import io.atp.learn.model.Gcn;
import io.atp.learn.model.HopBackbone;
import io.atp.learn.model.Mlp;
import io.atp.learn.model.NodeWiseRecipes;
import io.atp.learn.model.PprGo;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.tune.Family;
import io.atp.learn.tune.TrialFile;
import io.atp.learn.tune.TuneConfig;
import io.atp.learn.tune.Tuner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Makes measurements of one data set, each once: what is on record is read back.
///
/// A search serves every cell that hangs on it, and baseline and ATP come from the same one, under
/// the same budget. Where nobody asks for ATP, as with attention in the paper's first table, the
/// baseline is searched alone. Where a part of ATP is to be taken out, an ATP that has them all is
/// searched under that budget, too: validation might have preferred one without.
public final class Measurement {
  /// Nodes of at most this degree are low, as the figure has it for Cora.
  private static final int LOW_DEGREE = 3;

  /// And for ogbn-products.
  private static final int LOW_DEGREE_OF_PRODUCTS = 5;

  /// Whose curves are recorded.
  static final List<String> DEGREE_GROUPS = List.of("low", "high", "all");

  private static final long QUICK_ARCS = 100_000;

  /// Runs of which times are the mean, after one in which the JVM learns the way.
  public static final int TIMED_RUNS = 3;

  private final Subject subject;
  private final CellRecords records;
  private final Workspace work;

  public Measurement(Subject subject, CellRecords records, Workspace work) {
    this.subject = subject;
    this.records = records;
    this.work = work;
  }

  /// A failure is a record too, so that others go on; it is tried again next time.
  public CellRecord of(Cell cell) throws IOException {
    Optional<CellRecord> known = records.read(cell, subject.checksum());
    if (known.isPresent()) {
      return known.get();
    }
    Backbone<?, ?> backbone = Backbones.named(cell.model());
    if (records.effort().quick() && isLong(backbone)) {
      String sentence =
          "a quick look leaves out %s on more than %,d arcs".formatted(backbone.name(), QUICK_ARCS);
      return CellRecord.failed(cell, sentence, subject.generated());
    }
    try {
      return measured(cell, backbone);
    } catch (RuntimeException | OutOfMemoryError e) {
      String sentence = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return kept(cell, CellRecord.failed(cell, sentence, subject.generated()));
    }
  }

  /// Cells whose records this one reads.
  public static List<Cell> needs(Cell cell) {
    return switch (cell.operator()) {
      case OperatorChoice.Fixed _ -> List.of();
      case Tuned _ -> cell.isSearch() ? List.of() : List.of(plain(cell));
      case OperatorChoice.Ablated _ -> List.of(plain(cell).withOperator(new Tuned(Family.WHOLE)));
      case Thinned(LostEdges lost) -> {
        Cell baseline = plain(cell).withOperator(new Tuned(Family.CLASSIC));
        Cell corrected = plain(cell).withOperator(new Thinned(LostEdges.CORRECTION));
        yield lost == LostEdges.CORRECTION ? List.of(baseline) : List.of(baseline, corrected);
      }
    };
  }

  /// Whether an epoch goes over a large graph more often than GCN's. Those that propagate first see
  /// rows only.
  private boolean isLong(Backbone<?, ?> backbone) {
    boolean light =
        switch (backbone) {
          case HopBackbone<?> _, Mlp _, PprGo _, Gamlp _, Gbp _, Agp _, Fsgnn _, Gcn _ -> true;
          default -> false;
        };
    return !light && subject.data().graph().arcCount() > QUICK_ARCS;
  }

  /// The run of a record once more, with the operator and the settings it names; a search is not
  /// made again. Nothing is kept.
  CellRecord again(CellRecord record) throws IOException {
    Cell cell = Cell.fromMap(record.cell());
    var choice = new Choice(plan(record), texts(record.settings()));
    return again(cell, Backbones.named(cell.model()), choice);
  }

  private <S extends Record, I> CellRecord again(
      Cell cell, Backbone<S, I> backbone, Choice choice) {
    if (!cell.isSearch()) {
      return probed(cell, backbone, choice);
    }
    // A search bounds the recipe first and changes it afterwards.
    var base = base(cell, backbone, new Choice(choice.plan(), cell.settings()));
    var winner = base.withRecipe(base.recipe().with(choice.changes()));
    ExperimentResult result = Experiment.run(subject.data(), winner, work);
    return record(cell, choice.plan(), choice.changes(), List.of(result));
  }

  private CellRecord kept(Cell cell, CellRecord record) throws IOException {
    CellRecord told = record.withMachine(Machine.facts(work.workers().threads()));
    records.write(cell, subject.checksum(), told);
    return told;
  }

  /// What a cell runs with.
  private record Choice(OperatorPlan plan, Map<String, String> changes) {}

  private <S extends Record, I> CellRecord measured(Cell cell, Backbone<S, I> backbone)
      throws IOException {
    return cell.isSearch()
        ? searched(cell, backbone, ((Tuned) cell.operator()).family())
        : kept(cell, probed(cell, backbone, choice(cell, backbone)));
  }

  private <S extends Record, I> CellRecord probed(
      Cell cell, Backbone<S, I> backbone, Choice choice) {
    return switch (cell.probe()) {
      case SCORES -> scores(cell, backbone, choice);
      case SECONDS -> seconds(cell, backbone, choice);
      case CURVES -> curves(cell, backbone, choice);
      case WEIGHTS -> WeightsByDegree.of(cell, base(cell, backbone, choice), subject, work);
    };
  }

  private <S extends Record, I> Choice choice(Cell cell, Backbone<S, I> backbone)
      throws IOException {
    return switch (cell.operator()) {
      case OperatorChoice.Fixed(OperatorPlan plan) -> new Choice(plan, cell.settings());
      case Tuned _ -> {
        CellRecord winner = found(cell);
        yield new Choice(plan(winner), texts(winner.settings()));
      }
      case OperatorChoice.Ablated(AtpPart part) -> {
        CellRecord whole = found(cell);
        yield new Choice(part.of(plan(whole)), texts(whole.settings()));
      }
      case Thinned(LostEdges lost) -> {
        CellRecord baseline = found(cell);
        double removed =
            lost == LostEdges.CORRECTION ? 0 : of(needs(cell).getLast()).removedShare();
        var plan = new OperatorPlan(Optional.of(lost.mask(removed, 0)), plan(baseline).kernel());
        yield new Choice(plan, texts(baseline.settings()));
      }
    };
  }

  /// The winner of the search that a cell hangs on.
  private CellRecord found(Cell cell) throws IOException {
    CellRecord winner = of(needs(cell).getFirst());
    requireMeasured(winner);
    return winner;
  }

  private static OperatorPlan plan(CellRecord record) {
    return OperatorPlan.fromMap(record.operator());
  }

  private static Cell plain(Cell cell) {
    return cell.withAlteration(new Alteration.None()).withProbe(Cell.Probe.SCORES);
  }

  private static void requireMeasured(CellRecord record) {
    if (!record.measured()) {
      throw new IllegalArgumentException("the search before it failed: " + record.failure());
    }
  }

  private <S extends Record, I> ExperimentConfig<S, I> base(
      Cell cell, Backbone<S, I> backbone, Choice choice) {
    Recipe<S> recipe =
        backbone
            .recipe(subject.name())
            .withNodeWise(NodeWiseRecipes.of(cell.nodewise(), subject.name()))
            .with(choice.changes());
    recipe = records.effort().bound(backbone.name(), recipe);
    return new ExperimentConfig<>(
        backbone,
        recipe,
        choice.plan(),
        subject.split(),
        subject.data().data().inductive(),
        0,
        records.effort().seeds(),
        0);
  }

  private <S extends Record, I> CellRecord searched(
      Cell cell, Backbone<S, I> backbone, Family family) throws IOException {
    double r = backbone.recipe(subject.name()).kernelCoefficient();
    var base = base(cell, backbone, new Choice(OperatorPlan.classic(r), cell.settings()));
    var budget = new TuneConfig(records.effort().budget(), 0, records.effort().seeds(), 0);
    Cell classic = cell.withOperator(new Tuned(Family.CLASSIC));
    Cell logged = family == Family.WHOLE ? cell : cell.withOperator(new Tuned(Family.ADAPTIVE));
    Path trials = records.trials(logged, subject.checksum());
    CellRecord record;
    // The name of the file holds a digest of all that decides the search.
    try (var log = new TrialFile(trials, trials.getFileName().toString())) {
      if (family == Family.ADAPTIVE) {
        var found = Tuner.tune(subject.data(), base, budget, log, work);
        kept(classic, winner(classic, found.baseline()));
        record = kept(cell, winner(cell, found.adaptive()));
      } else {
        var found = Tuner.winner(subject.data(), base, budget, family, log, work);
        record = kept(cell, winner(cell, found));
      }
    }
    Files.delete(trials);
    return record;
  }

  private <S extends Record> CellRecord winner(Cell cell, Tuner.Winner<S> winner) {
    Map<String, String> changes = new TreeMap<>(cell.settings());
    changes.putAll(winner.candidate().changes());
    return record(cell, winner.candidate().plan(), changes, List.of(winner.result()));
  }

  private <S extends Record, I> CellRecord scores(
      Cell cell, Backbone<S, I> backbone, Choice choice) {
    var base = base(cell, backbone, choice);
    List<ExperimentResult> results = new ArrayList<>();
    try (Workspace scratch = work.scratch()) {
      int seeds = records.effort().seeds();
      for (AlteredData part : AlteredData.of(subject, cell.alteration(), seeds, scratch)) {
        var config = base.withSplit(part.split()).withRepeats(part.firstRepeat(), part.repeats());
        for (var run : cell.operator() instanceof Thinned ? apart(config) : List.of(config)) {
          results.add(Experiment.run(part.data(), run, work));
        }
      }
    }
    return record(cell, base.plan(), choice.changes(), results);
  }

  /// Each repeat by itself, with a mask of its own.
  private static <S extends Record, I> List<ExperimentConfig<S, I>> apart(
      ExperimentConfig<S, I> config) {
    return IntStream.range(config.firstRepeat(), config.firstRepeat() + config.repeats())
        .mapToObj(repeat -> config.withPlan(seeded(config.plan(), repeat)).withRepeats(repeat, 1))
        .toList();
  }

  private static OperatorPlan seeded(OperatorPlan plan, long seed) {
    return new OperatorPlan(plan.correction().map(mask -> mask.withSeed(seed)), plan.kernel());
  }

  private <S extends Record, I> CellRecord seconds(
      Cell cell, Backbone<S, I> backbone, Choice choice) {
    var base = base(cell, backbone, choice);
    List<ExperimentResult> results = new ArrayList<>();
    try (Workspace alone = work.unshared()) {
      Experiment.run(subject.data(), base.withRepeats(0, 1), alone);
      for (int run = 0; run < TIMED_RUNS; run++) {
        results.add(Experiment.run(subject.data(), base.withRepeats(run, 1), alone));
      }
    }
    return record(cell, base.plan(), choice.changes(), results);
  }

  private CellRecord record(
      Cell cell, OperatorPlan plan, Map<String, String> changes, List<ExperimentResult> results) {
    List<Double> validation = new ArrayList<>();
    List<Double> test = new ArrayList<>();
    Map<String, Double> seconds = new LinkedHashMap<>();
    double removed = 0;
    for (ExperimentResult result : results) {
      validation.addAll(result.validation().runs());
      test.addAll(result.test().runs());
      seconds.merge("correct", result.correctSeconds(), Double::sum);
      seconds.merge("encode", result.encodeSeconds(), Double::sum);
      seconds.merge("propagate", result.propagateSeconds(), Double::sum);
      seconds.merge("train", result.trainSeconds(), Double::sum);
      removed = result.account().map(account -> account.removedShare()).orElse(0.0);
    }
    return new CellRecord(
        cell.toMap(),
        validation,
        test,
        plan.toMap(),
        new TreeMap<>(changes),
        removed,
        seconds,
        Map.of(),
        "",
        subject.generated(),
        Map.of());
  }

  private <S extends Record, I> CellRecord curves(
      Cell cell, Backbone<S, I> backbone, Choice choice) {
    var config = base(cell, backbone, choice);
    List<String> names = DEGREE_GROUPS;
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (int repeat = 0; repeat < records.effort().seeds(); repeat++) {
      List<double[]> epochs =
          EpochAccuracies.of(subject.data(), config, repeat, this::byDegree, work);
      for (int group = 0; group < names.size(); group++) {
        int at = group;
        series.put(
            names.get(group) + " " + repeat, epochs.stream().map(scores -> scores[at]).toList());
      }
    }
    return new CellRecord(
        cell.toMap(),
        List.of(),
        List.of(),
        config.plan().toMap(),
        new TreeMap<>(choice.changes()),
        0,
        Map.of(),
        series,
        "",
        subject.generated(),
        Map.of());
  }

  private List<int[]> byDegree(Split split) {
    LabelledData data = subject.data();
    int bound = subject.name().equals("ogbn-products") ? LOW_DEGREE_OF_PRODUCTS : LOW_DEGREE;
    int[] low =
        Arrays.stream(split.test()).filter(node -> data.graph().degree(node) <= bound).toArray();
    int[] high =
        Arrays.stream(split.test()).filter(node -> data.graph().degree(node) > bound).toArray();
    return List.of(low, high, split.test());
  }

  private static Map<String, String> texts(Map<String, Object> map) {
    Map<String, String> texts = new TreeMap<>();
    map.forEach((key, value) -> texts.put(key, value.toString()));
    return texts;
  }
}
