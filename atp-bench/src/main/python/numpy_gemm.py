"""The products of a dense layer as NumPy does them, through its BLAS, into memory that is there.

usage: numpy_gemm.py FOLDER REPEATS
"""

import sys
from pathlib import Path

import numpy as np

import bench

folder, repeats = Path(sys.argv[1]), int(sys.argv[2])
inputs = np.load(folder / "gemm-inputs.npy")
weights = np.load(folder / "gemm-weights.npy")
outputs = np.load(folder / "gemm-outputs.npy")
classes = np.load(folder / "gemm-classes.npy")
products = {
    "forward": (inputs, weights),
    "weight-gradient": (inputs.T, outputs),
    "input-gradient": (outputs, weights.T),
    "classes": (outputs, classes),
}

timings = {}
for task, (left, right) in products.items():
    result = np.zeros((left.shape[0], right.shape[1]), dtype=np.float32)
    np.matmul(left, right, out=result)
    seconds, _ = bench.timed(repeats, lambda: np.matmul(left, right, out=result))
    count = min(1000, len(result))
    sample = np.arange(count) * len(result) // count
    result[sample].astype("<f4").tofile(folder / f"numpy-{task}.bin")
    timings[task] = (seconds, result.sum(dtype=np.float64))
bench.answer("NumPy " + np.__version__, timings)
