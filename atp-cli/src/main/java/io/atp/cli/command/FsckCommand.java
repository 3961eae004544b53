package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.option.CommonOptions;
import io.atp.io.json.Json;
import io.atp.io.store.FolderCheck;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `atp fsck DIR`.
@Command(
    name = "fsck",
    header = "Compare a native store or the folder of a run with its checksums.",
    description =
        "%nNames each damaged file, and the block of it where the damage is. Exits 2 if anything is"
            + " not as it was written, 0 if all is. Files that no list names are told, and are no"
            + " damage.%n",
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small && atp fsck small"
    },
    customSynopsis = "atp fsck DIR [OPTIONS]",
    sortOptions = false)
final class FsckCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "DIR", description = "Folder with a manifest.json or a run.json.")
  private Path folder;

  @Mixin private CommonOptions common;

  FsckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    common.settings();
    FolderCheck check = FolderCheck.of(folder);
    if (common.json()) {
      terminal.out().print(Json.write(toMap(check)));
    } else {
      tell(check, terminal.out());
    }
    return check.sound() ? Main.OK : Main.BAD_INPUT;
  }

  private void tell(FolderCheck check, PrintStream out) {
    check.damages().forEach(damage -> out.println("damaged: " + damage.sentence()));
    if (!common.quiet()) {
      check.extra().forEach(name -> out.println("extra: no list names " + name));
      check.unchecked().forEach(name -> out.println("unchecked: " + name + " has no checksum"));
      out.println(
          "%s: %s files, %s, %s"
              .formatted(
                  folder,
                  Text.count(check.files()),
                  Text.bytes(check.bytes()),
                  check.sound() ? "all as written" : check.damages().size() + " damages"));
    }
  }

  private Map<String, Object> toMap(FolderCheck check) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("folder", folder.toString());
    map.put("sound", check.sound());
    map.put("files", check.files());
    map.put("bytes", check.bytes());
    List<Map<String, Object>> damages = check.damages().stream().map(FsckCommand::toMap).toList();
    map.put("damages", damages);
    map.put("extra", check.extra());
    map.put("unchecked", check.unchecked());
    return map;
  }

  private static Map<String, Object> toMap(FolderCheck.Damage damage) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("file", damage.file());
    map.put("fromByte", damage.from() < 0 ? null : damage.from());
    map.put("toByte", damage.to() < 0 ? null : damage.to());
    map.put("sentence", damage.sentence());
    return map;
  }
}
