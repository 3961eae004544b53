package io.atp.cli.option;

/// Numbers inside an option's own little grammar.
final class Numbers {
  private Numbers() {}

  static double parse(String option, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("%s: '%s' is not a number".formatted(option, text), e);
    }
  }
}
