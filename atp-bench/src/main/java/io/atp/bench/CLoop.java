package io.atp.bench;

import java.nio.file.Path;
import java.util.List;

/// The generic loop in C, compiled on the spot: `gcc -O3 -march=native -fopenmp`.
final class CLoop {
  private static final String NAME = "C loop";

  private CLoop() {}

  static Peer.Answer hop(BenchFolder folder, int trials) {
    if (!Peer.succeeds(List.of("gcc", "--version"))) {
      return Peer.Answer.none(NAME, "gcc is not installed (apt install gcc)");
    }
    Path source = folder.sources().resolve("c").resolve("csr_times_dense.c");
    Path program = folder.file("csr_times_dense");
    List<String> compile =
        List.of(
            "gcc", "-O3", "-march=native", "-fopenmp", source.toString(), "-o", program.toString());
    if (!Peer.succeeds(compile)) {
      return Peer.Answer.none(NAME, "gcc could not compile " + source);
    }
    Peer.Answer answer =
        Peer.run(
            NAME,
            folder.threads(),
            folder.file("c.log"),
            List.of(program.toString(), folder.path().toString(), Integer.toString(trials)));
    return new Peer.Answer(
        NAME, NAME + " (" + answer.version() + ")", answer.tasks(), answer.failure());
  }
}
