package io.atp.learn.tensor;

import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Remembers ops in the order they ran, so that gradients can go back the other way.
///
/// `∂L/∂input += ∂L/∂output · ∂output/∂input`, from the last op to the first. A result and its
/// gradient return to the pool as soon as the walk has passed them; whatever is left returns when
/// the tape closes. Values a caller wants to keep are read before [#backward].
public final class Tape implements AutoCloseable {
  private final Engine engine;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Tensor> variables = new ArrayList<>();
  private final List<Matrix> borrowed = new ArrayList<>();
  private final boolean followsInputs;
  private boolean walked;
  private Tensor state;

  private record Entry(Op op, Tensor result) {}

  Tape(Engine engine, boolean followsInputs) {
    this.engine = engine;
    this.followsInputs = followsInputs;
  }

  public Engine engine() {
    return engine;
  }

  /// A value that gradients do not reach. The tape borrows the matrix.
  public Tensor constant(Matrix value) {
    return new Tensor(this, value, false);
  }

  /// Data that a model reads: a constant, or on a tape that follows inputs a variable.
  public Tensor input(Matrix value) {
    return followsInputs ? variable(value) : constant(value);
  }

  /// The variables of this tape, in the order they came.
  public List<Tensor> variables() {
    return List.copyOf(variables);
  }

  /// Tells the tape that trained weights are applied to this state.
  public Tensor weighed(Tensor rows) {
    state = rows;
    return rows;
  }

  /// The state that weights were applied to last: in a network, what its last layer sees. To be
  /// read before [#backward].
  public Optional<Tensor> lastState() {
    return Optional.ofNullable(state);
  }

  /// A matrix with leftovers in it that returns to the pool when the tape closes: for the rows of a
  /// batch.
  public Matrix borrow(int rows, int columns) {
    Matrix matrix = engine.pool().take(rows, columns);
    borrowed.add(matrix);
    return matrix;
  }

  /// A leaf whose gradient is added to the parameter's.
  public Tensor parameter(Parameter parameter) {
    return new Tensor(this, parameter.value(), parameter.gradient());
  }

  /// A leaf that stands for a value of another tape, and adds to its gradient.
  public Tensor standIn(Tensor other) {
    return other.wantsGradient()
        ? new Tensor(this, other.value(), other.gradient())
        : constant(other.value());
  }

  /// A leaf that gradients reach and that only this tape knows; to be read after [#backward].
  public Tensor variable(Matrix value) {
    Tensor variable = new Tensor(this, value, true);
    variables.add(variable);
    return variable;
  }

  /// Runs an op and remembers it.
  public Tensor apply(Op op) {
    boolean wanted = false;
    for (Tensor input : op.inputs()) {
      Require.that(input.tape() == this, "an op mixes values of two tapes");
      wanted |= input.wantsGradient();
    }
    Matrix out = engine.pool().take(op.rows(), op.columns());
    op.forward(out, engine);
    Tensor result = new Tensor(this, out, wanted);
    entries.add(new Entry(op, result));
    return result;
  }

  /// Sends the gradient of a 1 × 1 loss back to every leaf that wants one.
  public void backward(Tensor loss) {
    Require.that(
        loss.rows() == 1 && loss.columns() == 1,
        "a loss is one number, got %s",
        loss.value().shape());
    if (loss.wantsGradient()) {
      loss.gradient().set(0, 0, 1);
    }
    walkBack();
  }

  /// Sends a gradient back that came from a later tape.
  public void backward(Tensor result, Matrix gradient) {
    result.contribute(
        (own, add) -> {
          Require.that(!add, "a gradient from outside comes first");
          own.copyFrom(gradient);
        });
    walkBack();
  }

  private void walkBack() {
    Require.that(!walked, "a tape goes back once");
    walked = true;
    while (!entries.isEmpty()) {
      Entry entry = entries.removeLast();
      Tensor result = entry.result();
      if (result.wantsGradient() && result.reached()) {
        entry.op().backward(result.value(), result.gradient(), engine);
      }
      release(result);
    }
  }

  private void release(Tensor result) {
    result.releaseGradient();
    engine.pool().give(result.value());
  }

  @Override
  public void close() {
    for (Entry entry : entries) {
      release(entry.result());
    }
    entries.clear();
    variables.forEach(Tensor::releaseGradient);
    borrowed.forEach(engine.pool()::give);
    borrowed.clear();
  }
}
