package io.atp.learn.model;

import io.atp.core.propagate.PropagationConfig;
import io.atp.learn.model.input.HopInputs;
import java.util.function.Function;

/// How inputs are made of hops of the features and nothing else: what a backbone says of a node
/// then follows from that node's own rows.
///
/// @param propagation how features travel, and what is kept of the journey
/// @param inputs from the hops
/// @param <I> what the backbone reads
public record HopForm<I>(PropagationConfig propagation, Function<HopInputs, I> inputs) {}
