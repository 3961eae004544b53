package io.atp.lab.svg;

/// A place on an axis, and what stands there.
public record Tick(double value, String label) {}
