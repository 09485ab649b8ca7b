"""The task 'is it a fundus photograph': one chance for the whole picture, by what it shows and not by its edge.

    python3 -m training.data.is_fundus FOLDER ...          keeps small copies of photographs and of other pictures
    python3 -m training.data.is_fundus --views             and the views of them that are learnt from
    python3 -m training.train is_fundus --run out-a --leave-out a     and so b, c and d: cameras and kinds that it never sees
    python3 -m training.evaluate is_fundus --run out-a     and so the others: measures each on what it never saw
    python3 -m training.tasks.is_fundus --write                  joins what these four said, for the card
    python3 -m training.train is_fundus                    the network that is shipped
"""

from __future__ import annotations

import argparse
import json
import zlib
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .. import config as configuration
from ..data import is_fundus as data
from ..data import sets
from ..data.is_fundus import Picture
from ..networks.unet import Deployed, LocalNormalisation
from ..types import Array, Card, Config, Tensor

FUNDUS_VIEWS = ("whole", "off centre", "30 degrees", "crop")
FUNDUS_FIGURES = (
    ("photographs as they are refused", ("whole",)),
    ("photographs cut, round or off centre refused", ("off centre", "30 degrees")),
    ("crops without a dark edge refused", ("crop",)),
)
OTHER_VIEWS = ("whole", "crop", "round")
MOST = 24


BRIGHT, MOST_GAIN = 0.6, 8.0


