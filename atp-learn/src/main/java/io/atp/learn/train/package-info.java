/// Training: batches, steps, when to stop, which weights to keep, and repeats from fresh weights.
///
/// In come a model, its inputs, targets and a split; out come the weights of the epoch validation
/// chose, and the history that shows why. Test nodes are not looked at here.
package io.atp.learn.train;
