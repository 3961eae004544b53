package io.atp.lab.cell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// One measurement: a backbone on a data set with one choice of operator.
///
/// @param dataSet by its name in the registry
/// @param model by its name among the backbones
/// @param nodewise names of the node-wise strategies beside the operator
/// @param alteration what is done to the data first
/// @param settings of backbone and training that differ from the recipe
public record Cell(
    Probe probe,
    String dataSet,
    String model,
    OperatorChoice operator,
    List<String> nodewise,
    Alteration alteration,
    Map<String, String> settings) {
  /// What is looked at.
  public enum Probe {
    /// Scores of all repeats, with the times they happened to take.
    SCORES,
    /// Times of a few runs, each from nothing, alone on all threads.
    SECONDS,
    /// Test accuracy of low- and high-degree nodes after every epoch.
    CURVES,
    /// Coefficients, or attention received, by degree.
    WEIGHTS
  }

  public Cell {
    nodewise = List.copyOf(nodewise);
    settings = Map.copyOf(settings);
  }

  /// Scores on the data as they are.
  public static Cell scores(String dataSet, String model, OperatorChoice operator) {
    return new Cell(
        Probe.SCORES, dataSet, model, operator, List.of(), new Alteration.None(), Map.of());
  }

  public Cell withOperator(OperatorChoice other) {
    return new Cell(probe, dataSet, model, other, nodewise, alteration, settings);
  }

  public Cell withNodewise(List<String> strategies) {
    return new Cell(probe, dataSet, model, operator, strategies, alteration, settings);
  }

  public Cell withAlteration(Alteration other) {
    return new Cell(probe, dataSet, model, operator, nodewise, other, settings);
  }

  public Cell withSettings(Map<String, String> other) {
    return new Cell(probe, dataSet, model, operator, nodewise, alteration, other);
  }

  public Cell withProbe(Probe other) {
    return new Cell(other, dataSet, model, operator, nodewise, alteration, settings);
  }

  /// Whether it takes a search. That for ATP serves the cell without ATP, too.
  public boolean isSearch() {
    return operator instanceof OperatorChoice.Tuned
        && alteration instanceof Alteration.None
        && probe == Probe.SCORES;
  }

  /// Everything that decides the result but the effort; equal maps are the same measurement.
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("probe", probe.name().toLowerCase(Locale.ROOT));
    map.put("dataSet", dataSet);
    map.put("model", model);
    map.put("operator", operator.toMap());
    map.put("nodewise", nodewise);
    map.put("alteration", alteration.text());
    map.put("settings", new TreeMap<>(settings));
    return map;
  }

  /// What [#toMap] wrote.
  ///
  /// @throws IllegalArgumentException naming the part that is not one
  static Cell fromMap(Map<String, Object> map) {
    Map<String, String> settings = new TreeMap<>();
    ((Map<?, ?>) map.get("settings"))
        .forEach((key, value) -> settings.put((String) key, value.toString()));
    return new Cell(
        Probe.valueOf(((String) map.get("probe")).toUpperCase(Locale.ROOT)),
        (String) map.get("dataSet"),
        (String) map.get("model"),
        OperatorChoice.fromMap((Map<?, ?>) map.get("operator")),
        ((List<?>) map.get("nodewise")).stream().map(String.class::cast).toList(),
        Alteration.of((String) map.get("alteration")),
        settings);
  }
}
