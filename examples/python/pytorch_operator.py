"""Use the operator of `atp propagate` as a sparse CSR matrix in PyTorch, and train on top of it.

    ./atp import cora store
    ./atp propagate store --hops 2 --materialise --out hops
    python3 examples/python/pytorch_operator.py store hops

The operator has one value per entry, so any model that takes a sparse matrix can use it.
"""

import sys
from pathlib import Path

import numpy as np
import torch

store, hops = Path(sys.argv[1]), Path(sys.argv[2])
with np.load(hops / "operator.npz") as npz:
    operator = torch.sparse_csr_tensor(
        torch.from_numpy(npz["indptr"].astype(np.int64)),
        torch.from_numpy(npz["indices"].astype(np.int64)),
        torch.from_numpy(npz["data"]),
        size=tuple(int(n) for n in npz["shape"]),
    )
x = torch.from_numpy(np.load(hops / "hop-0.npy"))
for k in (1, 2):
    x = operator @ x
    written = torch.from_numpy(np.load(hops / f"hop-{k}.npy"))
    print(f"hop {k} = operator @ hop {k - 1}:", torch.allclose(x, written, rtol=1e-3, atol=1e-5))

y = torch.from_numpy(np.load(store / "labels.npy").astype(np.int64))
train, test = (
    torch.from_numpy(np.load(store / f"split-{part}.npy").astype(np.int64))
    for part in ("train", "test")
)
torch.manual_seed(0)
model = torch.nn.Linear(x.shape[1], int(y.max()) + 1)
optimiser = torch.optim.Adam(model.parameters(), lr=0.05, weight_decay=5e-4)
for _ in range(200):
    optimiser.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(x[train]), y[train])
    loss.backward()
    optimiser.step()
with torch.no_grad():
    right = (model(x[test]).argmax(dim=1) == y[test]).float().mean().item()
print(f"loss {loss.item():.3f}, test accuracy {right:.3f} on {len(test)} nodes")
