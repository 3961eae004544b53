package io.atp.io.pickle;

import io.atp.io.npy.NpyArray;

/// The fields of a pickled `scipy.sparse` CSR matrix. Nothing is checked beyond their presence.
public record CsrMatrix(
    long rows, long columns, NpyArray offsets, NpyArray indices, NpyArray values) {}
