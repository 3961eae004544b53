package io.atp.io.dataset;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/// How nodes are parted into train, validation and test. One seed gives one split, on any machine:
/// nodes are taken in the order of their hashes under the seed. A node without a label is in no
/// part.
public sealed interface SplitRule {
  /// @param given the split that came with the data
  /// @param seed ignored by [Given]
  /// @throws IllegalArgumentException if the data cannot be parted this way
  Split draw(Labels labels, CsrGraph graph, Optional<Split> given, long seed);

  /// Classes too small for the rule and what they give instead, the same for any seed. [#draw] logs
  /// them.
  default List<ClassQuota> shortClasses(Labels labels, CsrGraph graph) {
    return List.of();
  }

  /// The text that [#parse] reads back.
  String text();

  /// `given`, `20/30` (per class; with `/largest` in the largest component only), `planetoid` (or
  /// `planetoid:20/500/1000`), `0.6/0.2/0.2`.
  ///
  /// @throws IllegalArgumentException saying what is wrong and what would do
  static SplitRule parse(String text) {
    return SplitRuleText.parse(text);
  }

  /// The data's own split.
  record Given() implements SplitRule {
    @Override
    public Split draw(Labels labels, CsrGraph graph, Optional<Split> given, long seed) {
      Split split =
          given.orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "the data has no split of its own: choose a rule such as 20/30 or"
                          + " 0.6/0.2/0.2"));
      return LabelledNodes.of(labels, graph).only(split);
    }

    @Override
    public String text() {
      return "given";
    }
  }

  /// As many nodes of every class for train and for validation, all others for test: 20/30 on the
  /// Amazon and Coauthor graphs.
  ///
  /// A class with fewer than train + validation nodes gives at most half of them to train, and at
  /// most half of what is left to validation.
  ///
  /// @param largestComponentOnly nodes outside the largest connected component are in no part
  record PerClass(int train, int validation, boolean largestComponentOnly) implements SplitRule {
    public PerClass {
      Require.atLeast("train nodes per class", train, 1);
      Require.atLeast("validation nodes per class", validation, 0);
    }

    private LabelledNodes nodes(Labels labels, CsrGraph graph) {
      LabelledNodes nodes = LabelledNodes.of(labels, graph);
      return largestComponentOnly ? nodes.inLargestComponent() : nodes;
    }

    @Override
    public Split draw(Labels labels, CsrGraph graph, Optional<Split> given, long seed) {
      return SeededDeal.of(nodes(labels, graph), seed).perClass(train, validation);
    }

    @Override
    public List<ClassQuota> shortClasses(Labels labels, CsrGraph graph) {
      return ClassQuota.tooSmall(nodes(labels, graph), train, validation);
    }

    @Override
    public String text() {
      return train + "/" + validation + (largestComponentOnly ? "/largest" : "");
    }
  }

  /// The shape of the public Planetoid splits, drawn anew: a number of nodes of every class for
  /// train, then a number of nodes of any class for validation and for test. Further nodes are in
  /// no part.
  record Planetoid(int trainPerClass, int validation, int test) implements SplitRule {
    /// 20 per class, 500, 1 000.
    public static final Planetoid PUBLISHED = new Planetoid(20, 500, 1000);

    public Planetoid {
      Require.atLeast("train nodes per class", trainPerClass, 1);
      Require.atLeast("validation nodes", validation, 0);
      Require.atLeast("test nodes", test, 0);
    }

    @Override
    public Split draw(Labels labels, CsrGraph graph, Optional<Split> given, long seed) {
      return SeededDeal.of(LabelledNodes.of(labels, graph), seed)
          .planetoid(trainPerClass, validation, test);
    }

    @Override
    public List<ClassQuota> shortClasses(Labels labels, CsrGraph graph) {
      return ClassQuota.tooSmall(LabelledNodes.of(labels, graph), trainPerClass, 0);
    }

    @Override
    public String text() {
      return equals(PUBLISHED)
          ? "planetoid"
          : "planetoid:%d/%d/%d".formatted(trainPerClass, validation, test);
    }
  }

  /// Shares of the labelled nodes, whatever their classes. Shares that add up to 1 leave no node
  /// out.
  record Shares(double train, double validation, double test) implements SplitRule {
    public Shares {
      Require.share("train share", train);
      Require.share("validation share", validation);
      Require.share("test share", test);
      Require.that(train > 0, "train share must be above 0");
      double sum = train + validation + test;
      Require.that(sum <= 1 + 1e-9, "the shares add up to %s, which is more than 1", sum);
    }

    @Override
    public Split draw(Labels labels, CsrGraph graph, Optional<Split> given, long seed) {
      return SeededDeal.of(LabelledNodes.of(labels, graph), seed).shares(train, validation, test);
    }

    @Override
    public String text() {
      return DoubleStream.of(train, validation, test)
          .mapToObj(share -> BigDecimal.valueOf(share).stripTrailingZeros().toPlainString())
          .collect(Collectors.joining("/"));
    }
  }
}
