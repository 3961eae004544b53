package io.atp.bench;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Work in a JVM of its own, with this one's class path and flags: its memory can be told from
/// everybody else's, and it answers like a peer.
///
/// The heap is small, because matrices lie outside of it here as there, and a large one would only
/// fill up with what nobody needs any more.
final class ChildJvm {
  private static final List<String> MEMORY =
      List.of("-Xmx512m", "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0");

  private ChildJvm() {}

  static Peer.Answer run(String name, Class<?> main, BenchFolder folder, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(MEMORY);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return Peer.run(name, folder.threads(), folder.file(main.getSimpleName() + ".log"), command);
  }
}
