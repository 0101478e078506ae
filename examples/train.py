"""Trains a tiny network on training files or games with scores, and prints its loss before and after.

    python examples/train.py games.pgn data.binpack --seconds 60

The network has one hidden layer on the planes of a position. It learns the expected result for White, half of it from the result
of the game and half from the score. A tenth of the positions is held out; the losses are those of these positions. numpy is enough.
"""

import argparse
import os
import time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from chess_batch import TrainingBatches, to_planes

PLANES, HIDDEN, BATCH, RATE = 18, 32, 1024, 0.002


def inputs_and_targets(batch):
    """Return the planes, the expected results, and which of the positions are held out."""
    planes = to_planes(batch.position, planes=PLANES).reshape(len(batch.ply), -1).astype(np.float32)
    expected = 1 / (1 + np.exp(-batch.score.clip(-4000, 4000) / 400))
    targets = (expected + (batch.result + 1) / 2) / 2
    return planes, targets.astype(np.float32), batch.position.sum(axis=1) % 10 == 0


class Network:
    """Planes, a hidden layer and the expected result, with the moments that Adam (Kingma and Ba, 2015) keeps."""

    def __init__(self, random):
        sizes = [((PLANES * 64, HIDDEN), 0.05), ((HIDDEN,), 0), ((HIDDEN,), 0.1), ((), 0)]
        self.weights: list[Any] = [np.asarray(random.normal(0, scale, size) if scale else np.zeros(size), np.float32) for size, scale in sizes]
        self.moments: list[Any] = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.steps = 0

    def forward(self, planes):
        first, bias, second, last = self.weights
        hidden = np.maximum(planes @ first + bias, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ second + last)))

    def loss(self, planes, targets):
        return float(np.mean((self.forward(planes)[1] - targets) ** 2))

    def learn(self, planes, targets):
        hidden, found = self.forward(planes)
        slope = 2 * (found - targets) * found * (1 - found) / len(targets)
        behind = np.outer(slope, self.weights[2]) * (hidden > 0)
        self.steps += 1
        for i, gradient in enumerate([planes.T @ behind, behind.sum(axis=0), hidden.T @ slope, slope.sum()]):
            mean, square = self.moments[i]
            mean[...] = 0.9 * mean + 0.1 * gradient
            square[...] = 0.999 * square + 0.001 * gradient**2
            step = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            self.weights[i] = self.weights[i] - np.float32(RATE) * step


def main():
    parser = argparse.ArgumentParser(description="Train a tiny network, and print its loss before and after")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()

    network, held = Network(np.random.default_rng(1)), []
    for batch in TrainingBatches(arguments.files, BATCH):
        planes, targets, is_held = inputs_and_targets(batch)
        held.append((planes[is_held].astype(np.int8), targets[is_held]))
        if len(held) == 100:
            break
    planes, targets = (np.concatenate(part) for part in zip(*held))
    print(f"positions held out {len(targets)}")
    print(f"loss before {network.loss(planes, targets):.5f}")

    count, reading, epoch, started = 0, 0.0, 0, time.perf_counter()
    while time.perf_counter() - started < arguments.seconds:
        batches = iter(TrainingBatches(arguments.files, BATCH, seed=epoch))
        while time.perf_counter() - started < arguments.seconds:
            before = time.perf_counter()
            batch = next(batches, None)
            if batch is None:
                break
            inputs, wanted, is_held = inputs_and_targets(batch)
            reading += time.perf_counter() - before
            network.learn(inputs[~is_held], wanted[~is_held])
            count += len(wanted)
        epoch += 1
    seconds = time.perf_counter() - started
    print(f"positions learned {count} in {seconds:.1f} s, {epoch} epochs")
    print(f"positions a second, read, shuffled and as planes {count / reading:.0f}; learned {count / seconds:.0f}")
    print(f"loss after {network.loss(planes, targets):.5f}")


if __name__ == "__main__":
    main()
