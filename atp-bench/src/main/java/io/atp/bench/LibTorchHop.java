package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import io.atp.io.json.Json;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// One hop as LibTorch does it, `sparse_csr_tensor.mm(dense)`, in a JVM of its own, answering like
/// every other peer.
///
/// Usage: `LibTorchHop FOLDER TRIALS THREADS`.
final class LibTorchHop {
  private LibTorchHop() {}

  /// Starts a second JVM with this class path; skipped where it lacks the natives.
  static Peer.Answer hop(BenchFolder folder, int trials) {
    return LibTorch.installed()
        ? ChildJvm.run(
            LibTorch.NAME, LibTorchHop.class, folder, folder.path(), trials, folder.threads())
        : Peer.Answer.none(LibTorch.NAME, LibTorch.MISSING);
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    int trials = Integer.parseInt(arguments[1]);
    torch.set_num_threads(Integer.parseInt(arguments[2]));
    Tensor operator = LibTorch.operator(folder);
    Tensor features = LibTorch.tensor(folder.resolve("features.npy"));
    int rows = (int) features.size(0);
    int width = (int) features.size(1);
    Tensor[] result = new Tensor[1];
    Runnable hop =
        () -> {
          if (result[0] != null) {
            result[0].close();
          }
          result[0] = operator.mm(features);
        };
    Timing timing = Timing.of(1, trials, hop);
    MemorySegment out =
        MemorySegment.ofAddress(result[0].data_ptr().address())
            .reinterpret((long) rows * width * Float.BYTES);
    HopSample sample = HopSample.of(new DenseFeatures(rows, width, out));
    sample.write(folder.resolve("libtorch-hop.bin"));
    Map<String, ?> measured = Map.of("seconds", timing.seconds(), "checksum", sample.sum());
    String answer =
        Json.write(Map.of("version", LibTorch.version(), "tasks", Map.of("hop", measured)));
    System.out.println(answer.replace('\n', ' '));
  }
}
