package io.atp.learn.optimise;

import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/// See [OptimiserConfig.Lbfgs]: `d = −H·g` by the two-loop recursion over the kept pairs `(s, y)`
/// of parameter and gradient changes, `x ← x + t·d`.
///
/// All groups are seen as one flat vector. `t` is the learning rate, and `min(1, 1/‖g‖₁)` of it in
/// the very first iteration. A pair is kept where `y·s > 1e-10`. A step ends early where no entry
/// of the gradient exceeds 1e-7, or where direction, move or change of loss falls below 1e-9.
final class LbfgsSteps implements Optimiser {
  private static final double GRADIENT_TOLERANCE = 1e-7;
  private static final double CHANGE_TOLERANCE = 1e-9;
  private static final double SMALLEST_CURVATURE = 1e-10;

  private final List<ParameterGroup> groups;
  private final int history;
  private final int iterations;
  private final Arena arena = Arena.ofShared();
  private final FlatVectors moves;
  private final FlatVectors turns;
  private final FlatVectors now;

  /// Rows of [#now].
  private static final int GRADIENT = 0;

  private static final int BEFORE = 1;
  private static final int DIRECTION = 2;

  /// Numbers that outlive a step, kept where a checkpoint finds them.
  private final Matrix numbers;

  private static final int PAIRS = 0;
  private static final int OLDEST = 1;
  private static final int STEP_SIZE = 2;
  private static final int INNER = 3;
  private static final int NUMBERS = 4;

  private long steps;

  LbfgsSteps(List<ParameterGroup> groups, int history, int iterations) {
    this.groups = List.copyOf(groups);
    this.history = history;
    this.iterations = iterations;
    long size = 0;
    for (ParameterGroup group : groups) {
      for (Parameter parameter : group.parameters()) {
        size += parameter.value().size();
      }
    }
    int length = Math.toIntExact(size);
    this.moves = new FlatVectors(Matrix.zeros(history, length, arena));
    this.turns = new FlatVectors(Matrix.zeros(history, length, arena));
    this.now = new FlatVectors(Matrix.zeros(3, length, arena));
    this.numbers = Matrix.zeros(1, 2 * NUMBERS, arena);
  }

  @Override
  public double step(DoubleSupplier loss, double rateFactor) {
    double first = evaluate(loss);
    double current = first;
    steps++;
    int evaluations = 1;
    int mostEvaluations = iterations * 5 / 4;
    if (now.largest(GRADIENT) <= GRADIENT_TOLERANCE) {
      return first;
    }
    for (int iteration = 1; ; iteration++) {
      number(INNER, number(INNER) + 1);
      boolean veryFirst = number(INNER) == 1;
      chooseDirection(veryFirst);
      now.copy(GRADIENT, now, BEFORE);
      double previous = current;
      double rate = groups.getFirst().learningRate() * rateFactor;
      double size = veryFirst ? Math.min(1, 1 / now.sumOfMagnitudes(GRADIENT)) * rate : rate;
      number(STEP_SIZE, size);
      if (now.dot(GRADIENT, now, DIRECTION) > -CHANGE_TOLERANCE) {
        return first;
      }
      move(size);
      if (iteration == iterations) {
        return first;
      }
      current = evaluate(loss);
      evaluations++;
      if (evaluations >= mostEvaluations
          || now.largest(GRADIENT) <= GRADIENT_TOLERANCE
          || now.largest(DIRECTION) * size <= CHANGE_TOLERANCE
          || Math.abs(current - previous) < CHANGE_TOLERANCE) {
        return first;
      }
    }
  }

  private void chooseDirection(boolean veryFirst) {
    if (veryFirst) {
      now.scaledCopy(GRADIENT, -1, now, DIRECTION);
      return;
    }
    remember();
    now.scaledCopy(GRADIENT, -1, now, DIRECTION);
    int pairs = (int) number(PAIRS);
    if (pairs == 0) {
      return;
    }
    double[] shares = new double[pairs];
    for (int i = pairs - 1; i >= 0; i--) {
      int at = slot(i);
      shares[i] = moves.dot(at, now, DIRECTION) / moves.dot(at, turns, at);
      now.addScaled(DIRECTION, -shares[i], turns, at);
    }
    int last = slot(pairs - 1);
    double scale = moves.dot(last, turns, last) / turns.dot(last, turns, last);
    now.scaledCopy(DIRECTION, scale, now, DIRECTION);
    for (int i = 0; i < pairs; i++) {
      int at = slot(i);
      double share = turns.dot(at, now, DIRECTION) / moves.dot(at, turns, at);
      now.addScaled(DIRECTION, shares[i] - share, moves, at);
    }
  }

  /// Keeps the last move and what it did to the gradient, in place of the oldest pair if need be.
  private void remember() {
    int pairs = (int) number(PAIRS);
    int at = pairs < history ? slot(pairs) : slot(0);
    double curvature = now.dotOfDifference(GRADIENT, BEFORE, DIRECTION) * number(STEP_SIZE);
    if (curvature <= SMALLEST_CURVATURE) {
      return;
    }
    turns.difference(now, GRADIENT, BEFORE, at);
    now.scaledCopy(DIRECTION, number(STEP_SIZE), moves, at);
    if (pairs < history) {
      number(PAIRS, pairs + 1);
    } else {
      number(OLDEST, (number(OLDEST) + 1) % history);
    }
  }

  private int slot(int pair) {
    return (int) ((number(OLDEST) + pair) % history);
  }

  private double evaluate(DoubleSupplier loss) {
    double value = loss.getAsDouble();
    int at = 0;
    for (ParameterGroup group : groups) {
      for (Parameter parameter : group.parameters()) {
        value += now.gather(GRADIENT, at, parameter, group.weightDecay());
        at += (int) parameter.value().size();
      }
    }
    return value;
  }

  private void move(double size) {
    int at = 0;
    for (ParameterGroup group : groups) {
      for (Parameter parameter : group.parameters()) {
        now.scatterAdd(DIRECTION, at, size, parameter);
        at += (int) parameter.value().size();
      }
    }
  }

  private double number(int which) {
    return numbers.data().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) which * Double.BYTES);
  }

  private void number(int which, double value) {
    numbers.data().set(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) which * Double.BYTES, value);
  }

  @Override
  public Map<String, Matrix> state() {
    Map<String, Matrix> state = new LinkedHashMap<>();
    state.put("moves", moves.matrix());
    state.put("turns", turns.matrix());
    state.put("now", now.matrix());
    state.put("numbers", numbers);
    return state;
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void resume(long taken) {
    steps = taken;
  }

  @Override
  public void close() {
    arena.close();
  }
}
