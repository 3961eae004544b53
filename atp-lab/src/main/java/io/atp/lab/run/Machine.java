package io.atp.lab.run;

import io.atp.core.kernel.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The machine a report was made on.
public final class Machine {
  private Machine() {}

  /// Processor, memory, system, JDK and kernels; what the system does not say is left out.
  ///
  /// @param threads that were used
  public static Map<String, String> facts(int threads) {
    Map<String, String> facts = new LinkedHashMap<>();
    line("/proc/cpuinfo", "model name").ifPresent(name -> facts.put("processor", name));
    int processors = Runtime.getRuntime().availableProcessors();
    facts.put("threads", threads + " of " + processors + " processors");
    line("/proc/meminfo", "MemTotal")
        .map(text -> text.replaceAll("[^0-9]", ""))
        .ifPresent(kib -> facts.put("memory", Long.parseLong(kib) / (1 << 20) + " GiB"));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("JDK", Runtime.version().toString());
    facts.put("kernels", Kernels.active().name());
    return facts;
  }

  private static Optional<String> line(String file, String name) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // not Linux: it is only said to people
    }
  }
}
