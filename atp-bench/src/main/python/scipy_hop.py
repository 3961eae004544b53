"""One hop as SciPy does it: CSR (float32 values) @ dense float32.

usage: scipy_hop.py FOLDER REPEATS
"""

import sys
from pathlib import Path

import numpy as np
import scipy
import scipy.sparse

import bench

folder, repeats = Path(sys.argv[1]), int(sys.argv[2])
offsets = np.load(folder / "operator-offsets.npy")
columns = np.load(folder / "operator-columns.npy")
values = np.load(folder / "operator-values.npy")
features = np.load(folder / "features.npy")
rows = len(offsets) - 1
operator = scipy.sparse.csr_matrix((values, columns, offsets), shape=(rows, rows))

seconds, result = bench.timed(repeats, lambda: operator @ features)
sample = np.load(folder / "sample-rows.npy")
result[sample].astype("<f4").tofile(folder / "scipy-hop.bin")
bench.answer("SciPy " + scipy.__version__, {"hop": (seconds, result.sum(dtype=np.float64))})
