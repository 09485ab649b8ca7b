"""Writes `models/fundus/<task>/model.onnx` and its card: `python3 -m training.export vessels --run main`.

A network made of parts may take some from other runs: `--run main --part kinds=late`. `--run main+late` is the mean of both,
`--run main,second` the two members of an ensemble.
"""

from __future__ import annotations

import argparse
import copy
import datetime
import hashlib
import importlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from . import config as configuration
from . import eight_bits
from .networks.second_look import SecondLook
from .networks.unet import Deployed
from .types import Array, Config, Tensor


def fold(network: nn.Module) -> nn.Module:
    """A copy whose batch normalisations are folded into the convolutions before them, wherever both stand in a row."""
    network = copy.deepcopy(network).eval()
    for sequence in [part for part in network.modules() if isinstance(part, nn.Sequential)]:
        for at, layer in enumerate(sequence):
            if isinstance(layer, nn.BatchNorm2d) and at and isinstance(sequence[at - 1], nn.Conv2d):
                sequence[at - 1] = fuse_conv_bn_eval(sequence[at - 1], layer)
                sequence[at] = nn.Identity()
    return network


@torch.no_grad()
def unfold(folded: nn.Module, network: nn.Module, show: Callable[[nn.Module], Any]) -> nn.Module:
    """Gives `network` the weights of a folded one, with batch normalisations that say the same: each takes the mean and the
    spread of what reaches it where `show(network)` shows photographs, so that training goes on where it ended."""
    convolutions = dict(folded.named_modules())
    network.load_state_dict(folded.state_dict(), strict=False)
    reached: dict[nn.BatchNorm2d, Any] = {}

    def count(norm: nn.BatchNorm2d, inputs: tuple[Tensor, ...], _: Any) -> None:
        x = inputs[0].double()
        now = torch.stack([x.sum((0, 2, 3)), (x * x).sum((0, 2, 3)), torch.full((x.shape[1],), x.numel() / x.shape[1])])
        reached[norm] = reached.get(norm, 0) + now

    hooks = []
    for name, sequence in network.named_modules():
        for at, norm in enumerate(sequence.children() if isinstance(sequence, nn.Sequential) else ()):
            if isinstance(norm, nn.BatchNorm2d):
                norm.bias.copy_(convolutions[f"{name}.{at - 1}"].bias)
                norm.weight.fill_(1)
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
                hooks.append(norm.register_forward_hook(count))
    show(network.eval())
    for hook in hooks:
        hook.remove()
    for norm, (total, squares, n) in reached.items():
        mean = total / n
        variance = squares / n - mean * mean
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(norm.bias.double() + mean)
    return network.train()


class Ensemble(nn.Module):
    """The mean of several networks' logits."""

    def __init__(self, members: list[nn.Module]) -> None:
        super().__init__()
        self.members = nn.ModuleList(members)

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        return sum(member(image, field) for member in self.members) / len(self.members)


def network_of(config: Config) -> nn.Module:
    """What the product uses: the task's network, or as many `members` as the configuration names."""
    members = [task_of(config).network(config) for _ in range(config.get("members", 1))]
    return members[0] if len(members) == 1 else Ensemble(members)


def task_of(config: Config) -> ModuleType:
    return importlib.import_module(f"training.tasks.{config['task']}")


def read_run(task: str, run: str, parts: Iterable[Sequence[str]] = ()) -> dict[str, Any]:
    """The checkpoint of a run, or of several of which each began with the one before, `first+second`: their weights' mean
    in the last; or of the members of an ensemble, `first,second`. `parts`, (name, run) of each, are taken from other runs,
    which `parts` of the answer keeps."""
    if "," in run:
        members = [read_run(task, one) for one in run.split(",")]
        average = {f"members.{at}.{name}": w for at, one in enumerate(members) for name, w in one["average"].items()}
        return {**members[0], "average": average, "config": {**members[0]["config"], "members": len(members)}}
    *earlier, last = [torch.load(configuration.RUNS / task / name / "checkpoint.pt", map_location="cpu") for name in run.split("+")]
    kept: dict[str, Any] = {**last, "config": {**last["config"], "members": 1}, "parts": {part: read_run(task, other) for part, other in parts}}
    for at, other in enumerate(earlier):
        for name, weight in kept["average"].items():
            if weight.is_floating_point():
                weight.lerp_(other["average"][name], 1 / (at + 2))
    for part, other in kept["parts"].items():
        kept["average"].update({name: w for name, w in other["average"].items() if name.startswith(f"{part}.")})
    return kept


