"""The published pipeline on Amazon Computers: NetworkX encodings, a SciPy operator, 10 hops.

Reading the file is not timed. r comes from degree, clustering and eigenvector alike, each clipped
at its top 5 % and min-max scaled, then their sum is.

usage: published_pipeline.py PLAIN_NPZ REPEATS
"""

import sys
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.sparse as sp

import bench

HOPS = 10

archive, repeats = Path(sys.argv[1]), int(sys.argv[2])
data = np.load(archive)
shape = tuple(data["adj_shape"])
adjacency = sp.csr_matrix((data["adj_data"], data["adj_indices"], data["adj_indptr"]), shape=shape)
adjacency = adjacency + adjacency.T
adjacency.setdiag(0)
adjacency.eliminate_zeros()
adjacency.data[:] = 1
features = sp.csr_matrix(
    (data["attr_data"], data["attr_indices"], data["attr_indptr"]), shape=tuple(data["attr_shape"])
)
features = np.asarray(features.todense(), dtype=np.float32)


def scaled(encoding):
    count = len(encoding)
    top = np.argsort(-encoding, kind="stable")[: int(count * 0.05)]
    rest = np.ones(count, dtype=bool)
    rest[top] = False
    low, high = encoding[rest].min(), encoding[rest].max()
    result = np.ones(count)
    result[rest] = (encoding[rest] - low) / (high - low)
    return result


def pipeline():
    graph = nx.from_scipy_sparse_array(adjacency)
    nodes = range(shape[0])
    degree = nx.degree_centrality(graph)
    clustering = nx.clustering(graph)
    eigenvector = nx.eigenvector_centrality(graph, max_iter=1000, tol=1e-6)
    total = sum(
        scaled(np.array([encoding[node] for node in nodes]))
        for encoding in (degree, clustering, eigenvector)
    )
    r = (total - total.min()) / (total.max() - total.min())
    looped = (adjacency + sp.identity(shape[0])).tocsr()
    sums = np.asarray(looped.sum(axis=1)).ravel()
    operator = sp.diags(sums ** (r - 1)) @ looped @ sp.diags(sums**-r)
    operator = operator.tocsr().astype(np.float32)
    hops = [features]
    for _ in range(HOPS):
        hops.append(operator @ hops[-1])
    return hops


seconds, hops = bench.timed(repeats, pipeline)
bench.answer(
    "NetworkX " + nx.__version__, {"pipeline": (seconds, hops[-1].sum(dtype=np.float64))}
)
