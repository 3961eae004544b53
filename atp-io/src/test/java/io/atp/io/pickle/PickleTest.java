package io.atp.io.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.io.RealData;
import io.atp.io.npy.NpyArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PickleTest {
  /// One character per byte.
  private static Object read(String pickle) throws IOException {
    return Pickle.read(pickle.getBytes(StandardCharsets.ISO_8859_1), "p.pkl");
  }

  @Test
  void protocolZeroIsRead() throws IOException {
    // pickle.dumps({'a': [1, 2.5, None, True], u'b\u20ac': (3L, 'x\n')}, 0) of Python 2
    String pickle =
        "(dp0\nS'a'\np1\n(lp2\nI1\naF2.5\naNaI01\nasV" + "b\\u20ac\np3\n(L3L\nS'x\\n'\np4\ntp5\ns.";
    Map<?, ?> map = (Map<?, ?>) read(pickle);
    assertThat(map.get("a")).isEqualTo(Arrays.asList(1L, 2.5, null, true));
    assertThat(map.get("b€")).isEqualTo(List.of(3L, "x\n"));
  }

  @Test
  void protocolTwoIsRead() throws IOException {
    // a defaultdict(list) as Planetoid writes it: {7: [1, 300, 70000], 8: []}
    String pickle =
        "\u0080\u0002ccollections\ndefaultdict\nq\u0001c__builtin__\nlist\nq\u0002\u0085Rq\u0003("
            + "K\u0007]q\u0004(K\u0001M\u002c\u0001J\u0070\u0011\u0001\u0000eK\u0008]u.";
    assertThat(read(pickle)).isEqualTo(Map.of(7L, List.of(1L, 300L, 70000L), 8L, List.of()));
    assertThat(read("\u0080\u0002\u008a\u0002\u0000\u00ff.")).isEqualTo(-256L);
    assertThat(read("\u0080\u0002\u008a\u0000.")).isEqualTo(0L);
    assertThat(read("G\u003f\u00f8\u0000\u0000\u0000\u0000\u0000\u0000.")).isEqualTo(1.5);
  }

  @Test
  void valuesAreSharedThroughTheMemo() throws IOException {
    List<?> list = (List<?>) read("(lp0\n(lp1\nag1\na.");
    assertThat(list.get(0)).isSameAs(list.get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cos\nsystem\n(S'true'\ntR.",
        "cposix\nsystem\n.",
        "c__builtin__\neval\n(S'1'\ntR.",
        "cnumpy\nload\n.",
        "cscipy.sparse.csr\nos.system\n."
      })
  void namesOutsideTheListAreRefusedWithTheirPlace(String pickle) {
    assertThatThrownBy(() -> read(pickle))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("p.pkl, byte 0: opcode 0x63 names ")
        .hasMessageContaining("never run");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // empty
        ".", // nothing on the stack
        "N", // no end
        "NN.", // a value left over
        "a.", // append to nothing
        "NNa.", // append to no list
        "]N(e.", // append to None
        "}Ns.", // one item for a pair
        "}(Nu.", // odd items
        "}](Ns.", // mark in the way
        "t.", // no mark
        "g5\n.", // nothing stored
        "T\u00ff\u00ff\u00ff\u007fabc.", // claims 2 GB
        "T\u00ff\u00ff\u00ff\u00ffabc.", // negative length
        "X\u0002\u0000\u0000\u0000\u00c3(.", // broken UTF-8
        "\u008b\u00ff\u00ff\u00ff\u007f.", // an integer of 2 GB
        "\u008a\u0009123456789.", // an integer of 9 bytes
        "I12x\n.",
        "Fnone\n.",
        "S'open\n.",
        "S'\\q'\n.",
        "V\\u12\n.",
        "pabc\n.",
        "\u0080\u0005N.", // protocol 5
        "P1\n.", // persistent id
        "(i__builtin__\nlist\n.", // INST
        "\u0082\u0001.", // extension registry
        "}](]NtbN.", // BUILD on a dict
        "cnumpy\nndarray\n)\u0081.", // an array by NEWOBJ
        "}]NsN.", // a list as key
      })
  void whatIsBrokenIsRefused(String pickle) {
    assertThatThrownBy(() -> read(pickle))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("p.pkl, byte ");
  }

  @Test
  void anArrayMustHaveTheBytesItsShapeAsksFor() throws IOException {
    String start =
        "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n(I%d\nI%d\nt"
            + "cnumpy\ndtype\n(S'i2'\nI0\nI1\ntR(I3\nS'<'\nNNNI-1\nI-1\nI0\ntbI00\nS'%s'\ntb.";
    NpyArray array = (NpyArray) read(start.formatted(2, 1, "\\x01\\x00\\x02\\x01"));
    assertThat(array.shape()).containsExactly(2, 1);
    assertThat(array.toInts()).containsExactly(1, 258);
    long[][] shapes = {{3, 1}, {2, 2}, {1L << 62, 8}, {1L << 32, 1L << 32}, {-2, -1}, {0, 9}};
    for (long[] shape : shapes) {
      assertThatThrownBy(() -> read(start.formatted(shape[0], shape[1], "\\x01\\x00\\x02\\x01")))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aRealFileCutAnywhereIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(RealData.path("cora/ind.cora.x"));
    assertThat(Pickle.read(whole, "x")).isInstanceOf(CsrMatrix.class);
    for (int length = 0; length < whole.length; length += 97) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Pickle.read(cut, "x")).isInstanceOf(IOException.class);
    }
  }
}