SECOND = "microaneurysms"
"""The task of the second look."""


def second_of(config: Config, run: str | None = None) -> nn.Module | None:
    """The second look that the configuration describes, with the weights of a run of its own; None where it describes none."""
    if not config.get("second"):
        return None
    look = SecondLook(**config["second"])
    if run:
        look.spots.load_state_dict(read_run(SECOND, run)["average"])
    return fold(look)


def deployed_from_run(kept: dict[str, Any], calibration: Config) -> Deployed:
    """The averaged weights of a run as the product would use them, with `calibration`'s scale and shift of each output."""
    network = network_of(kept["config"])
    network.load_state_dict(kept["average"])
    return Deployed(fold(network), calibration["scale"], calibration["shift"]).eval()


def deployed_from_onnx(path: Path | str, config: Config) -> Deployed:
    """The exported file read back into torch, with what it rounds: what is evaluated is what is shipped."""
    return eight_bits.round_in(weights_from_onnx(path, config), eight_bits.levels_of(path))


def weights_from_onnx(path: Path | str, config: Config) -> Deployed:
    """The exported file's own weights, in a model that rounds nothing."""
    calibration = config["calibration"]
    model = Deployed(fold(network_of(config)), calibration["scale"], calibration["shift"], second_of(config)).eval()
    stored = {w.name.removesuffix(HALF): numpy_helper.to_array(w) for w in onnx.load(path).graph.initializer}
    weights = {name: torch.from_numpy(w.astype(np.float32) if w.dtype == np.float16 else w.copy()) for name, w in stored.items()}
    weights.update(eight_bits.weights_in(path))
    model.load_state_dict({name: weights[name].reshape(now.shape) for name, now in model.state_dict().items()})
    return model


def first_from_onnx(path: Path | str, config: Config) -> Deployed:
    """The exported file without its second look."""
    return deployed_from_onnx(path, {**config, "second": None})


HALF = ".half"
"""Ends the name of a weight that is stored in 16 bits."""
HALVED_FROM = 1000
"""Smaller weights are stored as they are."""


def is_halved(weight: Tensor) -> bool:
    return weight.dtype == torch.float32 and weight.numel() >= HALVED_FROM


def rounded(model: nn.Module) -> nn.Module:
    """The model with every weight that is to be stored in 16 bits rounded to them."""
    for weight in filter(is_halved, model.parameters()):
        weight.data = weight.data.half().float()
    return model


def store_halves(path: Path) -> None:
    """Rewrites an exported file of a `rounded` model with those weights in 16 bits, brought back to 32 as the graph is loaded."""
    graph = (file := onnx.load(path)).graph
    for weight in list(graph.initializer):
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32 and values.size >= HALVED_FROM:
            graph.initializer.remove(weight)
            graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), weight.name + HALF))
            graph.node.insert(0, helper.make_node("Cast", [weight.name + HALF], [weight.name], to=TensorProto.FLOAT))
    onnx.save(file, path)


def write_onnx(model: nn.Module, path: Path, size: int, maps: bool, channels: int = 3) -> None:
    """One graph with inputs `image` and `field` and the output `probability`; for maps, height and width are free."""
    example = (torch.rand(1, channels, size, size), torch.ones(1, 1, size, size))
    free = {2: "height", 3: "width"} if maps else {}
    torch.onnx.export(
        model,
        example,
        str(path),
        opset_version=17,
        input_names=["image", "field"],
        output_names=["probability"],
        dynamic_axes={"image": free, "field": free, "probability": free},
    )
    onnx.checker.check_model(onnx.load(path))


def parity_input(size: int, channels: int = 3) -> tuple[Array, Array]:
    """The image and field of the parity fixture; its formula is written in the fixture itself."""
    y, x, c = np.meshgrid(np.arange(size), np.arange(size), np.arange(3), indexing="ij")
    waves = 120 + 60 * np.sin(x / 9 + c) * np.cos(y / 13) - 50 * (np.abs((x + 2 * y) % 41 - 20) < 3)
    image = np.floor(waves).astype(np.float32) / np.float32(255)
    middle = (size - 1) / 2
    field = ((x - middle) ** 2 + (y - middle) ** 2 <= (0.48 * size) ** 2)[..., 0]
    return image.transpose(2, 0, 1)[None, :channels].copy(), field.astype(np.float32)[None, None]


