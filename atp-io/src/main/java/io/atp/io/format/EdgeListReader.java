package io.atp.io.format;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import io.atp.io.text.BoundedGzip;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A list of edges as text, as SNAP publishes them: two whole numbers a line, `#` or `%` before
/// comments, gzipped if the name ends in `.gz`.
///
/// Columns after the second (weights, times) are ignored, and directions are dropped by
/// symmetrising. Ids need not be 0 … n−1: those that occur are numbered in increasing order, and
/// the originals are kept in [NodeIds.Numbers].
///
/// Text is parsed in pieces by all threads. Ids are first taken to fit an `int` and to be dense
/// enough for a bitmap; only a file where this fails is read a second time, its distinct ids
/// sorted.
public final class EdgeListReader implements GraphReader {
  private static final List<String> EXTENSIONS =
      List.of(".txt", ".tsv", ".csv", ".el", ".edges", ".edgelist");

  private static final int LARGEST_INT_ID = Integer.MAX_VALUE - 8;
  private static final long ALWAYS_BITMAP = 1L << 28;

  @Override
  public String format() {
    return "edge list";
  }

  @Override
  public boolean accepts(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    String name = path.getFileName().toString();
    if (EXTENSIONS.stream().anyMatch(stem(name)::endsWith)) {
      return true;
    }
    try (InputStream in = Files.newInputStream(path)) {
      int first = in.read();
      return !BoundedGzip.isGzip(path)
          && (first == '#' || first == '%' || first >= '0' && first <= '9');
    }
  }

  private static String stem(String name) {
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  private static String graphName(Path path) {
    String name = stem(path.getFileName().toString());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    try (Workspace scratch = work.scratch()) {
      NarrowIds[] pieces =
          parse(path, scratch, () -> new NarrowIds(scratch)).toArray(NarrowIds[]::new);
      long arcs = Arrays.stream(pieces).mapToLong(piece -> piece.arcs.size()).sum();
      long largest = Arrays.stream(pieces).mapToLong(piece -> piece.largest).max().orElse(-1);
      if (largest < 0) {
        throw new IOException("%s holds no edges".formatted(path));
      }
      if (largest <= LARGEST_INT_ID && largest < Math.max(ALWAYS_BITMAP, 4 * arcs + 1024)) {
        return narrow(path, pieces, (int) largest, work);
      }
    }
    return wide(path, work);
  }

  /// Ids as they are, if they fit.
  private static final class NarrowIds implements EdgeParser.Sink {
    private final ArcBuffer arcs;
    private long largest = -1;

    private NarrowIds(Workspace scratch) {
      this.arcs = new ArcBuffer(scratch);
    }

    @Override
    public void edge(long source, long target) {
      long larger = Math.max(source, target);
      if (larger > largest) {
        largest = larger;
      }
      if (larger <= LARGEST_INT_ID) {
        arcs.add((int) source, (int) target);
      }
    }
  }

  private GraphData narrow(Path path, NarrowIds[] pieces, int largest, Workspace work) {
    IdBits bits = new IdBits(largest);
    work.workers().forEachChunk(pieces.length, i -> pieces[i].arcs.forEachId(bits::mark));
    bits.rankAll();
    NodeIds ids;
    if (bits.contiguous()) {
      ids = new NodeIds.Same(bits.count());
    } else {
      ids = new NodeIds.Numbers(bits.ids());
      work.workers().forEachChunk(pieces.length, i -> pieces[i].arcs.rename(bits::rank));
    }
    return build(path, Arrays.stream(pieces).map(piece -> piece.arcs).toList(), ids, work);
  }

  private GraphData wide(Path path, Workspace work) throws IOException {
    try (Workspace scratch = work.scratch()) {
      WideIds[] pieces = parse(path, scratch, WideIds::new).toArray(WideIds[]::new);
      long[] ids = WideIds.distinct(pieces, work.workers());
      ArcBuffer[] arcs = new ArcBuffer[pieces.length];
      work.workers()
          .forEachChunk(
              pieces.length,
              i -> {
                arcs[i] = new ArcBuffer(scratch);
                for (int at = 0; at < pieces[i].length(); at += 2) {
                  arcs[i].add(
                      Arrays.binarySearch(ids, pieces[i].id(at)),
                      Arrays.binarySearch(ids, pieces[i].id(at + 1)));
                }
                pieces[i] = null;
              });
      return build(path, List.of(arcs), new NodeIds.Numbers(ids), work);
    }
  }

  private GraphData build(Path path, List<ArcBuffer> arcs, NodeIds ids, Workspace work) {
    GraphBuilder builder = GraphBuilder.undirected(ids.count(), work);
    arcs.forEach(builder::add);
    BuiltGraph built = builder.build();
    return new GraphData(
        graphName(path),
        format(),
        built.graph(),
        built.account(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ids);
  }

  /// Fills one sink per piece of the text. Of several bad lines the first is reported, whichever
  /// thread met its own first.
  private static <S extends EdgeParser.Sink> List<S> parse(
      Path path, Workspace work, Supplier<S> newSink) throws IOException {
    List<S> sinks = new ArrayList<>();
    try (EdgeText text = EdgeText.open(path)) {
      for (List<EdgeText.Pending> batch; !(batch = text.nextBatch()).isEmpty(); ) {
        List<EdgeText.Pending> pieces = batch;
        int first = sinks.size();
        pieces.forEach(_ -> sinks.add(newSink.get()));
        Exception[] failures = new Exception[pieces.size()];
        work.workers()
            .forEachChunk(
                pieces.size(),
                i -> {
                  try {
                    EdgeParser.parse(pieces.get(i).load(), sinks.get(first + i));
                  } catch (IOException | EdgeParser.BadLine e) {
                    failures[i] = e;
                  }
                });
        for (Exception failure : failures) {
          switch (failure) {
            case null -> {}
            case EdgeParser.BadLine bad ->
                throw new IOException(
                    "%s, line %d: %s"
                        .formatted(path, EdgeText.lineAt(path, bad.position()), bad.getMessage()));
            default -> throw (IOException) failure;
          }
        }
      }
    }
    return sinks;
  }
}
