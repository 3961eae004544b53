package io.atp.core.graph;

import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.KeptArrays;
import io.atp.core.runtime.Spill;
import io.atp.core.runtime.SpilledArray;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A graph as two parts of a [Checkpoint], with numbers told about it.
///
/// @param told as it was kept
public record KeptGraph(CsrGraph graph, long[] told) {
  private static final String OFFSETS = "-offsets";
  private static final String TARGETS = "-targets";

  /// Keeps a graph, if the workspace has a checkpoint. Arrays that lie in temporary files move to
  /// the checkpoint with their file.
  public static void keep(String name, CsrGraph graph, Workspace work, long... told) {
    if (work.checkpoint().isEmpty()) {
      return;
    }
    Checkpoint checkpoint = work.checkpoint().get();
    keep(checkpoint, name + TARGETS, graph.targets(), work, graph.symmetric() ? 1 : 0);
    keep(checkpoint, name + OFFSETS, graph.offsets(), work, told);
  }

  private static void keep(
      Checkpoint to, String part, MemorySegment array, Workspace work, long... told) {
    Path file = to.file(part);
    Spill spill = work.spill().orElseThrow();
    Optional<Path> spilled = spill.take(array);
    try {
      if (spilled.isPresent()) {
        Files.move(spilled.get(), file, StandardCopyOption.REPLACE_EXISTING);
        spill.remember(array, file);
      } else {
        try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
          KeptArrays.write(channel, Spill.HEADER_ROOM, array);
        }
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
    to.keep(part, file, Spill.HEADER_ROOM, Spill.HEADER_ROOM + array.byteSize(), told);
  }

  /// The graph that an earlier run kept under this name, mapped.
  public static Optional<KeptGraph> find(String name, Workspace work) {
    if (work.checkpoint().isEmpty()) {
      return Optional.empty();
    }
    Checkpoint checkpoint = work.checkpoint().get();
    Optional<Checkpoint.Part> offsets = checkpoint.find(name + OFFSETS);
    Optional<Checkpoint.Part> targets =
        offsets.isPresent() ? checkpoint.find(name + TARGETS) : Optional.empty();
    if (targets.isEmpty()) {
      return Optional.empty();
    }
    CsrGraph graph =
        CsrGraph.of(
                map(offsets.get(), work), map(targets.get(), work), targets.get().told()[0] == 1)
            .streamedWithin(work);
    return Optional.of(new KeptGraph(graph, offsets.get().told()));
  }

  private static MemorySegment map(Checkpoint.Part part, Workspace work) {
    try (var array = new SpilledArray(work.spill().orElseThrow(), part.file())) {
      return array.map(part.bytes(), work.arena());
    }
  }
}
