"""Hand a store and its propagated features to PyTorch Geometric as one `Data` object.

    ./atp import cora store
    ./atp propagate store --hops 2 --materialise --out hops
    python3 examples/python/pyg_features.py store hops

`edge_index` is the graph as it was read. The operator has entries of its own, loops included, and
a value for each: for layers that take weights (GCNConv with normalize=False).
"""

import sys
from pathlib import Path

import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.nn import GCNConv

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
    # A row gathers from its columns: for PyG, messages go from the column to the row.
    data.operator_index = csr_edges(npz["indptr"], npz["indices"]).flip(0)
    data.operator_weight = torch.from_numpy(npz["data"])
print(data)

x, hop1 = (torch.from_numpy(np.load(f)) for f in files[:2])
source, target = data.operator_index
step = torch.zeros_like(x).index_add_(0, target, data.operator_weight[:, None] * x[source])
print("hop 1 = messages of hop 0:", torch.allclose(step, hop1, rtol=1e-3, atol=1e-5))
layer = GCNConv(data.num_features, int(data.y.max()) + 1, normalize=False, add_self_loops=False)
out = layer(data.x, data.operator_index, data.operator_weight)
print("one GCNConv step along the operator:", tuple(out.shape))
