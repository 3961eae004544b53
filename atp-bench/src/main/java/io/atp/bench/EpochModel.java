package io.atp.bench;

import io.atp.learn.model.Gat;
import io.atp.learn.model.Gcn;
import io.atp.learn.model.Model;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.ParameterStore;

/// Networks whose epochs are compared, without dropout, so that everybody computes the same.
enum EpochModel {
  /// Two layers, 256 hidden columns, no biases.
  GCN(2.5) {
    @Override
    Model<GraphInputs> create(GraphInputs inputs, int classes, ParameterStore store) {
      return new Gcn().create(new Gcn.Settings(2, 256, 0, 0, false, false), inputs, classes, store);
    }
  },
  /// The published shape: 8 heads of 8 columns, then one head as wide as there are classes.
  GAT(1) {
    @Override
    Model<GraphInputs> create(GraphInputs inputs, int classes, ParameterStore store) {
      return Gat.original()
          .create(new Gat.Settings(2, 8, 8, 1, 0, false, false), inputs, classes, store);
    }
  };

  static final long SEED = 5;
  static final double RATE = 0.01;

  private final double target;

  EpochModel(double target) {
    this.target = target;
  }

  /// How many times faster than LibTorch ours is to be.
  double target() {
    return target;
  }

  abstract Model<GraphInputs> create(GraphInputs inputs, int classes, ParameterStore store);
}
