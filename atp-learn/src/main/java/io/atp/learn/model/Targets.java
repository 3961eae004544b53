package io.atp.learn.model;

import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.BinaryCrossEntropy;
import io.atp.learn.tensor.op.CrossEntropy;
import java.util.Optional;
import java.util.stream.IntStream;

/// What logits should become, node by node.
public sealed interface Targets {
  /// Columns of the logits.
  int outputs();

  /// Mean loss of a batch, on the tape.
  Tensor loss(Tensor logits, int[] nodes);

  /// `Σ_i w_i · loss_i` of a batch, on the tape: with `w_i = 1/n` what [#loss] gives.
  ///
  /// @param weights one per node of the batch
  Tensor weightedLoss(Tensor logits, int[] nodes, float[] weights);

  /// Loss and score of logits, row i belonging to `nodes[i]`.
  Judgement judge(Matrix logits, int[] nodes);

  /// Whether two nodes have the same target.
  boolean alike(int a, int b);

  /// The targets of some nodes, which are then numbered 0, 1, … in the order given.
  Targets select(int[] nodes);

  /// The same with errors in rare classes counting more, so that every class present among the
  /// training nodes weighs the same in all.
  Targets balanced(int[] trainNodes);

  /// One class per node, softmax cross-entropy, accuracy.
  ///
  /// @param classWeights how much an error in each class counts, or empty for all alike
  record OneClass(Labels labels, Optional<float[]> classWeights) implements Targets {
    public OneClass(Labels labels) {
      this(labels, Optional.empty());
    }

    @Override
    public int outputs() {
      return labels.classCount();
    }

    @Override
    public Tensor loss(Tensor logits, int[] nodes) {
      return classWeights.isPresent()
          ? CrossEntropy.of(logits, classes(nodes), classWeights.get())
          : CrossEntropy.of(logits, classes(nodes));
    }

    /// Class weights multiply the nodes' own; they are not divided out again, as [#loss] does.
    @Override
    public Tensor weightedLoss(Tensor logits, int[] nodes, float[] weights) {
      float[] rowWeights = weights.clone();
      for (int i = 0; i < nodes.length && classWeights.isPresent(); i++) {
        rowWeights[i] *= classWeights.get()[labels.values()[nodes[i]]];
      }
      return CrossEntropy.sum(logits, classes(nodes), rowWeights);
    }

    @Override
    public boolean alike(int a, int b) {
      return labels.values()[a] == labels.values()[b];
    }

    private int[] classes(int[] nodes) {
      return IntStream.of(nodes).map(node -> labels.values()[node]).toArray();
    }

    @Override
    public Judgement judge(Matrix logits, int[] nodes) {
      double loss = 0;
      int right = 0;
      for (int i = 0; i < nodes.length; i++) {
        float[] row = logits.row(i);
        int wanted = labels.values()[nodes[i]];
        int best = 0;
        for (int c = 1; c < row.length; c++) {
          if (row[c] > row[best]) {
            best = c;
          }
        }
        double sum = 0;
        for (float value : row) {
          sum += StrictMath.exp((double) value - row[best]);
        }
        loss += StrictMath.log(sum) - ((double) row[wanted] - row[best]);
        right += best == wanted ? 1 : 0;
      }
      return new Judgement(loss / nodes.length, (double) right / nodes.length);
    }

    @Override
    public Targets select(int[] nodes) {
      return new OneClass(new Labels(labels.classCount(), classes(nodes)), classWeights);
    }

    /// `n / (classes · n_c)`.
    @Override
    public Targets balanced(int[] trainNodes) {
      float[] weights = new float[labels.classCount()];
      for (int node : trainNodes) {
        weights[labels.values()[node]]++;
      }
      for (int c = 0; c < weights.length; c++) {
        weights[c] =
            weights[c] == 0 ? 0 : (float) trainNodes.length / (weights.length * weights[c]);
      }
      return new OneClass(labels, Optional.of(weights));
    }
  }

  /// Any number of classes per node, a logistic loss for each, micro-F1.
  record ManyClasses(MultiLabels labels) implements Targets {
    @Override
    public int outputs() {
      return labels.classCount();
    }

    @Override
    public Tensor loss(Tensor logits, int[] nodes) {
      return BinaryCrossEntropy.of(logits, wanted(logits, nodes));
    }

    /// The loss of a node is the mean over its classes.
    @Override
    public Tensor weightedLoss(Tensor logits, int[] nodes, float[] weights) {
      return BinaryCrossEntropy.sum(logits, wanted(logits, nodes), weights);
    }

    private Matrix wanted(Tensor logits, int[] nodes) {
      Matrix wanted = logits.tape().borrow(nodes.length, outputs());
      for (int i = 0; i < nodes.length; i++) {
        for (int c = 0; c < outputs(); c++) {
          wanted.set(i, c, labels.has(nodes[i], c) ? 1 : 0);
        }
      }
      return wanted;
    }

    @Override
    public Judgement judge(Matrix logits, int[] nodes) {
      double loss = 0;
      long both = 0;
      long either = 0;
      for (int i = 0; i < nodes.length; i++) {
        for (int c = 0; c < outputs(); c++) {
          double z = logits.get(i, c);
          boolean wanted = labels.has(nodes[i], c);
          boolean said = z > 0;
          loss +=
              Math.max(z, 0) - (wanted ? z : 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(z)));
          both += wanted && said ? 1 : 0;
          either += (wanted ? 1 : 0) + (said ? 1 : 0);
        }
      }
      double score = either == 0 ? 0 : 2.0 * both / either;
      return new Judgement(loss / ((double) nodes.length * outputs()), score);
    }

    @Override
    public boolean alike(int a, int b) {
      return IntStream.range(0, outputs()).allMatch(c -> labels.has(a, c) == labels.has(b, c));
    }

    @Override
    public Targets select(int[] nodes) {
      return new ManyClasses(labels.select(nodes));
    }

    @Override
    public Targets balanced(int[] trainNodes) {
      throw new IllegalArgumentException(
          "class weights are for one class per node, and these have many");
    }
  }
}
