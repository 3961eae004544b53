package io.atp.core.encode;

import io.atp.core.runtime.KeptArrays;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.Convergence;
import io.atp.core.spectral.EigenPair;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Supplier;

/// Vectors that take long to find. In a workspace with a checkpoint one that an earlier run found
/// is taken from there, and a new one is kept.
record KeptVectors(int nodeCount, Workspace work) {
  Centrality centrality(String name, Supplier<Centrality> find) {
    EigenPair kept =
        pair(
            name,
            () -> {
              Centrality found = find.get();
              return new EigenPair(0, found.values(), found.convergence());
            });
    return new Centrality(kept.vector(), kept.convergence());
  }

  EigenPair pair(String name, Supplier<EigenPair> find) {
    if (work.checkpoint().isEmpty()) {
      return find.get();
    }
    double[] vector = new double[nodeCount];
    MemorySegment bytes = MemorySegment.ofArray(vector);
    Optional<long[]> told = KeptArrays.load(work.checkpoint().get(), name, bytes);
    if (told.isPresent()) {
      long[] is = told.get();
      var end = new Convergence((int) is[0], Double.longBitsToDouble(is[1]), is[2] == 1);
      return new EigenPair(Double.longBitsToDouble(is[3]), vector, end);
    }
    EigenPair found = find.get();
    Convergence end = found.convergence();
    KeptArrays.keep(
        work.checkpoint().get(),
        name,
        new long[] {
          end.iterations(),
          Double.doubleToLongBits(end.residual()),
          end.converged() ? 1 : 0,
          Double.doubleToLongBits(found.value())
        },
        MemorySegment.ofArray(found.vector()));
    return found;
  }

  long[] counts(String name, Supplier<long[]> find) {
    if (work.checkpoint().isEmpty()) {
      return find.get();
    }
    long[] counts = new long[nodeCount];
    MemorySegment bytes = MemorySegment.ofArray(counts);
    if (KeptArrays.load(work.checkpoint().get(), name, bytes).isPresent()) {
      return counts;
    }
    long[] found = find.get();
    KeptArrays.keep(work.checkpoint().get(), name, new long[0], MemorySegment.ofArray(found));
    return found;
  }
}
