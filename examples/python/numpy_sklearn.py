"""Classify nodes from propagated features with NumPy, SciPy and scikit-learn.

    ./atp import cora store
    ./atp propagate store --hops 3 --materialise --out hops
    python3 examples/python/numpy_sklearn.py store hops

`store` holds labels and split, `hops` what `atp propagate` wrote; all of it is plain NumPy.
Without scikit-learn a logistic regression of twenty lines takes its place, and says so.
"""

import sys
from pathlib import Path

import numpy as np
import scipy.sparse
from scipy.special import softmax


class NumpyLogisticRegression:
    """Full-batch gradient descent with momentum and a little weight decay."""

    def fit(self, x, y, steps=500, rate=0.5, decay=1e-3):
        self.mean, self.scale = x.mean(axis=0), x.std(axis=0) + 1e-6
        x = self.standardised(x)
        self.w = np.zeros((x.shape[1], y.max() + 1))
        speed, wanted = np.zeros_like(self.w), np.eye(y.max() + 1)[y]
        for _ in range(steps):
            slope = x.T @ (softmax(x @ self.w, axis=1) - wanted) / len(x) + decay * self.w
            speed = 0.9 * speed - rate * slope
            self.w += speed / np.sqrt(x.shape[1])
        return self

    def standardised(self, x):
        return np.c_[(x - self.mean) / self.scale, np.ones(len(x))]

    def score(self, x, y):
        return float(np.mean((self.standardised(x) @ self.w).argmax(axis=1) == y))


store, hops = Path(sys.argv[1]), Path(sys.argv[2])
files = sorted(hops.glob("hop-*.npy"), key=lambda f: int(f.stem[4:]))
x = [np.load(f, mmap_mode="r") for f in files]
operator = scipy.sparse.load_npz(hops / "operator.npz")
print("hop 1 = operator @ hop 0:", np.allclose(operator @ x[0], x[1], rtol=1e-3, atol=1e-5))

y = np.load(store / "labels.npy")
train, test = (np.load(store / f"split-{part}.npy") for part in ("train", "test"))
try:
    from sklearn.linear_model import LogisticRegression
    model = LogisticRegression(max_iter=2000)
except ImportError:
    print("scikit-learn is not installed: logistic regression in plain NumPy instead")
    model = NumpyLogisticRegression()
for name, features in (("hop 0", x[0]), ("all hops", np.hstack(x))):
    accuracy = model.fit(features[train], y[train]).score(features[test], y[test])
    print(f"{name}: test accuracy {accuracy:.3f} on {len(test)} nodes")
