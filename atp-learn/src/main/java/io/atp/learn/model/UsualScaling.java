package io.atp.learn.model;

import io.atp.core.feature.FeatureScaling;

/// How features are scaled where a recipe has no reason of its own.
///
/// The codes for the three citation graphs divide rows by their sum. On the Amazon graphs that cost
/// both backbones tried (SGC and SIGN) points of validation accuracy against rows of length 1, so
/// that is the rule elsewhere.
final class UsualScaling {
  private UsualScaling() {}

  static FeatureScaling of(String dataSet) {
    return switch (dataSet) {
      case "cora", "citeseer", "pubmed" -> FeatureScaling.ROW_SUM;
      default -> FeatureScaling.ROW_NORM;
    };
  }
}
