package io.atp.io.format;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.text.BoundedGzip;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// GraphML, as NetworkX, igraph, Gephi and yEd write it: `.graphml`, or `.xml` whose root is
/// `graphml`, also gzipped.
///
/// Keys of nodes decide what comes along. A key named label, class or y is the class (the first
/// such key; see [ClassColumn] for how words become numbers), one named `split` (or `split0`,
/// `split1`, …) tells each node's part, and every other key of a numeric or boolean type is a
/// feature column, in the order of the keys. A node without a value has the key's default, else
/// none: 0 in a feature. Other keys and all data of edges are passed over. Directions are dropped
/// by symmetrising.
public final class GraphMlReader implements GraphReader {
  private static final int START_BYTES = 1 << 12;

  @Override
  public String format() {
    return "graphml";
  }

  @Override
  public boolean accepts(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    String name = TextFile.stem(path);
    return name.endsWith(".graphml") || name.endsWith(".xml") && startsAsGraphMl(path);
  }

  private static boolean startsAsGraphMl(Path path) throws IOException {
    try (InputStream in = BoundedGzip.text(path)) {
      byte[] start = in.readNBytes(START_BYTES);
      return new String(start, StandardCharsets.ISO_8859_1).contains("<graphml");
    }
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    try (Workspace scratch = work.scratch();
        XmlEvents xml = XmlEvents.open(path)) {
      NodeTable table = new NodeTable(scratch);
      new GraphMlParser(xml, table).parse();
      return table.toData(TextFile.title(path), format(), xml, work);
    }
  }
}
