"""A network's judgement of one position on one core: the compiled kernel beside ONNX Runtime, PyTorch and NumPy.

    python benchmarks/network.py [--channels 64] [--blocks 6] [--rounds 5]

ONNX Runtime (with onnx, to write the network down) and PyTorch are measured if they are installed. All judge the same
position with the same weights, whose answers are compared; the best of several rounds counts, measured in turns.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from common import game_of, heading, print_table, times

from kibitz.core.random_games import random_line
from kibitz.core.rng import Rng
from kibitz.kernels.network.forward import CompiledNetwork
from kibitz.learned.board_cells import find_cells, words_of
from kibitz.learned.network import HEAD, NEIGHBOURS, Network, Shape

CALLS = 200  # in a round
GAMES = ("connect-four", "othello:size=6")


def make_network(spec: str, channels: int, blocks: int) -> tuple[Network, np.ndarray]:
    """A network of random weights, and a position to judge."""
    game = game_of(spec)
    _, state = random_line(game, Rng(1), 12)
    cells = find_cells(game)
    shape = Shape(cells.inputs, cells.size, game.num_moves, channels, blocks)
    weights = np.random.default_rng(1).normal(size=shape.size).astype(np.float32) * np.float32(0.7 / channels**0.5 / 3)
    return Network(cells, shape, weights), words_of(game, [state])


def make_onnx(network: Network, words: np.ndarray) -> Callable[[], np.ndarray]:
    """The same network for ONNX Runtime, on one thread; the time to read the bits of the state is not counted."""
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    shape, cells = network.shape, network.cells
    parts, constants, nodes = shape.split(network.weights), [], []

    def constant(name: str, array: np.ndarray) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array, np.float32), name))
        return name

    def convolve(name: str, seen: str, bias: np.ndarray | None) -> str:
        kernel = parts[name].reshape(3, 3, *parts[name].shape[1:]).transpose(3, 2, 0, 1)
        inputs = [seen, constant(f"{name} weights", kernel)] + (
            [] if bias is None else [constant(f"{name} bias", bias)]
        )
        nodes.append(helper.make_node("Conv", inputs, [name], pads=[1, 1, 1, 1]))
        return name

    def join(kind: str, name: str, *inputs: str, **how: object) -> str:
        nodes.append(helper.make_node(kind, list(inputs), [name], **how))
        return name

    by_cell = parts["stem bias"].T.reshape(1, shape.channels, cells.rows, cells.columns)
    here = join("Relu", "x", join("Add", "y", convolve("stem", "board", None), constant("by cell", by_cell)))
    for block in range(shape.blocks):
        a, b = f"block {block}a", f"block {block}b"
        inner = join("Relu", f"{a} out", convolve(a, here, parts[f"{a} bias"]))
        added = join("Add", f"{b} sum", here, convolve(b, inner, parts[f"{b} bias"]))
        here = join("Relu", f"{b} out", added)
    heads = parts["heads"].T.reshape(2 * HEAD, shape.channels, 1, 1)
    inputs = [here, constant("heads weights", heads), constant("heads bias", parts["heads bias"])]
    nodes.append(helper.make_node("Conv", inputs, ["heads raw"]))
    both = join("Transpose", "turned", join("Relu", "heads out", "heads raw"), perm=[0, 2, 3, 1])
    nodes.append(helper.make_node("Split", [both], ["one", "other"], axis=3, num_outputs=2))
    flat, other = join("Flatten", "flat", "one"), join("Flatten", "flat other", "other")
    for name, seen in (("policy", flat), ("hidden", other)):
        weights, bias = constant(f"{name} weights", parts[name]), constant(f"{name} bias", parts[f"{name} bias"])
        nodes.append(helper.make_node("Gemm", [seen, weights, bias], [name]))
    hidden = join("Relu", "hidden out", "hidden")
    last = constant("outcome weights", parts["outcome"]), constant("outcome bias", parts["outcome bias"])
    nodes.append(helper.make_node("Gemm", [hidden, *last], ["outcome"]))
    board = helper.make_tensor_value_info("board", TensorProto.FLOAT, [1, shape.inputs, cells.rows, cells.columns])
    sizes = {"policy": shape.moves, "outcome": len(parts["outcome bias"])}
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, size]) for name, size in sizes.items()]
    model = helper.make_model(
        helper.make_graph(nodes, "network", [board], outputs, constants), opset_imports=[helper.make_opsetid("", 18)]
    )
    model.ir_version = 9
    onnx.checker.check_model(model)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    seen = cells.read(words)[0].reshape(1, shape.inputs, cells.rows, cells.columns).astype(np.float32)
    return lambda: session.run(None, {"board": seen})[0]


def make_torch(network: Network, words: np.ndarray) -> Callable[[], np.ndarray]:
    """The same layers by PyTorch's own functions, on one thread."""
    import torch
    from torch.nn import functional

    torch.set_num_threads(1)
    shape, cells = network.shape, network.cells
    parts = {name: torch.from_numpy(part.copy()) for name, part in shape.split(network.weights).items()}
    kernels = {
        name: part.reshape(3, 3, *part.shape[1:]).permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
        for name, part in parts.items()
        if part.ndim == 3 and len(part) == len(NEIGHBOURS)
    }
    by_cell = parts["stem bias"].T.reshape(1, shape.channels, cells.rows, cells.columns)
    seen = torch.from_numpy(cells.read(words)[0].reshape(1, shape.inputs, cells.rows, cells.columns)).float()
    seen = seen.contiguous(memory_format=torch.channels_last)

    @torch.no_grad()
    def judge() -> np.ndarray:
        here = torch.relu(functional.conv2d(seen, kernels["stem"], padding=1) + by_cell)
        for block in range(shape.blocks):
            a, b = f"block {block}a", f"block {block}b"
            inner = torch.relu(functional.conv2d(here, kernels[a], parts[f"{a} bias"], padding=1))
            here = torch.relu(here + functional.conv2d(inner, kernels[b], parts[f"{b} bias"], padding=1))
        heads = torch.relu(here.permute(0, 2, 3, 1) @ parts["heads"] + parts["heads bias"])
        policy = heads[..., : shape.policy].reshape(1, -1) @ parts["policy"] + parts["policy bias"]
        hidden = torch.relu(heads[..., HEAD:].reshape(1, -1) @ parts["hidden"] + parts["hidden bias"])
        _ = hidden @ parts["outcome"] + parts["outcome bias"]
        return policy.numpy()

    return judge


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for spec in GAMES:
        network, words = make_network(spec, options.channels, options.blocks)
        compiled = CompiledNetwork(network)
        judges: dict[str, Callable[[], np.ndarray]] = {
            "Kibitz, compiled": lambda compiled=compiled, words=words: compiled.judge(words).logits,
            "NumPy, readable": lambda network=network, words=words: network.judge(words).logits,
        }
        for name, make in (("ONNX Runtime", make_onnx), ("PyTorch", make_torch)):
            try:
                judges[name] = make(network, words)
            except ImportError as error:
                print(f"{name} is left out: {error}")
        truth = judges["NumPy, readable"]()
        for name, judge in judges.items():
            assert np.allclose(judge(), truth, atol=1e-3), f"{name} answers otherwise"
        best = dict.fromkeys(judges, float("inf"))
        for _ in range(options.rounds):
            for name, judge in judges.items():
                started = time.perf_counter()
                for _ in range(CALLS):
                    judge()
                best[name] = min(best[name], (time.perf_counter() - started) / CALLS)
        size = network.shape
        operations = 2 * len(NEIGHBOURS) * size.cells * (size.inputs + 2 * size.blocks * size.channels) * size.channels
        heading(f"{spec}: {size.blocks} blocks of {size.channels} channels, {size.size:,} weights")
        print_table(
            ["", "a position", "thousand million operations a second", "by Kibitz"],
            [
                [name, times(seconds), f"{operations / seconds / 1e9:.0f}", f"{seconds / best['Kibitz, compiled']:.2f}"]
                for name, seconds in best.items()
            ],
        )


if __name__ == "__main__":
    main()
