package io.atp.core.estimate;

import io.atp.core.encode.Encoding;
import java.util.Set;

/// Seconds of each room: how often it passes over the arcs, and what a pass costs here.
///
/// The low end takes the speeds as measured; the high end lets every gather miss the cache, takes
/// twice the passes an iteration usually needs, and a disk at half its speed.
public final class Durations {
  private static final double NANOS = 1e-9;

  /// Products until PageRank and Katz stand still to 1e-10, and until Lanczos does.
  private static final Span SOLVE_PRODUCTS = new Span(12, 40);

  private static final Span LANCZOS_PRODUCTS = new Span(15, 80);

  /// Looks at neighbours' rows per arc while triangles are counted; hubs decide.
  private static final Span TRIANGLE_LOOKS = new Span(4, 60);

  /// Searches per node where clustering is sampled to 0.05.
  private static final double SAMPLED_PAIRS = 738;

  private static final double CHECKSUM_BYTES = 0.5;

  private final Workload w;
  private final MachineSpeed speed;

  public Durations(Workload workload, MachineSpeed speed) {
    this.w = workload;
    this.speed = speed;
  }

  public Span build() {
    Span sorting = Span.of(w.arcs() / speed.sortedArcs()).times(0.5, 4);
    return seconds(sorting.plus(writing(Needs.build("import", w).diskBytes())));
  }

  public Span correct() {
    Span masking = Span.of(w.arcs() / speed.maskedArcs()).times(0.5, 4);
    return seconds(reading().plus(masking).plus(writing(Needs.correct(w, false).diskBytes())));
  }

  public Span encode(Set<Encoding> wanted, boolean sampled) {
    Span all = reading();
    Span product = new Span(w.arcs() / speed.gatheredArcs(), farthest(w.arcs()));
    for (Encoding encoding : wanted) {
      all =
          all.plus(
              switch (encoding) {
                case DEGREE -> Span.of(w.nodes());
                case CLUSTERING -> clustering(sampled);
                case EIGENVECTOR ->
                    product
                        .times(LANCZOS_PRODUCTS.low(), LANCZOS_PRODUCTS.high())
                        .plus(Span.of(15.0 * 20 * w.nodes() / w.threads()));
                case PAGERANK, KATZ -> product.times(SOLVE_PRODUCTS.low(), SOLVE_PRODUCTS.high());
              });
    }
    return seconds(all.plus(new Span(20.0 * w.nodes(), 200.0 * w.nodes())));
  }

  /// At worst a topology without room is read from disk at every hop of every block of columns; at
  /// best it has room once it is compressed.
  public Span propagate(long memoryBytes) {
    int streamed = Needs.streamedWidth(w, memoryBytes);
    double passes =
        streamed == 0 ? 0 : (double) w.hopCount() * Math.ceilDiv(w.featureWidth(), streamed);
    Span again = new Span(0, 2 * passes * w.topologyBytes() / speed.diskBytes());
    double bytes = (double) w.arcs() * w.featureWidth() * Float.BYTES * w.hopCount();
    Span hops = Span.of(bytes / speed.hopBytes()).times(0.4, 3);
    Span files = again.plus(writing(Needs.propagate(w).diskBytes()));
    return seconds(reading().plus(hops).plus(files));
  }

  private Span clustering(boolean sampled) {
    if (sampled) {
      double pairs = Math.min(SAMPLED_PAIRS, 0.5 * meanDegree() * meanDegree());
      return new Span(w.nodes() * pairs * 0.3, farthest(w.nodes() * SAMPLED_PAIRS * 8.0));
    }
    Span looks = Span.of(w.arcs() / 2.0 / speed.gatheredArcs());
    return looks.times(TRIANGLE_LOOKS.low() / 4, TRIANGLE_LOOKS.high());
  }

  private double meanDegree() {
    return (double) w.arcs() / w.nodes();
  }

  /// Every read a miss.
  private double farthest(double reads) {
    return 1.5 * reads / speed.farGathers() / w.threads();
  }

  /// A store is checked when it is read: two passes over the rows, one over the features.
  private Span reading() {
    return new Span(0.5 * w.arcs(), 6.0 * w.arcs())
        .plus(new Span(0, w.featureBytes() / speed.diskBytes()))
        .times(1.0 / w.threads(), 1);
  }

  private Span writing(long bytes) {
    return new Span(
        bytes / CHECKSUM_BYTES / 4 / w.threads(),
        2 * bytes / speed.diskBytes() + bytes / CHECKSUM_BYTES * 2);
  }

  /// With the half second in which a JVM begins.
  private static Span seconds(Span nanos) {
    return new Span(nanos.low() * NANOS, nanos.high() * NANOS + 3);
  }
}
