package io.atp.learn.tensor;

/// A value on a tape, and once [Tape#backward] has come by, the gradient of the loss with respect
/// to it.
public final class Tensor {
  private final Tape tape;
  private final Matrix value;
  private final boolean wantsGradient;
  private Matrix gradient;

  Tensor(Tape tape, Matrix value, boolean wantsGradient) {
    this.tape = tape;
    this.value = value;
    this.wantsGradient = wantsGradient;
  }

  /// A leaf whose gradient is added to memory that outlives the tape.
  Tensor(Tape tape, Matrix value, Matrix gradient) {
    this.tape = tape;
    this.value = value;
    this.gradient = gradient;
    this.wantsGradient = true;
  }

  public Tape tape() {
    return tape;
  }

  public Matrix value() {
    return value;
  }

  public int rows() {
    return value.rows();
  }

  public int columns() {
    return value.columns();
  }

  public boolean wantsGradient() {
    return wantsGradient;
  }

  /// The gradient so far, to add to; all zero before the first contribution.
  public Matrix gradient() {
    if (gradient == null) {
      gradient = tape.engine().pool().zeros(value.rows(), value.columns());
    }
    return gradient;
  }

  /// Whether any gradient has reached this value.
  boolean reached() {
    return gradient != null;
  }

  /// How a contribution to a gradient is written.
  @FunctionalInterface
  public interface Contribution {
    /// @param add whether to add to what `gradient` holds; if not, it holds leftovers to overwrite
    void write(Matrix gradient, boolean add);
  }

  /// Contributes without a pass of zeros first, where the op can overwrite as well as add.
  public void contribute(Contribution contribution) {
    if (!wantsGradient) {
      return;
    }
    if (gradient != null) {
      contribution.write(gradient, true);
    } else {
      Matrix fresh = tape.engine().pool().take(value.rows(), value.columns());
      contribution.write(fresh, false);
      gradient = fresh;
    }
  }

  void releaseGradient() {
    if (gradient != null) {
      tape.engine().pool().give(gradient);
      gradient = null;
    }
  }
}
