package io.atp.cli.option;

import com.sun.management.OperatingSystemMXBean;
import io.atp.core.runtime.Require;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/// Options every command takes.
public final class CommonOptions {
  public static final String DEBUG = "--debug";
  private static final int MOST_THREADS = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to use; results never depend on it. Default: all cores.")
  private Integer threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Most memory to use, like 4g or 800m; less means smaller column blocks.")
  private String memory;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of every random choice. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--json", description = "One JSON object on stdout, all else on stderr.")
  private boolean json;

  @Option(names = "--quiet", description = "No progress and no summary; warnings stay.")
  private boolean quiet;

  @Option(names = DEBUG, description = "Say more, and show where an error came from.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  public int threads() {
    int count = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    Require.that(
        count >= 1 && count <= MOST_THREADS,
        "--threads must lie in [1, %d], got %d",
        MOST_THREADS,
        count);
    return count;
  }

  /// Bytes, where the user set a limit.
  public OptionalLong memory() {
    return memory == null ? OptionalLong.empty() : OptionalLong.of(MemorySize.parse(memory));
  }

  /// What the user allows, or what the machine has.
  public long memoryLimit() {
    return memory()
        .orElseGet(
            () ->
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                    .getTotalMemorySize());
  }

  public long seed() {
    return seed;
  }

  public boolean json() {
    return json;
  }

  public boolean quiet() {
    return quiet;
  }

  /// Refuses bad values before anything is read, and gives the settings for the run record. Threads
  /// stand in the record by themselves.
  public Map<String, Object> settings() {
    threads();
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("seed", seed);
    settings.put("memoryBytes", memory().isPresent() ? memory().getAsLong() : null);
    return settings;
  }
}
