"""Per-node clustering, PageRank and eigenvector centrality as igraph does them.

usage: igraph_encodings.py FOLDER REPEATS
"""

import sys
from pathlib import Path

import igraph
import numpy as np

import bench

folder, repeats = Path(sys.argv[1]), int(sys.argv[2])
node_count = len(np.load(folder / "operator-offsets.npy", mmap_mode="r")) - 1
graph = igraph.Graph(n=node_count, edges=np.load(folder / "edges.npy"), directed=False)

tasks = {
    "clustering": lambda: graph.transitivity_local_undirected(mode="zero"),
    "pagerank": lambda: graph.pagerank(damping=0.85),
    "eigenvector": lambda: graph.eigenvector_centrality(scale=True),
}
timings = {}
for task, work in tasks.items():
    seconds, result = bench.timed(repeats, work)
    vector = np.asarray(result, dtype="<f8")
    vector.tofile(folder / f"igraph-{task}.bin")
    timings[task] = (seconds, vector.sum())
bench.answer("igraph " + igraph.__version__, timings)
