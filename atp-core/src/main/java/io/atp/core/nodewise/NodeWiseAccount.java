package io.atp.core.nodewise;

/// What node-wise features cost, and how far they may be off.
///
/// @param hops of the walk, without those that only found out where nodes stop
/// @param stepHops hops walked to find out where nodes stop
/// @param arcVisits how often an arc, or a self-loop, was followed for one column; this is what
///   costs time
/// @param meanSteps mean of `l_u`, or the hops where no node stops before
/// @param mostSteps largest `l_u`
/// @param entries of a sparsified diffusion, else 0
/// @param bases columns that others were taken from
/// @param reusedColumns columns of which only a residual travelled
/// @param errorBound no result is further than `s_u` times this, and the rounding of floats, from
///   the exact one of as many hops; for sampled walks, but for a share δ of the entries; 0 where
///   nothing is left out, and for a sparsified diffusion, whose cuts are part of the method
public record NodeWiseAccount(
    int hops,
    long stepHops,
    long arcVisits,
    double meanSteps,
    int mostSteps,
    long entries,
    int bases,
    int reusedColumns,
    double errorBound) {
  static NodeWiseAccount exact(int hops, long arcVisits) {
    return new NodeWiseAccount(hops, 0, arcVisits, hops, hops, 0, 0, 0, 0);
  }

  NodeWiseAccount withSteps(int[] last, long walked) {
    if (last == null) {
      return this;
    }
    double sum = 0;
    int most = 0;
    for (int step : last) {
      sum += step;
      most = Math.max(most, step);
    }
    return new NodeWiseAccount(
        hops,
        walked,
        arcVisits,
        last.length == 0 ? 0 : sum / last.length,
        most,
        entries,
        bases,
        reusedColumns,
        errorBound);
  }
}
