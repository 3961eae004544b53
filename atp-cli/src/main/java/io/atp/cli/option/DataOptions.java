package io.atp.cli.option;

import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Require;
import io.atp.io.registry.DataFolders;
import io.atp.io.registry.DataSources;
import io.atp.io.registry.Download;
import io.atp.io.registry.DownloadConfig;
import io.atp.io.registry.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Where DATA may come from, when it is a name.
public final class DataOptions {
  /// What every command says of its DATA.
  public static final String DATA = "Graph file or folder, or the name of a data set such as cora.";

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Look for named data sets here first, then in $$ATP_DATA and the cache.")
  private Path folder;

  @Option(names = "--offline", description = "Download nothing.")
  private boolean offline;

  /// The path of what the user typed for DATA, downloaded where it has to be.
  public DataSources.Found find(String typed, Progress progress) throws IOException {
    return find(typed, progress, false);
  }

  /// The same for a command that downloads nothing unasked.
  public DataSources.Found find(String typed, Progress progress, boolean stay) throws IOException {
    requireFolder();
    DataFolders folders =
        DataFolders.of(
            Optional.ofNullable(folder), System.getenv(), Path.of(System.getProperty("user.home")));
    var download = new Download(DownloadConfig.defaults(), progress);
    return new DataSources(Registry.builtIn(), folders, offline || stay, download).find(typed);
  }

  /// For a command that looks for its data later: refuses a place that is none before anything is
  /// written.
  public void requireFolder() {
    Require.that(
        folder == null || Files.isDirectory(folder), "--data-dir %s is not a folder", folder);
  }
}
