import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Checks or rewrites the format of every Java source of the project with google-java-format.
///
/// `java -cp google-java-format.jar build/Format.java check|write ROOT`. A check that finds files in another format
/// names them and exits with 1.
class Format {
  private static final List<String> COMPILER_PACKAGES =
      List.of("api", "code", "file", "parser", "tree", "util", "main", "model", "comp");

  public static void main(String[] args) throws IOException, InterruptedException {
    boolean write = args[0].equals("write");
    Path root = Path.of(args[1]);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String name : COMPILER_PACKAGES) {
      command.add("--add-exports=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED");
    }
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.add("com.google.googlejavaformat.java.Main");
    command.addAll(write ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    int fixedPart = command.size();
    try (Stream<Path> files = Files.walk(root)) {
      files.map(Path::toString).filter(Format::isSource).sorted().forEach(command::add);
    }
    if (command.size() == fixedPart) {
      return;
    }
    int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (exit != 0) {
      System.err.println("The files above are not in the project's format: run 'mvn validate -Pformat'.");
      System.exit(1);
    }
  }

  private static boolean isSource(String path) {
    return path.endsWith(".java") && path.contains("/src/") && !path.contains("/target/");
  }
}
