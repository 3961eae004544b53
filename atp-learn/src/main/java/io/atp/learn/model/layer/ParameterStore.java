package io.atp.learn.model.layer;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.init.Initialiser;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Owns all that a model remembers: trained parameters, and buffers such as running means.
///
/// A value depends on the seed and its name alone, so adding a layer does not change how the others
/// start.
public final class ParameterStore implements AutoCloseable {
  private final long seed;
  private final Arena arena = Arena.ofShared();
  private final List<Parameter> parameters = new ArrayList<>();
  private final Map<String, Matrix> values = new LinkedHashMap<>();

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

  /// A deep copy, for weights to come back to.
  public Snapshot snapshot() {
    Map<String, float[][]> copies = new LinkedHashMap<>();
    values.forEach((name, value) -> copies.put(name, value.toArray()));
    return new Snapshot(copies);
  }

  /// @throws IllegalArgumentException unless the snapshot holds exactly this model's values
  public void restore(Snapshot snapshot) {
    Require.that(
        snapshot.copies().keySet().containsAll(values.keySet()),
        "the saved model has %d matrices, this one needs %d",
        snapshot.copies().size(),
        values.size());
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
