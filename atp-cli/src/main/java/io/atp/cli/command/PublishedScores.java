package io.atp.cli.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Accuracies others print for the baselines, in per cent, to stand beside ours.
final class PublishedScores {
  private static final String FILE = "/io/atp/cli/published.csv";

  private final Map<String, Score> scores = new HashMap<>();

  /// @param source who says so
  record Score(double accuracy, String source) {}

  private PublishedScores() {}

  static PublishedScores read() throws IOException {
    var published = new PublishedScores();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                PublishedScores.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line; (line = lines.readLine()) != null; ) {
        String[] cells = line.split(",", 4);
        published.scores.put(
            cells[0] + " " + cells[1], new Score(Double.parseDouble(cells[2]), cells[3]));
      }
    }
    return published;
  }

  Optional<Score> of(String model, String dataSet) {
    return Optional.ofNullable(scores.get(model + " " + dataSet));
  }
}