def _convolution(a: int, b: int, step: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(a, b, 3, step, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class WholeNetwork(nn.Module):
    """image [n, 3, S, S] 0..1, field [n, 1, S, S], 1 inside the picture -> logits [n, 1]. It sees colours both as they are and
    normalised, so that vessels show in the dark and in every colour."""

    def __init__(self, widths: list[int], norm_window_cells: int, dropout: float) -> None:
        super().__init__()
        self.normalise = LocalNormalisation(3, norm_window_cells)
        first, second, third, fourth = widths
        self.down = nn.ModuleList(
            [
                nn.Sequential(_convolution(25, first)),
                nn.Sequential(_convolution(first, second, 2), _convolution(second, second)),
                nn.Sequential(_convolution(second, third, 2), _convolution(third, third)),
                nn.Sequential(_convolution(third, fourth, 2)),
            ]
        )
        self.hidden = nn.Sequential(nn.Dropout(dropout), nn.Linear(2 * fourth, 32), nn.ReLU(), nn.Dropout(dropout))
        self.answer = nn.Linear(32, 1)

    @staticmethod
    def gain(image: Tensor) -> Tensor:
        """What brings the brightest cell of a dark picture to BRIGHT."""
        brightest = F.avg_pool2d(image, 8).amax((1, 2, 3), keepdim=True)
        return (BRIGHT / brightest.clamp(min=BRIGHT / MOST_GAIN)).clamp(min=1)

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        image = image * self.gain(image)
        light = F.conv2d(image * field, self.normalise.blocks, stride=2)
        x = torch.cat([2 * light - 0.8, self.normalise(image, field)], 1)
        for part in self.down:
            x = part(x)
        seen = F.avg_pool2d(field, 16)
        mean = (x * seen).sum((2, 3)) / seen.sum((2, 3)).clamp(min=1)
        return self.answer(self.hidden(torch.cat([mean, x.amax((2, 3))], 1)))


def network(config: Config) -> WholeNetwork:
    """The network to train, of logits."""
    return WholeNetwork(**config["network"])


class Batches:
    """Training batches, each a function of (seed, rank, step) alone: half photographs, half other pictures. `leave_out`:
    `a` to `d`, cameras and kinds that are never among them; without it, the pictures kept for validation are not."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        out = config["groups"][leave_out] if leave_out else []
        everything = data.pictures()
        used = [p.group not in out and (leave_out is not None or not p.kept) for p in everything]
        self.parts = data.views()
        self.sides: list[list[tuple[int, int]]] = [[], []]
        for part, (shown, _, _) in enumerate(self.parts):
            for at, which in enumerate(shown):
                if used[which]:
                    self.sides[int(not everything[which].fundus)].append((part, at))

    def batch(self, rank: int, step: int) -> list[Tensor]:
        """Tensors image [n, 3, S, S], field [n, 1, S, S], truth [n]."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        half = self.config["optimiser"]["batch"] // 2
        chosen = [side[at] for side in self.sides for at in rng.choice(len(side), half, replace=False)]
        image, field = (np.stack([self.parts[part][kind][at] for part, at in chosen]).astype(np.float32) for kind in (1, 2))
        truth = np.repeat(np.array([1, 0], np.float32), half)
        return [torch.from_numpy(image / 255), torch.from_numpy(field), torch.from_numpy(truth)]


Answer = tuple[bool, str, str, str, str, float]
"""Whether it is a fundus, camera or kind, family, name, view, and the network's chance."""
SMOOTHING = 0.02


def loss(config: Config, network: nn.Module, batch: list[Tensor]) -> Tensor:
    image, field, truth = batch
    with torch.autocast(image.device.type, torch.bfloat16):
        logits = network(image.contiguous(memory_format=torch.channels_last), field)[:, 0].float()
    return F.binary_cross_entropy_with_logits(logits, truth * (1 - SMOOTHING) + SMOOTHING / 2)


@torch.no_grad()
def answers(model: nn.Module, pictures: list[Picture], size: int) -> list[Answer]:
    """The chance of each picture as it is, and in other views, every second of which has its colours changed as for training. Of
    a camera or kind no more than MOST pictures."""
    counts: dict[str, int] = {}
    shown: list[tuple[Picture, str, tuple[Array, Array]]] = []
    for picture in sorted(pictures, key=lambda p: zlib.crc32(f"{p.family} {p.name}".encode())):
        counts[picture.group] = counts.get(picture.group, 0) + 1
        if counts[picture.group] > MOST:
            continue
        for view in FUNDUS_VIEWS if picture.fundus else OTHER_VIEWS:
            for again in range(2 if view == "crop" else 1):
                rng = np.random.default_rng(zlib.crc32(f"{picture.group} {picture.name} {view} {again}".encode()))
                image = data.shaped(rng, picture, view)
                if view != "whole" and rng.random() < 0.5:
                    image = data.coloured(rng, np.ascontiguousarray(image))
                shown.append((picture, view, data.laid_out(image, size)))
    found: list[Answer] = []
    for at in range(0, len(shown), 64):
        part = shown[at : at + 64]
        images, fields = (torch.from_numpy(np.stack([one[2][k] for one in part])) for k in range(2))
        chances = model(images, fields)[:, 0].tolist()
        found += [(p.fundus, p.group, p.family, p.name, view, chance) for (p, view, _), chance in zip(part, chances)]
    return found


def figures(found: list[Answer], taken: float, where: str) -> list[Card]:
    """Shares of photographs refused and of other pictures let in."""
    rows: list[Card] = []

    def add(name: str, set_name: str, chances: list[float], is_fundus: bool) -> None:
        if chances:
            wrong = np.mean([(chance < taken) == is_fundus for chance in chances])
            rows.append({"name": name, "set": f"{set_name}, {where}", "value": round(float(wrong), 4), "n": len(chances)})

    for camera in sorted({group for is_fundus, group, *_ in found if is_fundus}):
        for name, views in FUNDUS_FIGURES:
            add(name, camera, [c for _, group, _, _, view, c in found if group == camera and view in views], True)
    for family in sorted({family for is_fundus, _, family, *_ in found if not is_fundus}):
        add("other pictures let in", family, [c for is_fundus, _, one, _, _, c in found if not is_fundus and one == family], False)
    return rows


def evaluate(config: Config, model: Deployed, leave_out: str | None = None, views: bool = False) -> Card:
    """Figures on what is kept from training, or on what a run left out; `views` does not apply."""
    groups = config["groups"][leave_out] if leave_out else []
    pictures = [p for p in data.pictures() if (p.group in groups if leave_out else p.kept)]
    found = answers(model, pictures, config["input_size_px"])
    if leave_out:
        (data.FOLDER / f"out-{leave_out}" / "answers.json").write_text(json.dumps(found))
    rows = figures(found, config["thresholds"]["taken"], "camera or kind left out" if leave_out else "kept from training")
    for row in rows:
        print(f"{row['name']:36} {row['value']:7} n {row['n']:5}  {row['set']}")
    return {"figures": rows}


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    everything = data.pictures()
    size = config["input_size_px"]

    def part(group: str) -> dict[str, Any]:
        alike = [p for p in everything if p.group == group]
        kept = sum(p.kept for p in alike)
        return {"set": group, "training": f"{len(alike) - kept} pictures", "validation": f"{kept} pictures"}

    named = [name for name in [*data.CAMERAS, *data.SCANS, "panels", "drawn"] if name in sets.LICENCES]
    return {
        "task": config["task"],
        "labels": ["fundus"],
        "thresholds": config["thresholds"],
        "licence": sets.terms(sets.licence(name) for name in named),
        "input": {
            "image": {"name": "image", "type": "float32", "layout": "1,3,size,size", "channels": "RGB", "range": [0, 1]},
            "field": {"name": "field", "type": "float32", "layout": "1,1,size,size", "values": "1 inside the picture, 0 in the padding"},
            "size_px": size,
            "preparation": (
                f"Resize the whole picture so that its longer side is {size} px, and pad with zeros at the right and the bottom to a square."
            ),
        },
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,1",
            "range": [0, 1],
            "meaning": (
                "The chance that the picture is a fundus photograph. It is refused below `thresholds.refused` and taken from `thresholds.taken` "
                "on. Between them the rules of models/fundus/quality decide; the figures count all below `taken` as refused."
            ),
        },
        "data": [part(group) for group in sorted({p.group for p in everything})],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the figures into the card")
    options = parser.parse_args()
    config = configuration.load("is_fundus")
    found: list[Answer] = []
    for name in config["groups"]:
        found += json.loads((data.FOLDER / f"out-{name}" / "answers.json").read_text())
    rows = figures(found, config["thresholds"]["taken"], "camera or kind left out")
    for row in rows:
        print(f"{row['name']:36} {row['value']:7} n {row['n']:5}  {row['set']}")
    for cut in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        wrong = {side: np.mean([(c < cut) == side for is_fundus, *_, c in found if is_fundus == side]) for side in (True, False)}
        print(f"cut {cut}: refused {wrong[True]:.4f}, let in {wrong[False]:.4f}")
    for group in sorted({group for is_fundus, group, *_ in found if not is_fundus}):
        chances = np.array([c for _, one, _, _, _, c in found if one == group])
        print(f"let in of {group}: {(chances >= config['thresholds']['taken']).mean():.3f} of {len(chances)}")
    if options.write:
        path = configuration.model_folder("is_fundus") / "card.json"
        shown = json.loads(path.read_text())
        command = "python3 -m training.tasks.is_fundus --write"
        others = [figure for figure in shown["figures"] if figure["command"] != command]
        shown["figures"] = [{**row, "command": command} for row in rows] + others
        path.write_text(json.dumps(shown, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
