package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;

import org.junit.jupiter.api.Test;

class AddBiasTest {
  @Test
  void everyRowPassesItsGradientAndTheBiasGathersThemAll() {
    check(1e-3, x -> AddBias.of(x.get(0), x.get(1)), entries(5, 3, 1), entries(1, 3, 2));
  }
}
