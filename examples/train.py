"""Trains the network of examples/network on training files or games with scores, and prints its loss before and after.

    python examples/train.py games.pgn data.binpack --seconds 60 --network net.bin
    cargo run --release -p example-network uci net.bin

The network has 768 inputs for each side, 256 sums, the squares of these sums between 0 and 1, and one output. It learns the expected
result of the side to move, half of it from the result of the game and half from the score. A tenth of the positions is held out; the
losses are those of these positions. It is trained by PyTorch where that is installed, on a GPU if there is one, and otherwise by numpy.
"""

import argparse
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from chess_batch import TrainingBatches, fens

INPUTS, HIDDEN, RATE = 768, 256, 0.001
FILTER = "score > -3000 and score < 3000"
# The numbers for 1 in the sums and among the weights of the output, and hundredths of a pawn for an output of 1.
ONE, OUTPUT_ONE, SCALE, MAX = 255, 64, 400, 20_000
# Weights of the inputs, the sums' biases, weights of the output for the mover and the other side, its bias; and their greatest values: 33
# weights fit in 16 bits, as a weight of the output times a sum does.
SHAPES = [(INPUTS, HIDDEN), (HIDDEN,), (HIDDEN,), (HIDDEN,), ()]
LIMITS = [3.5, 3.5, 2.0, 2.0, 2.0]


def weights(random):
    """Return untrained weights."""
    scales = [0.05, 0.0, 0.05, 0.05, 0.0]
    values = [np.asarray(random.normal(0, 1, shape) * scale, np.float32) for shape, scale in zip(SHAPES, scales)]
    values[1] += 0.25
    return values


def targets(batch):
    """Return the expected results, and which of the positions are held out."""
    expected = 1 / (1 + np.exp(-batch.score.clip(-4000, 4000) / np.float32(SCALE)))
    wanted = (expected + (batch.result + np.float32(1)) / 2) / 2
    return wanted.astype(np.float32), batch.mover.sum(axis=1) % 10 == 0


class NumpyTrainer:
    """Gradients by hand, and the moments that Adam (Kingma and Ba, 2015) keeps."""

    batch_size = 1024

    def __init__(self, values):
        self.values = values
        self.moments = [(np.zeros_like(value), np.zeros_like(value)) for value in values]
        self.steps = 0

    def set_rate(self, rate):
        self.rate = np.float32(rate)

    @staticmethod
    def dense(rows):
        planes = np.zeros((len(rows), INPUTS + 1), np.float32)
        np.put_along_axis(planes, rows, 1, axis=1)
        return planes[:, :INPUTS]

    def forward(self, mover, other):
        first, bias, *output, last = self.values
        planes = [self.dense(rows) for rows in (mover, other)]
        sums = [(plane @ first + bias).clip(0, 1) for plane in planes]
        value = sum((one * one) @ weight for one, weight in zip(sums, output)) + last
        return planes, sums, 1 / (1 + np.exp(-value))

    def loss(self, mover, other, wanted):
        return float(np.mean((self.forward(mover, other)[2] - wanted) ** 2))

    def learn(self, mover, other, wanted):
        planes, sums, found = self.forward(mover, other)
        slope = (2 * (found - wanted) * found * (1 - found) / len(wanted)).astype(np.float32)
        gradients = [np.zeros_like(value) for value in self.values]
        for plane, one, index in zip(planes, sums, (2, 3)):
            behind = np.outer(slope, self.values[index]) * (2 * one * (one < 1))
            gradients[0] += plane.T @ behind
            gradients[1] += behind.sum(axis=0)
            gradients[index] += (one * one).T @ slope
        gradients[4] += slope.sum()
        self.steps += 1
        for i, gradient in enumerate(gradients):
            mean, square = self.moments[i]
            mean[...] = 0.9 * mean + 0.1 * gradient
            square[...] = 0.999 * square + 0.001 * gradient**2
            step = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            self.values[i] = (self.values[i] - self.rate * step).clip(-LIMITS[i], LIMITS[i]).astype(np.float32)


