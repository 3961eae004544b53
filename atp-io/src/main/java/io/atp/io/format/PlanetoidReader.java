package io.atp.io.format;

import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.npy.NpyArray;
import io.atp.io.pickle.CsrMatrix;
import io.atp.io.pickle.Pickle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The `ind.NAME.*` files of Planetoid: Cora, CiteSeer, PubMed.
///
/// Rows of `allx` and `ally` are nodes 0, 1, …; row k of `tx` and `ty` is the node on line k of
/// `test.index`. A node in neither (CiteSeer has 15) gets a row of zeros and no label. The public
/// split: the rows of `y` to train, the next 500 nodes to validate, `test.index` to test.
public final class PlanetoidReader implements GraphReader {
  private static final int VALIDATION_NODES = 500;

  @Override
  public String format() {
    return "planetoid";
  }

  @Override
  public boolean accepts(Path path) throws IOException {
    return !PlanetoidFiles.namesAt(path).isEmpty();
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    PlanetoidFiles files = PlanetoidFiles.at(path);
    CsrArrays known = matrix(files.part("allx"));
    CsrArrays extra = matrix(files.part("tx"));
    int[] test = files.testIndex();
    int nodes = nodes(files, known, extra, test);
    Features features = known.withRows(extra, test, nodes).toFeatures(work);
    BuiltGraph built = graph(files.part("graph"), nodes, work);
    return new GraphData(
        files.name(),
        format(),
        built.graph(),
        built.account(),
        Optional.of(features),
        Optional.of(labels(files, known.rows(), test, nodes)),
        Optional.of(split(files, known.rows(), test, nodes)),
        new NodeIds.Same(nodes));
  }

  private static CsrArrays matrix(Path file) throws IOException {
    if (!(Pickle.read(file) instanceof CsrMatrix csr)) {
      throw new IOException("%s holds no sparse matrix".formatted(file));
    }
    return CsrArrays.of(file.toString(), csr);
  }

  private static int nodes(PlanetoidFiles files, CsrArrays known, CsrArrays extra, int[] test)
      throws IOException {
    if (extra.width() != known.width()) {
      throw new IOException(
          "%s has %d columns, %s has %d"
              .formatted(files.part("tx"), extra.width(), files.part("allx"), known.width()));
    }
    if (extra.rows() != test.length) {
      throw new IOException(
          "%s has %d rows, %s lists %d nodes"
              .formatted(files.part("tx"), extra.rows(), files.part("test.index"), test.length));
    }
    long nodes = known.rows();
    for (int id : test) {
      // A gap is rare: more than as many gaps as rows means a wrong file, not a large graph.
      if (id < known.rows() || id >= 2L * ((long) known.rows() + test.length)) {
        throw new IOException(
            "%s lists node %d, which cannot follow the %d rows of allx"
                .formatted(files.part("test.index"), id, known.rows()));
      }
      nodes = Math.max(nodes, id + 1L);
    }
    return (int) nodes;
  }

  private static BuiltGraph graph(Path file, int nodes, Workspace work) throws IOException {
    if (!(Pickle.read(file) instanceof Map<?, ?> neighbours)) {
      throw new IOException("%s holds no dictionary of neighbours".formatted(file));
    }
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      long repeatedLoops = 0;
      for (Map.Entry<?, ?> entry : neighbours.entrySet()) {
        int node = node(entry.getKey(), nodes, file);
        if (!(entry.getValue() instanceof List<?> row)) {
          throw new IOException("%s: node %d has no list of neighbours".formatted(file, node));
        }
        boolean looped = false;
        for (Object item : row) {
          int neighbour = node(item, nodes, file);
          if (neighbour == node && looped) {
            repeatedLoops++;
          } else {
            arcs.add(node, neighbour);
          }
          looped |= neighbour == node;
        }
      }
      BuiltGraph built = GraphBuilder.undirected(nodes, work).add(arcs).build();
      return new BuiltGraph(built.graph(), withRepeatedLoops(built.account(), repeatedLoops));
    }
  }

  /// The lists name an edge at each of its ends, and so a loop twice at its only one: one loop, and
  /// one repeat of it.
  private static BuildAccount withRepeatedLoops(BuildAccount account, long repeated) {
    return new BuildAccount(
        account.arcsRead() + repeated,
        account.selfLoopsRemoved(),
        account.duplicatesRemoved() + repeated,
        account.reversesAdded());
  }

  private static int node(Object id, int nodes, Path file) throws IOException {
    if (id instanceof Long number && number >= 0 && number < nodes) {
      return number.intValue();
    }
    throw new IOException(
        "%s names node %s, with %d nodes"
            .formatted(file, id instanceof Number ? id : "(not a number)", nodes));
  }

  private static Labels labels(PlanetoidFiles files, int knownRows, int[] test, int nodes)
      throws IOException {
    NpyArray known = oneHot(files.part("ally"), knownRows);
    NpyArray extra = oneHot(files.part("ty"), test.length);
    long classes = known.shape()[1];
    if (classes != extra.shape()[1] || classes > Short.MAX_VALUE) {
      throw new IOException(
          "%s has %d classes, %s has %d"
              .formatted(files.part("ally"), classes, files.part("ty"), extra.shape()[1]));
    }
    int[] values = new int[nodes];
    Arrays.fill(values, Labels.UNLABELLED);
    int[] knownBits = known.toInts();
    for (int row = 0; row < knownRows; row++) {
      values[row] = classOf(knownBits, row, (int) classes);
    }
    int[] extraBits = extra.toInts();
    for (int row = 0; row < test.length; row++) {
      values[test[row]] = classOf(extraBits, row, (int) classes);
    }
    return new Labels((int) classes, values);
  }

  private static NpyArray oneHot(Path file, int rows) throws IOException {
    if (!(Pickle.read(file) instanceof NpyArray array) || array.shape().length != 2) {
      throw new IOException("%s holds no matrix of one-hot labels".formatted(file));
    }
    if (rows >= 0 && array.shape()[0] != rows) {
      throw new IOException(
          "%s has %d rows of labels for %d rows of features"
              .formatted(file, array.shape()[0], rows));
    }
    return array;
  }

  /// Column of the largest entry; no class if the row is all zero.
  private static int classOf(int[] oneHot, int row, int classes) {
    int best = Labels.UNLABELLED;
    int largest = 0;
    for (int column = 0; column < classes; column++) {
      int value = oneHot[row * classes + column];
      if (value > largest) {
        largest = value;
        best = column;
      }
    }
    return best;
  }

  private static Split split(PlanetoidFiles files, int knownRows, int[] test, int nodes)
      throws IOException {
    long train = oneHot(files.part("y"), -1).shape()[0];
    if (train > knownRows) {
      throw new IOException(
          "%s has %d rows, more than the %d of allx".formatted(files.part("y"), train, knownRows));
    }
    int validationEnd = (int) Math.min(knownRows, train + VALIDATION_NODES);
    return Splits.of(
        files.toString(), nodes, range(0, (int) train), range((int) train, validationEnd), test);
  }

  private static int[] range(int from, int to) {
    int[] nodes = new int[to - from];
    Arrays.setAll(nodes, i -> from + i);
    return nodes;
  }
}
