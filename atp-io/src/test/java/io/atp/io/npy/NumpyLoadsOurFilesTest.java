package io.atp.io.npy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Python's word on what we write and what it writes; skipped where there is no NumPy.
class NumpyLoadsOurFilesTest {
  @TempDir Path folder;

  private String python(String script) throws IOException, InterruptedException {
    Path out = folder.resolve("python.out");
    Process process;
    try {
      process =
          new ProcessBuilder(List.of("python3", "-c", script))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
    } catch (IOException e) {
      Assumptions.abort("skipped: python3 is not here");
      return "";
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    String text = Files.readString(out).strip();
    Assumptions.assumeFalse(
        text.contains("ModuleNotFoundError"), "skipped: numpy or scipy is not here");
    return text;
  }

  @Test
  void numpyMapsAMatrix() throws Exception {
    NpyWriter.write(
        folder.resolve("x.npy"),
        "<f4",
        new long[] {2, 3},
        MemorySegment.ofArray(new float[] {1, 2, 3, 4, 5, 6}));
    assertThat(
            python(
                "import numpy as n; x=n.load('x.npy',mmap_mode='r');"
                    + "print(x.dtype.str,x.shape,x.sum(),x[1,0],x.flags.aligned)"))
        .isEqualTo("<f4 (2, 3) 21.0 4.0 True");
  }

  @Test
  void scipyLoadsASparseMatrix() throws Exception {
    NpzWriter.writeCsr(
        folder.resolve("m.npz"),
        3,
        4,
        MemorySegment.ofArray(new long[] {0, 2, 2, 3}),
        MemorySegment.ofArray(new int[] {0, 3, 1}),
        "<f4",
        MemorySegment.ofArray(new float[] {1, 2, 3}));
    assertThat(
            python(
                "import scipy.sparse as s; m=s.load_npz('m.npz');"
                    + "print(m.format,m.shape,m.dtype,m.toarray().tolist(),m.has_sorted_indices)"))
        .isEqualTo(
            "csr (3, 4) float32 [[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]]"
                + " True");
  }

  @Test
  void whatNumpyWritesWeRead() throws Exception {
    python(
        """
        import numpy as n
        n.save('f.npy', n.asfortranarray(n.arange(6, dtype='>i2').reshape(2, 3)))
        n.savez_compressed('z.npz', t=n.array(['ab', 'c']), h=n.array([0.5, -2], dtype='f2'), s=n.array(True))
        """);
    Assumptions.assumeTrue(Files.exists(folder.resolve("z.npz")), "skipped: numpy is not here");
    assertThat(Npy.read(folder.resolve("f.npy")).toInts()).containsExactly(0, 1, 2, 3, 4, 5);
    try (Npz npz = Npz.open(folder.resolve("z.npz"))) {
      assertThat(npz.array("t").toStrings()).containsExactly("ab", "c");
      assertThat(npz.array("h").toFloats()).containsExactly(0.5f, -2);
      assertThat(npz.array("s").toInts()).containsExactly(1);
    }
  }
}
