package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import io.atp.io.json.Json;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/// One hop as LibTorch does it, `sparse_csr_tensor.mm(dense)`, in a JVM of its own, answering like
/// every other peer.
///
/// Usage: `LibTorchHop FOLDER TRIALS THREADS`.
final class LibTorchHop {
  private static final String NAME = "LibTorch";

  private LibTorchHop() {}

  /// Starts a second JVM with this class path; skipped where it lacks the natives.
  static Peer.Answer hop(BenchFolder folder, int trials) {
    String natives = "/org/bytedeco/pytorch/linux-x86_64/libjnitorch.so";
    if (LibTorchHop.class.getResource(natives) == null) {
      return Peer.Answer.none(
          NAME, "LibTorch's natives are not on the class path (mvn package -Pbench,libtorch)");
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Peer.run(
        NAME,
        folder.threads(),
        folder.file("libtorch.log"),
        List.of(
            java,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            LibTorchHop.class.getName(),
            folder.path().toString(),
            Integer.toString(trials),
            Integer.toString(folder.threads())));
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    int trials = Integer.parseInt(arguments[1]);
    torch.set_num_threads(Integer.parseInt(arguments[2]));
    try (Arena arena = Arena.ofShared()) {
      NpyHeader shape = Npy.readHeader(folder.resolve("features.npy"));
      int rows = (int) shape.shape()[0];
      int width = (int) shape.shape()[1];
      Tensor operator =
          torch.sparse_csr_tensor(
              tensor(folder, "operator-offsets.npy", torch.ScalarType.Long, arena),
              tensor(folder, "operator-columns.npy", torch.ScalarType.Int, arena)
                  .toType(torch.ScalarType.Long),
              tensor(folder, "operator-values.npy", torch.ScalarType.Float, arena),
              new long[] {rows, rows},
              new TensorOptions(torch.ScalarType.Float));
      Tensor features =
          tensor(folder, "features.npy", torch.ScalarType.Float, arena).reshape(rows, width);
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
      String version = NAME + " " + torch.class.getPackage().getImplementationVersion();
      String answer = Json.write(Map.of("version", version, "tasks", Map.of("hop", measured)));
      System.out.println(answer.replace('\n', ' '));
    }
  }

  /// The elements of an array, in one row, copied into LibTorch's own memory.
  private static Tensor tensor(Path folder, String name, torch.ScalarType type, Arena arena)
      throws IOException {
    Npy.Mapped array = Npy.map(folder.resolve(name), arena);
    long[] length = {array.data().byteSize() / array.header().type().itemBytes()};
    return torch.from_blob(new Address(array.data()), length, new TensorOptions(type)).clone();
  }

  /// A segment as JavaCPP sees memory.
  private static final class Address extends Pointer {
    Address(MemorySegment segment) {
      address = segment.address();
    }
  }
}
