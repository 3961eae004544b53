package io.atp.core.push;

/// The work that was done.
///
/// @param pushes how often a node passed on what it held
/// @param arcVisits how often an arc, or a self-loop, was followed; this is what costs time
public record PushAccount(long pushes, long arcVisits) {
  static final PushAccount NONE = new PushAccount(0, 0);

  PushAccount plus(PushAccount other) {
    return new PushAccount(pushes + other.pushes, arcVisits + other.arcVisits);
  }
}
