package io.atp.io.dataset;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The short texts of split rules, as a user types them.
final class SplitRuleText {
  private static final Pattern PER_CLASS = Pattern.compile("(\\d{1,9})/(\\d{1,9})(/largest)?");
  private static final Pattern PLANETOID =
      Pattern.compile("planetoid:(\\d{1,9})/(\\d{1,9})/(\\d{1,9})");
  private static final Pattern SHARES =
      Pattern.compile("(\\d*\\.?\\d+)/(\\d*\\.?\\d+)/(\\d*\\.?\\d+)");

  private SplitRuleText() {}

  static SplitRule parse(String text) {
    switch (text) {
      case "given" -> {
        return new SplitRule.Given();
      }
      case "planetoid" -> {
        return SplitRule.Planetoid.PUBLISHED;
      }
      default -> {}
    }
    Matcher perClass = PER_CLASS.matcher(text);
    if (perClass.matches()) {
      return new SplitRule.PerClass(
          whole(perClass, 1), whole(perClass, 2), perClass.group(3) != null);
    }
    Matcher planetoid = PLANETOID.matcher(text);
    if (planetoid.matches()) {
      return new SplitRule.Planetoid(whole(planetoid, 1), whole(planetoid, 2), whole(planetoid, 3));
    }
    Matcher shares = SHARES.matcher(text);
    if (shares.matches()) {
      return new SplitRule.Shares(share(shares, 1), share(shares, 2), share(shares, 3));
    }
    throw new IllegalArgumentException(
        "the split rule '%s' is none of given, planetoid, 20/30, 20/30/largest or 0.6/0.2/0.2"
            .formatted(text));
  }

  private static int whole(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static double share(Matcher matcher, int group) {
    return Double.parseDouble(matcher.group(group));
  }
}
