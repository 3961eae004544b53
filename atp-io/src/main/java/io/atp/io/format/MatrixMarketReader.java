package io.atp.io.format;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import io.atp.io.text.NumberLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Matrix Market, `.mtx` or `.mtx.gz`: a square `coordinate` matrix, `pattern`, `real` or
/// `integer`, `general` or `symmetric`, whose entries are the arcs.
///
/// An entry of value 0 is no arc; other weights and directions are dropped. Ids count from 1 in the
/// file, and those numbers are kept as the names of nodes.
public final class MatrixMarketReader implements GraphReader {
  private static final byte[] BANNER = "%%MatrixMarket".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_HEADER = 1 << 10;

  @Override
  public String format() {
    return "matrix market";
  }

  @Override
  public boolean accepts(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    String name = path.getFileName().toString();
    if (name.endsWith(".mtx") || name.endsWith(".mtx.gz")) {
      return true;
    }
    try (InputStream in = Files.newInputStream(path)) {
      return Arrays.equals(in.readNBytes(BANNER.length), BANNER);
    }
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    try (NumberLines lines = NumberLines.open(path);
        Workspace scratch = work.scratch()) {
      boolean weighted = weighted(path, lines);
      int nodes = nodes(path, lines);
      long entries = lines.whole();
      lines.endLine();
      ArcBuffer arcs = new ArcBuffer(scratch);
      for (long entry = 0; entry < entries; entry++) {
        if (!nextData(lines)) {
          throw lines.wrong("the file ends after %,d of %,d entries".formatted(entry, entries));
        }
        int row = node(lines, nodes);
        int column = node(lines, nodes);
        double value = weighted ? lines.decimal() : 1;
        lines.endLine();
        if (!Double.isFinite(value)) {
          throw lines.wrong("value %s is not a finite number".formatted(value));
        }
        if (value != 0) {
          arcs.add(row, column);
        }
      }
      if (nextData(lines)) {
        throw lines.wrong("an entry more than the %,d of the header".formatted(entries));
      }
      BuiltGraph built = GraphBuilder.undirected(nodes, work).add(arcs).build();
      long[] ids = new long[nodes];
      Arrays.setAll(ids, node -> node + 1L);
      return new GraphData(
          path.getFileName().toString().replaceAll("\\.mtx(\\.gz)?$", ""),
          format(),
          built.graph(),
          built.account(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new NodeIds.Numbers(ids));
    }
  }

  /// The first line, in five words.
  private static boolean weighted(Path path, NumberLines lines) throws IOException {
    String first = lines.nextLine() ? lines.rest(MAX_HEADER) : "";
    String[] words = first.toLowerCase(Locale.ROOT).split("\\s+");
    if (words.length != 5 || !words[0].equals("%%matrixmarket") || !words[1].equals("matrix")) {
      throw new IOException(
          "%s, line 1: '%.60s' does not start a Matrix Market file"
              .formatted(path, first.replaceAll("\\p{Cntrl}", "?")));
    }
    boolean known =
        words[2].equals("coordinate")
            && (words[3].equals("pattern") || words[3].equals("real") || words[3].equals("integer"))
            && (words[4].equals("general") || words[4].equals("symmetric"));
    if (!known) {
      throw new IOException(
          ("%s, line 1: a matrix that is %.20s, %.20s and %.20s is not read; coordinate, with"
                  + " pattern, real or integer, and general or symmetric, is")
              .formatted(path, words[2], words[3], words[4]));
    }
    return !words[3].equals("pattern");
  }

  private static int nodes(Path path, NumberLines lines) throws IOException {
    if (!nextData(lines)) {
      throw lines.wrong("the sizes are missing");
    }
    long rows = lines.whole();
    long columns = lines.whole();
    if (rows != columns) {
      throw lines.wrong("%d rows and %d columns are no graph".formatted(rows, columns));
    }
    return Claims.nodes("%s, line %d".formatted(path, lines.line()), rows, Files.size(path));
  }

  /// The next line that is neither blank nor a comment.
  private static boolean nextData(NumberLines lines) throws IOException {
    while (lines.nextLine()) {
      if (lines.peek() != '%') {
        return true;
      }
    }
    return false;
  }

  private static int node(NumberLines lines, int nodes) throws IOException {
    long id = lines.whole();
    if (id < 1 || id > nodes) {
      throw lines.wrong("entry names node %d, outside 1 to %d".formatted(id, nodes));
    }
    return (int) id - 1;
  }
}
