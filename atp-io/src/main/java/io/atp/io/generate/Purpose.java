package io.atp.io.generate;

/// What a hash decides, so that no two decisions share their bits.
final class Purpose {
  static final long PLACE = 0x67656E01;
  static final long LABELLED = 0x67656E02;
  static final long EDGE = 0x67656E03;
  static final long TOP_UP = 0x67656E04;
  static final long UNIFORM_PAIR = 0x67656E05;
  static final long CENTRE = 0x67656E06;
  static final long NOISE = 0x67656E07;

  private Purpose() {}
}
