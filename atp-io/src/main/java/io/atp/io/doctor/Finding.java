package io.atp.io.doctor;

import java.util.Locale;
import java.util.Optional;

/// One thing worth knowing about a data set.
///
/// @param code a stable name for programs, such as `self-loops`
/// @param sentence what was found, with its numbers
/// @param why what it does to results
/// @param remedy the command that mends it, where one does
public record Finding(
    Severity severity, String code, String sentence, String why, Optional<Remedy> remedy) {

  static Finding of(Severity severity, String code, String sentence, String why) {
    return new Finding(severity, code, sentence, why, Optional.empty());
  }

  static Finding of(Severity severity, String code, String sentence, String why, Remedy remedy) {
    return new Finding(severity, code, sentence, why, Optional.of(remedy));
  }

  /// [String#format] that is the same in every locale.
  static String text(String format, Object... numbers) {
    return String.format(Locale.ROOT, format, numbers);
  }
}
