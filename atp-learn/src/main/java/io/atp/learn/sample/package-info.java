/// Parts of a graph that a training step is drawn from: subgraphs with their operators, layers of
/// sampled neighbours, walks and pushes that choose nodes.
///
/// In come a graph and a seed, out go small structures on the heap. A draw is a hash of (seed, what
/// it is for), so that any thread may make it; nothing here has weights.
package io.atp.learn.sample;
