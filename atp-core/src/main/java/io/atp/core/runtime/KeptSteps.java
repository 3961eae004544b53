package io.atp.core.runtime;

import java.lang.foreign.MemorySegment;

/// Work on numbered chunks in a few steps; where there is a [Checkpoint], the arrays it fills are
/// kept after each, and a later run begins behind the last one.
public final class KeptSteps {
  /// Two files take turns, so that one is whole while the other is written.
  private static final String[] TURNS = {"-even", "-odd"};

  private KeptSteps() {}

  /// @param body works on chunks `[from, to)`; when it returns, the arrays hold all of its outcome
  /// @param arrays all that later steps and the result need of the steps before
  public static void run(
      Workspace work, String name, int chunks, Workers.RangeBody body, MemorySegment... arrays) {
    if (work.checkpoint().isEmpty()) {
      body.run(0, chunks);
      return;
    }
    Checkpoint checkpoint = work.checkpoint().get();
    int steps = Math.min(Checkpoint.PARTS, chunks);
    for (int step = finished(checkpoint, name, chunks, arrays); step < steps; step++) {
      body.run(first(step, steps, chunks), first(step + 1, steps, chunks));
      KeptArrays.keep(checkpoint, name + TURNS[step & 1], new long[] {step + 1, chunks}, arrays);
    }
  }

  private static int first(int step, int steps, int chunks) {
    return (int) ((long) step * chunks / steps);
  }

  /// How many steps need not be done again, their outcome in the arrays.
  private static int finished(
      Checkpoint checkpoint, String name, int chunks, MemorySegment[] arrays) {
    int steps = 0;
    String last = null;
    for (String turn : TURNS) {
      var part = checkpoint.find(name + turn);
      if (part.isPresent() && part.get().told()[1] == chunks && part.get().told()[0] > steps) {
        steps = (int) part.get().told()[0];
        last = name + turn;
      }
    }
    return last != null && KeptArrays.load(checkpoint, last, arrays).isPresent() ? steps : 0;
  }

  /// Forgets the steps: their outcome is kept elsewhere.
  public static void forget(Workspace work, String name) {
    for (String turn : TURNS) {
      work.checkpoint().ifPresent(checkpoint -> checkpoint.drop(name + turn));
    }
  }
}