WITHIN = {"worst": 1e-4, "mean": 1e-4}
"""How far another runtime may lie from torch, at any place and on average."""
WITHIN_OF_8_BITS = {"worst": 0.03, "mean": 5e-4}
"""Where a value lies between two steps, one runtime rounds it up and another down."""


def write_parity(model: nn.Module, path: Path, sha256: str, size: int, channels: int = 3, within: dict[str, float] = WITHIN) -> None:
    image, field = parity_input(size, channels)
    with torch.no_grad():
        probability = model(torch.from_numpy(image), torch.from_numpy(field))[0].numpy()
    fixture = {
        "about": "A drawn input and torch's output, to hold another runtime to. Output by output, row by row, y then x.",
        "within": within,
        "size": size,
        "image": "channel c at x, y = floor(120 + 60 sin(x/9 + c) cos(y/13) - (50 if |(x + 2y) mod 41 - 20| < 3 else 0)) / 255",
        "field": "1 where (x - m)^2 + (y - m)^2 <= (0.48 size)^2 with m = (size - 1)/2, else 0",
        "sha256": sha256,
        "probability": [round(float(p), 5) for p in probability.reshape(-1)],
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(fixture, separators=(",", ":")) + "\n")


def steps_of(kept: dict[str, Any]) -> int:
    return kept["step"] + kept["earlier_steps"]


def ship(name: str, config: Config, model: Deployed, trained: dict[str, Any], ranges: eight_bits.Ranges | None = None) -> None:
    """Writes the file, its parity fixture and its card, whose figures are to be measured anew; with `ranges`, in 8 bits."""
    task = task_of(config)
    halves = config.get("weights_in_16_bits", False) and ranges is None
    if halves:
        rounded(model)
    folder = configuration.model_folder(name)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "model.onnx"
    size, channels = config.get("parity_px", 96), config.get("image_channels", 3)
    write_onnx(model, path, size, maps=config.get("maps", True), channels=channels)
    if halves:
        store_halves(path)
    if hasattr(task, "finish"):
        task.finish(path)
    if ranges:
        eight_bits.write_levels(path, model, ranges)
    again = deployed_from_onnx(path, config)
    image, field = (torch.from_numpy(part) for part in parity_input(size, channels))
    with torch.no_grad():
        differences = (model(image, field) - again(image, field)).abs()
    # Of what 8 bits change the mean alone can be bounded: at an edge one step may be much.
    difference = float(differences.mean() if ranges else differences.max())
    if difference > (0.01 if ranges else 1e-6):
        raise SystemExit(f"the exported weights differ by {difference}")
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    write_parity(again, configuration.ROOT / "fixtures" / f"{name}-parity.json", sha256, size, channels, WITHIN_OF_8_BITS if ranges else WITHIN)
    written = json.loads((folder / "card.json").read_text()) if (folder / "card.json").exists() else {}
    card = {
        **task.card(config),
        "task": name,
        # People wrote these.
        "question": written.get("question", ""),
        "published": written.get("published", []),
        "limits": written.get("limits", []),
        "notes": written.get("notes", []),
        "version": config["version"],
        "file": path.name,
        "sha256": sha256,
        "figures": [],
        "trained": trained,
    }
    (folder / "card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    print(path, path.stat().st_size, "bytes", sha256)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task")
    parser.add_argument("--run", default="main")
    parser.add_argument("--part", action="append", default=[], metavar="NAME=RUN", help="a part's weights from another run")
    parser.add_argument("--file", type=Path, help="an exported file in 32 bits, in place of a run")
    parser.add_argument("--second", help="the run of the second look, where the configuration describes one")
    options = parser.parse_args()
    config = configuration.load(options.task)
    if options.file:
        trained = json.loads(options.file.with_name("card.json").read_text())["trained"]
        model = weights_from_onnx(options.file, {**config, "second": None})
        model.second = second_of(config, options.second)
        ship(options.task, config, model, {**trained, "parameters": sum(p.numel() for p in model.parameters())})
        return
    kept = read_run(options.task, options.run, [part.split("=") for part in options.part])
    model = deployed_from_run(kept, config["calibration"])
    model.second = second_of(config, options.second)
    trained = {
        "seed": config["seed"],
        "steps": steps_of(kept),
        "steps_of_parts": {part: steps_of(other) for part, other in kept["parts"].items()},
        "patches_per_step": kept["config"]["optimiser"]["batch"] * kept["config"]["optimiser"]["processes"],
        "date": datetime.date.today().isoformat(),
        "parameters": sum(p.numel() for p in model.parameters()),
    }
    ship(options.task, config, model, trained)


if __name__ == "__main__":
    main()
