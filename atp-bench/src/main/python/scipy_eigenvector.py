"""The leading eigenvector of the adjacency as SciPy does it: eigsh(k=1).

usage: scipy_eigenvector.py FOLDER REPEATS
"""

import sys
from pathlib import Path

import numpy as np
import scipy
import scipy.sparse
import scipy.sparse.linalg

import bench

folder, repeats = Path(sys.argv[1]), int(sys.argv[2])
offsets = np.load(folder / "graph-offsets.npy")
targets = np.load(folder / "graph-targets.npy")
rows = len(offsets) - 1
ones = np.ones(len(targets), dtype=np.float64)
adjacency = scipy.sparse.csr_matrix((ones, targets, offsets), shape=(rows, rows))
start = np.ones(rows)

seconds, (_, vectors) = bench.timed(
    repeats, lambda: scipy.sparse.linalg.eigsh(adjacency, k=1, which="LA", v0=start)
)
vector = np.abs(vectors[:, 0]).astype("<f8")
vector.tofile(folder / "scipy-eigenvector.bin")
bench.answer("SciPy " + scipy.__version__, {"eigenvector": (seconds, vector.sum())})