class TorchTrainer:
    """The same with PyTorch, on a GPU if there is one."""

    def __init__(self, values, torch):
        self.torch = torch
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.batch_size = 16384 if self.device.type == "cuda" else NumpyTrainer.batch_size
        # A row of zeros is the input that pads a row.
        values = [np.concatenate([values[0], np.zeros((1, HIDDEN), np.float32)]), *values[1:]]
        self.parameters = [torch.tensor(value, device=self.device, requires_grad=True) for value in values]
        self.optimizer = torch.optim.Adam(self.parameters, RATE)

    def set_rate(self, rate):
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    @property
    def values(self):
        values = [parameter.detach().cpu().numpy() for parameter in self.parameters]
        return [values[0][:INPUTS], *values[1:]]

    def mean_square(self, mover, other, wanted):
        torch, (first, bias, *output, last) = self.torch, self.parameters
        mover, other, wanted = (torch.from_numpy(array).to(self.device, non_blocking=True) for array in (mover, other, wanted))
        value = last
        for rows, weight in ((mover, output[0]), (other, output[1])):
            sums = torch.nn.functional.embedding_bag(rows, first, mode="sum", padding_idx=INPUTS) + bias
            value = value + sums.clamp(0, 1) ** 2 @ weight
        return ((torch.sigmoid(value) - wanted) ** 2).mean()

    def loss(self, mover, other, wanted):
        with self.torch.no_grad():
            return float(self.mean_square(mover, other, wanted))

    def learn(self, mover, other, wanted):
        self.optimizer.zero_grad()
        self.mean_square(mover, other, wanted).backward()
        self.optimizer.step()
        with self.torch.no_grad():
            for parameter, limit in zip(self.parameters, LIMITS):
                parameter.clamp_(-limit, limit)


def quantised(values):
    """Return the weights as the integers that the engine reads."""
    scales = [ONE, ONE, OUTPUT_ONE, OUTPUT_ONE, ONE * OUTPUT_ONE]
    return [np.rint(value * scale).astype("<i2") for value, scale in zip(values, scales)]


def evaluate(integers, mover, other):
    """Return the values of positions in hundredths of a pawn, as the engine computes them."""
    first, bias, *output, last = (array.astype(np.int64) for array in integers)
    first = np.concatenate([first, np.zeros((1, HIDDEN), np.int64)])
    total = sum((((first[rows].sum(axis=1) + bias).clip(0, ONE) ** 2) @ weight for rows, weight in zip((mover, other), output)))
    # Division in Rust is towards zero.
    value = np.sign(total) * (abs(total) // ONE) + last
    value = np.sign(value) * (abs(value) * SCALE // (ONE * OUTPUT_ONE))
    return value.clip(-MAX, MAX)


def main():
    parser = argparse.ArgumentParser(description="Train the network of examples/network, and print its loss before and after")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--filter", default=FILTER)
    parser.add_argument("--threads", type=int, default=1, help="threads that read the files")
    parser.add_argument("--network", help="the file for the weights of the network")
    parser.add_argument("--values", help="a file for lines FEN | value of 1,000 positions, for example-network check")
    parser.add_argument("--numpy", action="store_true", help="train by numpy where PyTorch is installed, too")
    arguments = parser.parse_args()

    torch = None
    if not arguments.numpy:
        try:
            import torch
        except ImportError:
            pass
    first = weights(np.random.default_rng(1))
    trainer = NumpyTrainer(first) if torch is None else TorchTrainer(first, torch)
    size = trainer.batch_size

    def batches(**options):
        return TrainingBatches(arguments.files, size, features="768", filter=arguments.filter, threads=arguments.threads, **options)

    held = []
    for number, batch in enumerate(batches()):
        wanted, is_held = targets(batch)
        held.append((batch.mover[is_held], batch.other[is_held], wanted[is_held]))
        if (number + 1) * size >= 100 * 1024:
            break
    test = [np.concatenate(part) for part in zip(*held)]
    print(f"positions held out {len(test[2])}")
    print(f"loss before {trainer.loss(*test):.5f}")

    count, reading, epoch, started = 0, 0.0, 0, time.perf_counter()
    while time.perf_counter() - started < arguments.seconds:
        reader = iter(batches(seed=epoch))
        while time.perf_counter() - started < arguments.seconds:
            before = time.perf_counter()
            batch = next(reader, None)
            reading += time.perf_counter() - before
            if batch is None:
                break
            wanted, is_held = targets(batch)
            # The rate falls to a hundredth.
            trainer.set_rate(RATE * max(1 - (time.perf_counter() - started) / arguments.seconds, 0.01))
            trainer.learn(batch.mover[~is_held], batch.other[~is_held], wanted[~is_held])
            count += len(wanted)
        epoch += 1
    after, seconds = trainer.loss(*test), time.perf_counter() - started
    print(f"positions learned {count} in {seconds:.1f} s, {epoch} epochs, of which {reading:.1f} s waiting for batches")
    print(f"positions a second {count / seconds:.0f}")
    print(f"loss after {after:.5f}")

    integers = quantised(trainer.values)
    if arguments.network:
        with open(arguments.network, "wb") as file:
            file.write(b"".join(array.tobytes() for array in integers))
    if arguments.values:
        positions = next(iter(TrainingBatches(arguments.files, 1000, filter=arguments.filter)))
        inputs = next(iter(TrainingBatches(arguments.files, 1000, filter=arguments.filter, features="768")))
        with open(arguments.values, "w") as file:
            for fen, value in zip(fens(positions.position), evaluate(integers, inputs.mover, inputs.other)):
                file.write(f"{fen} | {value}\n")


if __name__ == "__main__":
    main()
