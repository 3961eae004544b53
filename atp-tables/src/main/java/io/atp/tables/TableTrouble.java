package io.atp.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// DuckDB's pages of advice as one sentence that names file and place.
final class TableTrouble {
  private static final int LONGEST = 240;
  private static final Pattern KIND = Pattern.compile("^[A-Z][A-Za-z ]* Error: ");
  private static final Pattern LINE = Pattern.compile("^CSV Error on Line: (\\d+)");
  private static final Pattern FILE = Pattern.compile("(?m)^ +file = (.+)$");

  /// Where the fault has been told and help begins.
  private static final Pattern ADVICE =
      Pattern.compile("\\n\\s*(Possible|Column .* is being converted|LINE \\d+:|The search space)");

  private TableTrouble() {}

  /// @param what the file or files at work
  /// @param links our own names of files, which the user has not seen
  static IOException sentence(String what, SQLException trouble, Map<Path, Path> links) {
    String message = String.valueOf(trouble.getMessage());
    for (Map.Entry<Path, Path> link : links.entrySet()) {
      message = message.replace(link.getKey().toString(), link.getValue().toString());
    }
    if (message.startsWith("Out of Memory Error")) {
      return new IOException(
          what + " needs more memory than it was given; allow more, or use fewer threads", trouble);
    }
    Matcher named = FILE.matcher(message);
    String place = named.find() ? named.group(1).strip() : what;
    String told = ADVICE.split(KIND.matcher(message).replaceFirst(""), 2)[0].strip();
    Matcher line = LINE.matcher(told);
    if (line.find()) {
      // What follows is the line itself, which may be long, and then the fault.
      String fault = told.substring(told.lastIndexOf('\n') + 1);
      return new IOException(
          "%s, line %s: %s".formatted(place, line.group(1), shortened(fault)), trouble);
    }
    return new IOException("%s: %s".formatted(place, shortened(told)), trouble);
  }

  private static String shortened(String told) {
    String plain = told.strip().replaceAll("\\p{Cntrl}+", " ");
    String ended = plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    return ended.length() > LONGEST ? ended.substring(0, LONGEST) + "…" : ended;
  }
}
