"""Hand a store and its propagated features to PyTorch Geometric as one `Data` object.

    ./atp import cora store
    ./atp propagate store --hops 2 --materialise --out hops
    python3 examples/python/pyg_features.py store hops

`edge_index` is the graph as it was read; `edge_weight` below is the operator's value on its
own entries, loops included, for layers that take weights (GCNConv with normalize=False).
"""

import sys
from pathlib import Path

import numpy as np
import torch
from torch_geometric.data import Data

store, hops = Path(sys.argv[1]), Path(sys.argv[2])


def csr_edges(offsets, targets):
    """CSR rows as the two rows of an edge_index."""
    sources = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    return torch.from_numpy(np.stack([sources, targets]).astype(np.int64))


files = sorted(hops.glob("hop-*.npy"), key=lambda f: int(f.stem[4:]))
y = np.load(store / "labels.npy").astype(np.int64)
data = Data(
    x=torch.from_numpy(np.hstack([np.load(f) for f in files])),
    y=torch.from_numpy(y),
    edge_index=csr_edges(np.load(store / "offsets.npy"), np.load(store / "targets.npy")),
)
for part, mask in (("train", "train_mask"), ("validation", "val_mask"), ("test", "test_mask")):
    chosen = torch.zeros(len(y), dtype=torch.bool)
    chosen[torch.from_numpy(np.load(store / f"split-{part}.npy").astype(np.int64))] = True
    data[mask] = chosen
with np.load(hops / "operator.npz") as npz:
    data.operator_index = csr_edges(npz["indptr"], npz["indices"])
    data.edge_weight = torch.from_numpy(npz["data"])
data.validate(raise_on_error=True)
print(data)

from torch_geometric.nn import GCNConv  # noqa: E402  after the part that most people need

layer = GCNConv(data.num_features, int(data.y.max()) + 1, normalize=False, add_self_loops=False)
out = layer(data.x, data.operator_index, data.edge_weight)
print("one GCNConv step along the operator:", tuple(out.shape))
