package io.atp.learn.model.layer;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.init.Initialiser;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Owns all that a model remembers: trained parameters, and buffers such as running means.
///
/// A value depends on the seed and its name alone, so adding a layer does not change how the others
/// start.
public final class ParameterStore implements AutoCloseable {
  private final long seed;
  private final Arena arena = Arena.ofShared();
  private final List<Parameter> parameters = new ArrayList<>();
  private final Map<String, Matrix> values = new LinkedHashMap<>();
  private final Set<String> passing = new HashSet<>();

  public ParameterStore(long seed) {
    this.seed = seed;
  }

  public Parameter create(String name, int rows, int columns, Initialiser initialiser) {
    Matrix value = remember(name, rows, columns);
    initialiser.fill(value, seed, name);
    Parameter parameter = new Parameter(name, value, Matrix.zeros(rows, columns, arena));
    parameters.add(parameter);
    return parameter;
  }

  /// A matrix that is saved with the model but not trained.
  public Matrix buffer(String name, int rows, int columns, float start) {
    Matrix value = remember(name, rows, columns);
    value.fill(start);
    return value;
  }

  /// A matrix of zeros that training remembers by and the trained model does without: part of a
  /// checkpoint, not of the weights.
  public Matrix passing(String name, int rows, int columns) {
    Matrix value = remember(name, rows, columns);
    passing.add(name);
    return value;
  }

  private Matrix remember(String name, int rows, int columns) {
    Require.that(!values.containsKey(name), "there are two parameters named %s", name);
    Matrix value = Matrix.zeros(rows, columns, arena);
    values.put(name, value);
    return value;
  }

  public List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  /// Parameters and buffers by name, in the order they were made. Live memory.
  public Map<String, Matrix> values() {
    return Collections.unmodifiableMap(values);
  }

  public void clearGradients() {
    for (Parameter parameter : parameters) {
      parameter.gradient().fill(0);
    }
  }

  /// Number of trained numbers.
  public long size() {
    return parameters.stream().mapToLong(p -> p.value().size()).sum();
  }

  /// A deep copy of all there is, for a run to be taken up again from.
  public Snapshot snapshot() {
    return copy(values.keySet());
  }

  /// A deep copy of what judging needs: all but what is passing.
  public Snapshot weights() {
    return copy(lasting());
  }

  private Set<String> lasting() {
    Set<String> names = new LinkedHashSet<>(values.keySet());
    names.removeAll(passing);
    return names;
  }

  private Snapshot copy(Set<String> names) {
    Map<String, float[][]> copies = new LinkedHashMap<>();
    names.forEach(name -> copies.put(name, values.get(name).toArray()));
    return new Snapshot(copies);
  }

  /// What is passing stays as it is where the snapshot does not hold it.
  ///
  /// @throws IllegalArgumentException unless the snapshot holds this model's values and no others
  public void restore(Snapshot snapshot) {
    Require.that(
        snapshot.copies().keySet().containsAll(lasting()),
        "the saved model has %d matrices, this one needs %d",
        snapshot.copies().size(),
        lasting().size());
    snapshot
        .copies()
        .forEach(
            (name, rows) -> {
              Matrix value = values.get(name);
              Require.that(value != null, "this model has no parameter %s", name);
              value.copyFrom(rows);
            });
  }

  /// Values of all parameters and buffers at one moment.
  public record Snapshot(Map<String, float[][]> copies) {}

  @Override
  public void close() {
    arena.close();
  }
}
