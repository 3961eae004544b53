package io.atp.core.correct;

/// What a draw of this room is for, mixed into its hash so that draws under one seed stay
/// independent of each other and of other rooms.
final class Purpose {
  private static final long ROOM = 0x636f72726563740L;

  /// Whether a node outside the top share joins Ṽ.
  static final long SAMPLED_NODE = ROOM + 1;

  /// The end with the smaller id decides about an edge.
  static final long LOWER_END = ROOM + 2;

  /// The end with the larger id decides about an edge.
  static final long HIGHER_END = ROOM + 3;

  private Purpose() {}
}
