"""One epoch of a three-layer network as PyTorch does it: forward, cross-entropy, backward, Adam.

usage: torch_mlp.py FOLDER REPEATS THREADS
"""

import sys
from pathlib import Path

import numpy as np
import torch

import bench

folder, repeats, threads = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
torch.set_num_threads(threads)
inputs = torch.from_numpy(np.load(folder / "mlp-inputs.npy"))
classes = torch.from_numpy(np.load(folder / "mlp-classes.npy").astype(np.int64))
weights = [
    torch.nn.Parameter(torch.from_numpy(np.load(folder / f"mlp-weight{i}.npy"))) for i in range(3)
]
biases = [torch.nn.Parameter(torch.zeros(weight.shape[1])) for weight in weights]
optimiser = torch.optim.Adam(weights + biases, lr=0.01)
losses = []


def epoch():
    optimiser.zero_grad(set_to_none=True)
    hidden = inputs
    for i in range(3):
        hidden = torch.addmm(biases[i], hidden, weights[i])
        if i < 2:
            hidden = torch.relu(hidden)
    loss = torch.nn.functional.cross_entropy(hidden, classes)
    loss.backward()
    optimiser.step()
    losses.append(loss.item())


epoch()
seconds, _ = bench.timed(repeats, epoch)
bench.answer("PyTorch " + torch.__version__, {"epoch": (seconds, losses[2])})
