package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class MatMulTest {
  @Test
  void bothFactorsReceiveTheirGradient() {
    check(1e-3, x -> MatMul.of(x.get(0), x.get(1)), entries(5, 4, 1), entries(4, 3, 2));
  }

  @Test
  void aFactorUsedTwiceReceivesBothGradients() {
    check(1e-3, x -> MatMul.of(x.get(0), x.get(0)), entries(4, 4, 3));
  }

  @Test
  void shapesThatDoNotMeetAreRefusedInASentence() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        Arena arena = Arena.ofConfined()) {
      var a = tape.constant(Matrix.zeros(2, 3, arena));
      assertThatThrownBy(() -> MatMul.of(a, a))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("cannot multiply 2 × 3 by 2 × 3");
    }
  }
}
