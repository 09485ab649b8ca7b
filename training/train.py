"""Trains one model: `python3 -m training.train vessels`. Run again, it goes on from its last checkpoint."""

from __future__ import annotations

import argparse
import copy
import importlib
import json
import math
import os
import pathlib
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import torch
import torch.distributed as dist
from torch import nn
from torch import multiprocessing
from torch.utils.data import DataLoader, Dataset

from . import config as configuration
from . import packed
from .export import Ensemble, unfold, weights_from_onnx
from .types import Config, Tensor


def learning_rate(optimiser: Config, step: int, share: float) -> float:
    """A linear warm-up, then half a cosine to zero; `share` of the run is done."""
    warm = min(1, (step + 1) / optimiser["warmup_steps"])
    return optimiser["learning_rate"] * warm * 0.5 * (1 + math.cos(math.pi * min(1, share)))


def average_gradients(network: nn.Module, processes: int) -> None:
    gradients = [p.grad for p in network.parameters() if p.grad is not None]
    flat = torch.cat([g.reshape(-1) for g in gradients])
    dist.all_reduce(flat)
    flat /= processes
    at = 0
    for gradient in gradients:
        gradient.copy_(flat[at : at + gradient.numel()].view_as(gradient))
        at += gradient.numel()


@torch.no_grad()
def follow(average: nn.Module, network: nn.Module, step: int, rate: float) -> None:
    """Moves the averaged weights towards the network's, faster while it is young."""
    rate = min(rate, (1 + step) / (10 + step))
    for kept, now in zip(average.state_dict().values(), network.state_dict().values()):
        if kept.is_floating_point():
            kept.lerp_(now, 1 - rate)
        else:
            kept.copy_(now)


def begin_with(network: nn.Module, weights: dict[str, Tensor]) -> None:
    """Takes over every weight that has a place, so that a network may grow from a smaller one; the parts of a network
    made of several, `part.down.0...`, may each grow from one network, `down.0...`. What was narrower is set into the
    wider at its beginning; the new inputs of the old outputs begin at zero, so that these say what they said."""
    own = network.state_dict()
    same, grown = 0, 0
    for name, now in own.items():
        found = weights.get(name, weights.get(name.partition(".")[2]))
        if found is None or found.dim() != now.dim() or any(a > b for a, b in zip(found.shape, now.shape)):
            continue
        same, grown = same + (found.shape == now.shape), grown + (found.shape != now.shape)
        set_into(now, found, transposed=name.startswith("up.") or ".up." in name)
    print(f"takes over {same} of {len(own)} weights, and {grown} into wider ones")
    network.load_state_dict(own)


def set_into(wide: Tensor, narrow: Tensor, transposed: bool) -> None:
    """transposed: of a transposed convolution, whose first side is its inputs."""
    if narrow.dim() > 1:
        outputs, inputs = (1, 0) if transposed else (0, 1)
        wide.narrow(outputs, 0, narrow.shape[outputs]).narrow(inputs, narrow.shape[inputs], wide.shape[inputs] - narrow.shape[inputs]).zero_()
    wide[tuple(slice(side) for side in narrow.shape)] = narrow


class Steps(Dataset[Any]):
    """The batches of a run, one a step, for `DataLoader`, whose processes make them ahead and hand them on in order."""

    def __init__(self, batches: Any, rank: int, first: int, last: int) -> None:
        self.batches, self.rank, self.first, self.last = batches, rank, first, last

    def __len__(self) -> int:
        return max(0, self.last - self.first)

    def __getitem__(self, at: int) -> Any:
        return self.batches.batch(self.rank, self.first + at)


def one_thread(_: int) -> None:
    cv2.setNumThreads(1)


def brought(batch: Any, device: torch.device) -> Any:
    """A batch, of tensors or of lists of them, on the device."""
    return batch.to(device, non_blocking=True) if isinstance(batch, torch.Tensor) else [brought(part, device) for part in batch]


LOOKS = 10
"""Batches by which an exported file's batch normalisations are set."""


