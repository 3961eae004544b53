package io.atp.lab.report;

import java.util.List;
import java.util.Locale;

/// A point of a summary: a question and what was found, or a plain sentence.
///
/// @param question empty for a plain sentence
/// @param exhibit id of the table or figure it is read off; empty where it is of many
/// @param place what the paper calls that, such as `Table 3`; empty likewise
/// @param lead what all findings begin with, such as `beside the plain backbone`; may be empty
/// @param findings parts of one sentence, without its full stop
/// @param note sentences about all of them; may be empty
public record Answer(
    String question,
    String exhibit,
    String place,
    String lead,
    List<String> findings,
    String note) {
  public Answer {
    findings = List.copyOf(findings);
  }

  /// @param words with its full stop
  public static Answer sentence(String words) {
    return new Answer("", "", "", "", List.of(), words);
  }

  /// `Does it help? (Table 3) Beside the plain backbone: a; b. A note.`
  public String text() {
    var text = new StringBuilder(question);
    if (!place.isEmpty()) {
      text.append(" (").append(place).append(')');
    }
    if (!findings.isEmpty()) {
      String begun = lead.isEmpty() ? "" : lead + ": ";
      text.append(' ').append(capital(begun + String.join("; ", findings))).append('.');
    }
    if (!note.isEmpty()) {
      text.append(text.isEmpty() ? "" : " ").append(note);
    }
    return text.toString();
  }

  static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
