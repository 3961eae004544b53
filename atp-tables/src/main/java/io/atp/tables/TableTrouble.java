package io.atp.tables;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// DuckDB's pages of advice as one sentence that names file and place.
final class TableTrouble {
  private static final int LONGEST = 240;
  private static final Pattern KIND = Pattern.compile("^[A-Z][A-Za-z ]* Error: ");
  private static final Pattern LINE = Pattern.compile("CSV Error on Line: (\\d+)");

  private TableTrouble() {}

  /// @param what the file or files at work
  static IOException sentence(String what, SQLException trouble) {
    String message = String.valueOf(trouble.getMessage());
    if (message.startsWith("Out of Memory Error")) {
      return new IOException(
          what + " needs more memory than it was given; allow more, or use fewer threads", trouble);
    }
    List<String> kept = new ArrayList<>();
    for (String line : KIND.matcher(message).replaceFirst("").lines().toList()) {
      if (line.isBlank() || line.startsWith("Possible") || line.startsWith("Column ")) {
        break;
      }
      if (!line.startsWith("Original Line:")) {
        kept.add(line.strip());
      }
    }
    Matcher line = LINE.matcher(String.join(" ", kept));
    String told = line.replaceFirst("line $1:").replaceAll("\\p{Cntrl}", "?");
    return new IOException("%s: %s".formatted(what, shortened(told)), trouble);
  }

  private static String shortened(String told) {
    String ended = told.endsWith(".") ? told.substring(0, told.length() - 1) : told;
    return ended.length() > LONGEST ? ended.substring(0, LONGEST) + "…" : ended;
  }
}
