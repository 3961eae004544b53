package io.atp.io.doctor;

/// How much a finding asks for attention, the least first.
public enum Severity {
  /// Good to know.
  NOTE,
  /// Likely to cost accuracy, or to surprise.
  WARNING,
  /// Results would be wrong, or cannot be had.
  PROBLEM
}
