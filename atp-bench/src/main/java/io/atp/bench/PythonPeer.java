package io.atp.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A Python script, run by the first interpreter that can import what it needs.
///
/// @param name what to call it
/// @param script file under `src/main/python`
/// @param modules what it imports
/// @param install how a user gets them
record PythonPeer(String name, String script, List<String> modules, String install) {
  /// The one on the path, and the system's own: Debian's packages serve only the latter.
  private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");

  static final PythonPeer SCIPY_HOP =
      new PythonPeer("SciPy", "scipy_hop.py", List.of("numpy", "scipy"), "python3-scipy");
  static final PythonPeer SCIPY_EIGENVECTOR =
      new PythonPeer("SciPy", "scipy_eigenvector.py", List.of("numpy", "scipy"), "python3-scipy");
  static final PythonPeer NUMPY_GEMM =
      new PythonPeer("NumPy", "numpy_gemm.py", List.of("numpy"), "python3-numpy");
  static final PythonPeer TORCH_MLP =
      new PythonPeer("PyTorch", "torch_mlp.py", List.of("numpy", "torch"), "python3-torch");
  static final PythonPeer IGRAPH =
      new PythonPeer("igraph", "igraph_encodings.py", List.of("numpy", "igraph"), "python3-igraph");
  static final PythonPeer PUBLISHED =
      new PythonPeer(
          "NetworkX",
          "published_pipeline.py",
          List.of("numpy", "scipy", "networkx"),
          "python3-networkx");

  Peer.Answer run(BenchFolder folder, Object... arguments) {
    for (String interpreter : INTERPRETERS) {
      String imports = "import " + String.join(", ", modules);
      if (Peer.succeeds(List.of(interpreter, "-c", imports))) {
        Path path = folder.sources().resolve("python").resolve(script);
        List<String> command = new ArrayList<>(List.of(interpreter, path.toString()));
        for (Object argument : arguments) {
          command.add(argument.toString());
        }
        return Peer.run(name, folder.threads(), folder.file(script + ".log"), command);
      }
    }
    return Peer.Answer.none(name, name + " is not installed (apt install " + install + ")");
  }
}
