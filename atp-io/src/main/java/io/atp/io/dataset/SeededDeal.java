package io.atp.io.dataset;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Labelled nodes in the order of their hashes under a seed, dealt into the parts of a [Split].
///
/// A node's place depends on seed and id alone, so a rule that takes one node more keeps the ones
/// it had.
final class SeededDeal {
  private static final System.Logger LOG = System.getLogger(SeededDeal.class.getName());
  private static final long PURPOSE = 0x73706C69740AL;

  private static final byte NO_PART = 0;
  private static final byte TRAIN = 1;
  private static final byte VALIDATION = 2;
  private static final byte TEST = 3;

  private final LabelledNodes labelled;
  private final int[] order;
  private final byte[] part;

  private SeededDeal(LabelledNodes labelled, int[] order) {
    this.labelled = labelled;
    this.order = order;
    this.part = new byte[labelled.labels().values().length];
  }

  static SeededDeal of(LabelledNodes labelled, long seed) {
    Require.that(labelled.nodes().length > 0, "none of the nodes has a label: nothing to split");
    // The upper half of the hash decides, the node itself where two agree.
    long[] keys =
        IntStream.of(labelled.nodes())
            .mapToLong(
                node -> StatelessHash.of(seed, PURPOSE, node) & 0xFFFF_FFFF_0000_0000L | node)
            .toArray();
    Arrays.sort(keys);
    return new SeededDeal(labelled, Arrays.stream(keys).mapToInt(key -> (int) key).toArray());
  }

  /// The rest is for test.
  Split perClass(int train, int validation) {
    dealPerClass(train, validation);
    for (int node : order) {
      part[node] = part[node] == NO_PART ? TEST : part[node];
    }
    return split();
  }

  Split planetoid(int trainPerClass, int validation, int test) {
    dealPerClass(trainPerClass, 0);
    int[] rest = IntStream.of(order).filter(node -> part[node] == NO_PART).toArray();
    Require.that(
        rest.length >= (long) validation + test,
        "%d labelled nodes are left after train, %d validation and %d test nodes were asked for",
        rest.length,
        validation,
        test);
    mark(rest, 0, validation, VALIDATION);
    mark(rest, validation, validation + test, TEST);
    return split();
  }

  Split shares(double train, double validation, double test) {
    int first = upTo(train);
    int second = upTo(train + validation);
    Require.that(
        first > 0, "a train share of %s takes none of %d labelled nodes", train, order.length);
    mark(order, 0, first, TRAIN);
    mark(order, first, second, VALIDATION);
    mark(order, second, upTo(train + validation + test), TEST);
    return split();
  }

  private int upTo(double share) {
    return (int) Math.min(order.length, Math.round(share * order.length));
  }

  private void dealPerClass(int train, int validation) {
    int[] sizes = labelled.classSizes();
    ClassQuota[] quotas = new ClassQuota[sizes.length];
    for (int label = 0; label < sizes.length; label++) {
      quotas[label] = ClassQuota.of(label, sizes[label], train, validation);
    }
    for (ClassQuota small : ClassQuota.tooSmall(labelled, train, validation)) {
      LOG.log(
          Level.WARNING,
          "class {0} has only {1} labelled nodes: {2} are for train, {3} for validation",
          small.label(),
          small.nodes(),
          small.train(),
          small.validation());
    }
    int[] taken = new int[sizes.length];
    for (int node : order) {
      int label = labelled.labels().values()[node];
      int place = taken[label]++;
      if (place < quotas[label].train()) {
        part[node] = TRAIN;
      } else if (place < quotas[label].train() + quotas[label].validation()) {
        part[node] = VALIDATION;
      }
    }
  }

  private void mark(int[] nodes, int from, int to, byte as) {
    for (int i = from; i < to; i++) {
      part[nodes[i]] = as;
    }
  }

  private Split split() {
    return new Split(nodes(TRAIN), nodes(VALIDATION), nodes(TEST));
  }

  private int[] nodes(byte wanted) {
    return IntStream.of(labelled.nodes()).filter(node -> part[node] == wanted).toArray();
  }
}
