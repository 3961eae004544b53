package io.atp.learn.tensor;

import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;

/// What ops run on: the threads of a workspace and a pool of matrices.
///
/// Used by one thread at a time; the ops spread over the workers themselves.
public final class Engine implements AutoCloseable {
  private final Workspace work;
  private final MatrixPool pool;

  private Engine(Workspace work) {
    this.work = work;
    this.pool = new MatrixPool(work);
  }

  /// Memory of the engine is given back when the engine closes; the workspace stays.
  public static Engine on(Workspace work) {
    return new Engine(work);
  }

  public Workers workers() {
    return work.workers();
  }

  public MatrixPool pool() {
    return pool;
  }

  public Workspace workspace() {
    return work;
  }

  /// A fresh tape, for one forward and at most one backward pass.
  public Tape tape() {
    return new Tape(this, false);
  }

  /// A tape on which gradients reach the data a model reads, to ask what a result hangs on.
  public Tape tapeFollowingInputs() {
    return new Tape(this, true);
  }

  @Override
  public void close() {
    pool.close();
  }
}
