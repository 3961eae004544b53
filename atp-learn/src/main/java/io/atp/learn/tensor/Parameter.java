package io.atp.learn.tensor;

/// A matrix that training changes, and the gradient that says how.
///
/// @param name unique within a model; names the file it is saved in
public record Parameter(String name, Matrix value, Matrix gradient) {}