def beginning(start: str, member: int, config: Config, task: ModuleType, batches: Any) -> tuple[dict[str, Tensor], int]:
    """The weights that a run starts from and the steps behind them: another run's average, or an exported file, of an
    ensemble one member."""
    if not start.endswith(".onnx"):
        kept = torch.load(start, map_location="cpu")
        return kept["average"], kept["step"] + kept["earlier_steps"]

    def show(network: nn.Module) -> None:
        for step in range(LOOKS):
            task.loss(config, network, batches.batch(config["optimiser"]["processes"], step))

    folded = weights_from_onnx(start, config).network
    network = unfold(folded.members[member] if isinstance(folded, Ensemble) else folded, task.network(config), show)
    card = json.loads(pathlib.Path(start).with_name("card.json").read_text())
    return network.state_dict(), card["trained"]["steps"]


def save(path: Path, **state: Any) -> None:
    part = path.with_suffix(".part")
    torch.save(state, part)
    os.replace(part, path)


def work(rank: int, config: Config, options: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    optimiser, processes = config["optimiser"], config["optimiser"]["processes"]
    if processes > 1:
        dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{options.port}", rank=rank, world_size=processes)
    torch.manual_seed(config["seed"])
    task = importlib.import_module(f"training.tasks.{config['task']}")
    batches = packed.read(options.task) if options.packed else task.Batches(config, options.leave_out)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = task.network(config).to(device, memory_format=torch.channels_last)
    update = torch.optim.AdamW(network.parameters(), weight_decay=optimiser["weight_decay"])
    average = copy.deepcopy(network)
    first, earlier = 0, 0
    checkpoint = options.run / "checkpoint.pt"
    if checkpoint.exists():
        kept = torch.load(checkpoint, map_location=device)
        network.load_state_dict(kept["network"])
        average.load_state_dict(kept["average"])
        update.load_state_dict(kept["update"])
        first, earlier = kept["step"], kept["earlier_steps"]
    elif options.start:
        weights, earlier = beginning(options.start, options.member, config, task, batches)
        begin_with(network, weights)
        begin_with(average, weights)

    ahead = DataLoader(
        Steps(batches, rank, first, optimiser["steps"]), batch_size=None, num_workers=options.workers, worker_init_fn=one_thread
    )
    start, ended = time.time(), False
    began, total = start, 0.0
    for step, batch in enumerate(ahead, first):
        share = max(step / optimiser["steps"], (time.time() - start) / options.seconds if options.seconds else 0)
        ended = share >= 1
        for group in update.param_groups:
            group["lr"] = learning_rate(optimiser, step, share)
        value = task.loss(config, network, brought(batch, device))
        update.zero_grad()
        value.backward()
        if processes > 1:
            average_gradients(network, processes)
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        update.step()
        follow(average, network, step, optimiser["average"])
        total += value.item()
        done = step + 1
        if rank == 0 and (done % 50 == 0 or done == optimiser["steps"] or ended):
            save(
                checkpoint,
                network=network.state_dict(),
                average=average.state_dict(),
                update=update.state_dict(),
                step=done,
                earlier_steps=earlier,
                config=config,
                leave_out=options.leave_out,
            )
            steps = done - first
            print(f"{done}/{optimiser['steps']} loss {total / steps:.4f} {(time.time() - began) / steps:.3f} s a step", flush=True)
            first, began, total = done, time.time(), 0.0
        if ended:
            break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task")
    parser.add_argument("--run", default="main", help="name of the run's folder; the same name goes on with the run")
    parser.add_argument("--leave-out", help="a set that is not trained on")
    parser.add_argument("--start", help="a checkpoint whose averaged weights, or an exported file, a new run starts from")
    parser.add_argument("--member", type=int, default=0, help="which network of an exported ensemble a new run starts from")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches ahead, where a device is quicker than they are")
    parser.add_argument("--seconds", type=float, help="ends the run by the clock, its rate falling to zero by then; for a machine lent for a time")
    parser.add_argument("--packed", action="store_true", help="learns from what `training.packed` wrote, where no photographs are")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="another optimiser value")
    options = parser.parse_args()
    if options.packed and options.leave_out:
        parser.error("what is packed leaves no set out")
    config = configuration.load(options.task)
    for pair in options.set:
        key, value = pair.split("=")
        config["optimiser"][key] = type(config["optimiser"][key])(value)
    options.run = configuration.RUNS / options.task / options.run
    options.run.mkdir(parents=True, exist_ok=True)
    options.port = 20000 + os.getpid() % 20000
    processes = config["optimiser"]["processes"]
    if processes == 1:
        work(0, config, options)
    else:
        multiprocessing.spawn(work, (config, options), nprocs=processes)


if __name__ == "__main__":
    main()
