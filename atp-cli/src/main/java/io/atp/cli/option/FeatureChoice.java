package io.atp.cli.option;

import io.atp.core.runtime.Require;
import java.util.OptionalInt;
import picocli.CommandLine.ITypeConverter;

/// How many feature columns a generated graph has, and whether its store holds their numbers.
public record FeatureChoice(OptionalInt width, Form form) {
  public static final FeatureChoice USUAL = new FeatureChoice(OptionalInt.empty(), Form.STORED);

  /// Where the numbers are.
  public enum Form {
    STORED,
    GENERATED
  }

  /// `64`, `none`, `stored`, `generated`, or a number and a word: `64,generated`.
  public static FeatureChoice parse(String text) {
    FeatureChoice choice = USUAL;
    for (String part : text.split(",", -1)) {
      choice =
          switch (part) {
            case "none" -> new FeatureChoice(OptionalInt.of(0), choice.form);
            case "stored" -> new FeatureChoice(choice.width, Form.STORED);
            case "generated" -> new FeatureChoice(choice.width, Form.GENERATED);
            default -> {
              Require.that(
                  part.matches("[0-9]{1,9}"),
                  "--features must be a number of columns, none, stored or generated, got '%s'",
                  text);
              yield new FeatureChoice(OptionalInt.of(Integer.parseInt(part)), choice.form);
            }
          };
    }
    return choice;
  }

  /// For the command line.
  public static final class Converter implements ITypeConverter<FeatureChoice> {
    @Override
    public FeatureChoice convert(String text) {
      return parse(text);
    }
  }
}
