package io.atp.lab.report;

import io.atp.learn.evaluate.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// A report of invented figures with one of everything: it shows the page, and no result.
final class SampleReport {
  static final String HOSTILE = "</script><img src=x onerror=alert(1)> \"quoted\" & 'single'";

  private SampleReport() {}

  static Report report() {
    return new Report(
        "Sample: invented figures, no result",
        List.of(Report.ATP),
        List.of(
            Answer.sentence("Every figure on this page is invented; it shows how a report looks."),
            new Answer(
                "Does ATP help the sample model?",
                "scores",
                "Table 0",
                "over the same seeds",
                List.of(
                    "on Cora better by 1.93 points",
                    "on ogbn-products worse by 1.06",
                    "on PubMed the difference of 0.02 points may be chance"),
                "The others are real by the paired test."),
            Answer.sentence(
                "ogbn-products was not at hand; its column was measured on a generated graph.")),
        List.of(scores(), wide(), curves(), bars(), heat()),
        new Setup(
            "atp reproduce ablation --data cora,pubmed --seeds 10 --out \"my report\"",
            ordered("seeds", "10", "search budget", "60 runs for each side", "sample", HOSTILE),
            ordered("processor", "2 cores", "memory", "24 GiB", "JDK", "25", "kernels", "vector"),
            seconds()));
  }

