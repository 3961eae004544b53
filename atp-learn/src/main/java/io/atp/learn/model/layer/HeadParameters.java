package io.atp.learn.model.layer;

import io.atp.learn.model.layer.AttentionLayer.Shape;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.init.Initialiser;

/// Parameters of several heads side by side, each drawn as if its head stood alone.
final class HeadParameters {
  private HeadParameters() {}

  /// in × (heads · width), Glorot for in × width.
  static Parameter weight(ParameterStore store, String name, Shape shape) {
    int columns = shape.heads() * shape.width();
    return store.create(name, shape.in(), columns, glorot(shape.in(), shape.width()));
  }

  /// 1 × (heads · width), Glorot for width × 1.
  static Parameter vector(ParameterStore store, String name, Shape shape) {
    int columns = shape.heads() * shape.width();
    return store.create(name, 1, columns, glorot(shape.width(), 1));
  }

  private static Initialiser glorot(int fanIn, int fanOut) {
    return new Initialiser.Uniform(Math.sqrt(6.0 / (fanIn + fanOut)));
  }
}
