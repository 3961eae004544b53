package io.atp.core.estimate;

/// What one room takes.
///
/// @param memory bytes resident: with as little as it can do with, and with all it touches in
///   memory
/// @param leastBytes what `--memory` must allow
/// @param diskBytes what it writes
/// @param temporaryBytes what it may write beside that, and removes
/// @param reason the terms of the formula
public record Need(
    String room,
    Span memory,
    long leastBytes,
    long diskBytes,
    long temporaryBytes,
    String reason) {}