  private static Map<String, String> ordered(String... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private static Map<String, Double> seconds() {
    Map<String, Double> map = new LinkedHashMap<>();
    map.put("read", 0.8);
    map.put("correct", 2.25);
    map.put("encode", 11.4);
    map.put("propagate", 34.7);
    map.put("train", 190.2);
    return map;
  }

  /// Ten seeds around a mean, always the same.
  static Spread spread(double mean, int shift) {
    return Spread.of(
        IntStream.range(0, 10)
            .mapToDouble(i -> mean + 0.004 * Math.cos(1.7 * i + shift))
            .toArray());
  }

  static Entry.Score score(double mean, Optional<Spread> baseline, double published, boolean gen) {
    Spread ours = spread(mean, (int) (mean * 100));
    return new Entry.Score(
        ours,
        published == 0
            ? Optional.empty()
            : Optional.of(new Entry.Published(published, 0.5, "sample, table 1")),
        baseline.map(other -> ours.against(other, 1)),
        gen);
  }

  static Table scores() {
    Optional<Spread> none = Optional.empty();
    return new Table(
        "scores",
        "Sample backbones with and without ATP",
        "Does ATP lift a backbone?",
        "model",
        List.of("Cora", "PubMed", "ogbn-products", "edges hidden"),
        List.of(
            new Table.Row(
                "SGC",
                "plain",
                List.of(
                    score(0.812, none, 81.8, false),
                    score(0.793, none, 79.6, false),
                    score(0.762, none, 76.6, true),
                    new Entry.Text("0"))),
            new Table.Row(
                "SGC",
                "+ATP",
                List.of(
                    score(0.832, Optional.of(spread(0.812, 81)), 83.7, false),
                    score(0.7935, Optional.of(spread(0.793, 5)), 81, false),
                    score(0.751, Optional.of(spread(0.762, 76)), 80.3, true),
                    new Entry.Text("1,204"))),
            new Table.Row(
                "GAMLP",
                HOSTILE,
                List.of(
                    score(0.84, none, 0, false),
                    new Entry.Missing("no room: 31 GB are needed, 24 are there"),
                    new Entry.Missing("not at hand: atp import ogbn-products"),
                    new Entry.Text("98")))),
        List.of("Search saw validation only.", "A note with " + HOSTILE),
        List.of());
  }

  private static Table wide() {
    List<String> columns = IntStream.rangeClosed(1, 12).mapToObj(i -> "data set " + i).toList();
    List<Table.Row> rows = new ArrayList<>();
    for (String group : List.of("GCN", "GCNII", "GAT")) {
      for (String label : List.of(group, group + " + ATP")) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          double mean = 0.7 + 0.013 * i + (label.equals(group) ? 0 : 0.008 * (i % 3));
          Optional<Spread> base =
              label.equals(group) ? Optional.empty() : Optional.of(spread(0.7 + 0.013 * i, 3));
          entries.add(score(mean, base, 0, false));
        }
        rows.add(new Table.Row(group, label, entries));
      }
    }
    return new Table(
        "wide",
        "Sample table of many columns",
        "Can it be read?",
        "model",
        columns,
        rows,
        List.of(),
        List.of());
  }

  private static List<Double> numbers(int count, java.util.function.IntToDoubleFunction f) {
    return IntStream.range(0, count).mapToObj(f::applyAsDouble).toList();
  }

  private static Panel.Curve curve(String name, double height, double rate, boolean right) {
    return new Panel.Curve(
        name,
        numbers(20, i -> i + 1),
        numbers(20, i -> right ? 0.02 * i : height * (1 - Math.exp(-rate * (i + 1)))),
        right ? Optional.empty() : Optional.of(numbers(20, i -> 0.015 + 0.001 * i)),
        right);
  }

  static Figure curves() {
    List<Panel.Curve> three =
        List.of(
            curve("r = 0, the random walk", 0.81, 0.5, false),
            curve("r = ½, symmetric", 0.79, 0.35, false),
            curve("r = 1", 0.72, 0.25, false));
    return new Figure(
        "theta",
        "Sample curves",
        "How many high-degree nodes should be masked?",
        List.of(
            new Panel.Lines(
                "Cora (sample)",
                "share of nodes masked, %",
                "test accuracy",
                List.of(three.get(0), three.get(1), curve("edges removed", 0, 0, true)),
                List.of(new Panel.Level("no mask", 0.77)),
                false),
            new Panel.Lines(
                "Labels per class (sample)",
                "labelled nodes per class",
                "test accuracy",
                three,
                List.of(),
                true)),
        List.of("Bands are one standard deviation."));
  }

  static Figure bars() {
    List<Panel.Bar> few =
        List.of(
            new Panel.Bar("SGC", List.of(1.2, 3.4), "−12 % edges"),
            new Panel.Bar("GAMLP", List.of(2.2, 5.4), "−20 % edges"),
            new Panel.Bar("a model with a long name", List.of(2.9, 0.0), ""));
    List<Panel.Bar> many = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      many.add(new Panel.Bar("case " + i, List.of(i * 0.3, 4.0), (i * 7) + " s"));
    }
    return new Figure(
        "time",
        "Sample running times",
        "What does it cost?",
        List.of(
            new Panel.Bars("Few bars (sample)", "seconds", List.of("prepare", "train"), few),
            new Panel.Bars("Many bars (sample)", "seconds", List.of("prepare", "train"), many)),
        List.of());
  }

  static Figure heat() {
    List<List<Double>> shares = new ArrayList<>();
    for (int row = 0; row < 10; row++) {
      int at = row;
      shares.add(numbers(10, column -> Math.exp(-Math.abs(column - at)) / 2.2));
    }
    List<String> deciles = IntStream.rangeClosed(1, 10).mapToObj(Integer::toString).toList();
    List<String> bins = IntStream.range(0, 10).mapToObj(i -> "0." + i).toList();
    return new Figure(
        "coefficients",
        "Sample heat maps",
        "Do hubs get other coefficients than leaves?",
        List.of(
            new Panel.Heat(
                "r̃ by degree (sample)", "degree decile", "r̃ from", deciles, bins, shares),
            new Panel.Heat(
                "Confusion (sample)",
                "predicted",
                "true class",
                List.of("neural networks", "theory", HOSTILE),
                List.of("neural networks", "theory", HOSTILE),
                List.of(List.of(0.9, 0.05, 0.05), List.of(0.2, 0.7, 0.1), List.of(0.0, 0.4, 0.6)))),
        List.of());
  }
}
