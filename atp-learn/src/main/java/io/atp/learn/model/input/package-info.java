/// What backbones prepare once from an operator and features: the part of a method that has no
/// weights.
package io.atp.learn.model.input;
