/// How a model is trained: Adam, AdamW, SGD and L-BFGS as PyTorch defines them, weight decay per
/// group of parameters, clipping, schedules, and when to stop.
///
/// In come gradients, out go steps; nothing here knows a graph.
package io.atp.learn.optimise;
