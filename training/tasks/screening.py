"""The screening task: can the photograph be read, and does it show referable diabetic retinopathy.

    python3 -m training.train screening --run dense --set graded_share=0 --set answer_weight=0.3 --set steps=400 --set learning_rate=0.003
    python3 -m training.train screening --run first --start training/.runs/screening/dense/checkpoint.pt --set graded_share=0.65 --set steps=600
    python3 -m training.train screening --run main --start training/.runs/screening/first/checkpoint.pt
    python3 -m training.tasks.screening_report screening       prints the calibration of the run `main` for the configuration
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ..data import aptos, fundus
from ..data import screening as data
from ..data import sets
from ..networks.unet import Deployed, LocalNormalisation, conv_block
from ..types import Card, Config, Rng, Tensor
from . import card_input, screening_report


class Concluding(nn.Module):
    """Answers of the whole photograph from the deepest features of a trunk and from its maps at a quarter of the scale.

    The answers see how much of a lesion there is where most is found, and pooled features. A network of this kind brings
    `blocks(image, field)`, what the trunk takes at half the scale, and `trunk(blocks)`: the deepest features, at 1/32 of the
    scale, and the map logits.
    """

    blocks: Callable[[Tensor, Tensor], Tensor]
    trunk: Callable[[Tensor], tuple[Tensor, Tensor]]

    def __init__(self, deep_width: int, hidden: int, dropout: float) -> None:
        super().__init__()
        evidence = 3 * len(data.MAPS)
        self.hidden = nn.Sequential(nn.Dropout(dropout), nn.Linear(2 * deep_width + evidence, hidden), nn.ReLU(), nn.Dropout(dropout))
        self.answer = nn.Linear(hidden + evidence, len(data.LABELS))

    def conclude(self, deep: Tensor, maps: Tensor, field: Tensor) -> Tensor:
        seen = F.avg_pool2d(field, 2 * data.CELL * 4)
        mean = (deep * seen).sum((2, 3)) / seen.sum((2, 3)).clamp(min=1)
        most = (deep * (seen > 0)).amax((2, 3))
        probability = torch.sigmoid(maps) * (F.avg_pool2d(field, data.CELL) > 0.9)
        regions = F.max_pool2d(probability, 8)
        evidence = torch.cat([probability.amax((2, 3)), regions.mean((2, 3)) * 4, probability.mean((2, 3)) * 16], 1)
        hidden = self.hidden(torch.cat([mean, most, evidence], 1))
        return self.answer(torch.cat([hidden, evidence], 1))

    def both(self, image: Tensor, field: Tensor) -> tuple[Tensor, Tensor]:
        deep, maps = self.trunk(self.blocks(image, field))
        return self.conclude(deep, maps, field), maps

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        return self.both(image, field)[0]


def map_head(width: int) -> nn.Sequential:
    """Logits of MAPS from `width` channels."""
    return nn.Sequential(
        nn.ReLU(),
        nn.Conv2d(width, 32, 3, padding=1, bias=False),
        nn.BatchNorm2d(32),
        nn.ReLU(inplace=True),
        nn.Conv2d(32, len(data.MAPS), 1),
    )


class ScreeningNetwork(Concluding):
    """image [n, 3, S, S] 0..1, field [n, 1, S, S] -> (logits [n, 6], map logits [n, 4, S/4, S/4]).

    It sees colours both as they are and normalised, as darkness and haze matter to quality and must not matter to lesions.
    """

    def __init__(self, widths: list[int], norm_window_cells: int, map_width: int, hidden: int, dropout: float) -> None:
        first, second, third, fourth, fifth = widths
        super().__init__(fifth, hidden, dropout)
        self.normalise = LocalNormalisation(3, norm_window_cells)
        self.down = nn.ModuleList(
            conv_block(a, b, depth)
            for a, b, depth in ((25, first, 1), (first, second, 2), (second, third, 2), (third, fourth, 2), (fourth, fifth, 1))
        )
        self.across = nn.ModuleList(nn.Conv2d(width, map_width, 1) for width in (second, third, fourth))
        self.map = map_head(map_width)

    def trunk(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """blocks [n, 25, S/2, S/2] -> the deepest features and the map logits."""
        kept = []
        for level, convolutions in enumerate(self.down):
            x = convolutions(F.max_pool2d(x, 2) if level else x)
            kept.append(x)
        merged = self.across[2](kept[3])
        for at, level in ((1, 2), (0, 1)):
            merged = self.across[at](kept[level]) + F.interpolate(merged, scale_factor=2.0, mode="nearest")
        return x, self.map(merged)

    def blocks(self, image: Tensor, field: Tensor) -> Tensor:
        light = F.conv2d(image * field, self.normalise.blocks, stride=2)
        return torch.cat([light * 2 - 0.8, self.normalise(image, field)], 1)


def network(config: Config) -> ScreeningNetwork:
    """The network to train, of logits."""
    return ScreeningNetwork(**config["network"])


class Batches:
    """Training batches, each a function of (seed, rank, step) alone; the photographs kept for validation are never among them.

    Half of a batch are EyePACS photographs with grades, the others larger ones with outlined lesions and vessels, reduced
    to the same size; a part of both is spoiled and stands for what nobody can grade.
    """

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        self.size = config["input_size_px"]
        self.graded, self.outlined, chance = [], [], []
        for (set_name, name), source in data.sources(self.size).items():
            if data.is_kept(config, set_name, name):
                continue
            if set_name != "eyepacs224":
                self.outlined += [source] * config["sampling"].get(set_name, 1)
            else:
                self.graded.append(source)
                _, quality = data.answers(set_name, name)
                referable = source["grades"][1] == 1
                chance.append((2.2 if referable else 1) * {None: 1, 0: 1.3, 1: 2}[quality[0]])
        self.chance = np.array(chance) / np.sum(chance)
        self.filtered = aptos.graded(kept=False) if config.get("filtered_share") else []

    def _sample(self, rng: Rng) -> tuple[Any, ...]:
        share = self.config["optimiser"]
        graded = rng.random() < share["graded_share"]
        if graded and rng.random() < self.config.get("filtered_share", 0):
            source = self.filtered[rng.integers(len(self.filtered))].source(self.size, len(data.MAPS))
        elif graded:
            source = self.graded[rng.choice(len(self.graded), p=self.chance)]
        else:
            source = self.outlined[rng.integers(len(self.outlined))]
        image, field, maps = data.turned(rng, source, self.size)
        if not graded and "stored_px" in self.config:
            image = data.stored_small(rng, image, self.config["stored_px"])
        picture = data.another_camera(rng, image, 0.06 if graded else 0.16)
        truth = data.truth_of(source)
        known = source["maps_known"] * (0.3 if graded else 1)
        if rng.random() < share["spoiled_share"]:
            picture = data.spoiled(rng, picture, field)
            truth, known = [1, -1, 1, -1, -1, -1], known * 0
        maps = np.minimum(maps.reshape(len(maps), self.size // data.CELL, data.CELL, -1, data.CELL).sum((2, 4)) / 255, 1)
        inside = (field > 127).astype(np.float32)[None]
        return picture.transpose(2, 0, 1) * inside, inside, truth, maps.astype(np.float32), known

    def batch(self, rank: int, step: int) -> list[Tensor]:
        """Tensors image [n, 3, S, S], field [n, 1, S, S], truth [n, 6] (-1 unknown), maps [n, 4, S/4, S/4], known [n, 4]."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        samples = [self._sample(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.ascontiguousarray(np.stack(part), np.float32)) for part in zip(*samples)]


MAP_WEIGHTS = (3.0, 3.0, 3.0, 1.0)
SMOOTHING = 0.04


def loss(config: Config, network: Concluding, batch: list[Any]) -> Tensor:
    """Cross-entropy of the known answers, and of the known maps with lesions weighing more than their absence."""
    image, field, truth, maps, known = batch
    with torch.no_grad():
        blocks = network.blocks(image, field).contiguous(memory_format=torch.channels_last)
    with torch.autocast(image.device.type, torch.bfloat16):
        deep, logits = network.trunk(blocks)
    deep, logits = deep.float(), logits.float()
    answers = network.conclude(deep, logits, field)
    weight = (truth >= 0) * image.new_tensor(config["answer_weights"])
    soft = truth.clamp(min=0) * (1 - SMOOTHING) + SMOOTHING / 2
    answer = (F.binary_cross_entropy_with_logits(answers, soft, reduction="none") * weight).sum() / len(truth)
    inside = F.avg_pool2d(field, data.CELL) * known[:, :, None, None]
    entropy = F.binary_cross_entropy_with_logits(logits, maps, reduction="none")
    entropy = entropy * (1 + image.new_tensor(MAP_WEIGHTS)[:, None, None] * maps) * inside
    probability = torch.sigmoid(logits) * inside
    dice = 1 - (2 * (probability * maps).sum((0, 2, 3)) + 1) / ((probability + maps * inside).sum((0, 2, 3)) + 1)
    pixels = inside.sum((0, 2, 3)).clamp(min=1)
    drawn = (entropy.sum((0, 2, 3)) / pixels).sum() + 0.3 * dice.mean()
    return config["optimiser"]["answer_weight"] * answer + config["optimiser"]["map_weight"] * drawn


def licence_of(set_name: str) -> str:
    return sets.LICENCES[set_name] + (f"; {sets.QUALITY_LABELS}" if set_name == "eyepacs224" else "")


def parts_of(config: Config, set_name: str) -> Card:
    """The card's `training` and `validation` of a set."""
    if set_name == "eyepacs224":
        return {"training": "the other patients", "validation": "patients whose number divides by four"}
    names = fundus.names(set_name)
    kept = [name for name in names if data.is_kept(config, set_name, name)]
    return {"training": [name for name in names if name not in kept], "validation": kept}


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    return {
        "task": config["task"],
        "labels": list(data.LABELS),
        "threshold": 0.5,
        **({"thresholds": config["thresholds"]} if "thresholds" in config else {}),
        "licence": sets.terms(licence_of(set_name) for set_name in data.SETS),
        "input": card_input.square(config),
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,6",
            "range": [0, 1],
            "meaning": (
                "ungradable: graders would reject the photograph (EyeQ); referable: diabetic retinopathy of grade 2 or more; "
                "less_than_good: usable or reject (EyeQ); dr_1, dr_3, dr_4: grade at least 1, 3, 4. "
                "Calibrated as shares among EyePACS photographs; the cuts to use are `thresholds`."
            ),
        },
        "data": [
            {
                "set": set_name,
                **parts_of(config, set_name),
                "licence": licence_of(set_name),
            }
            for set_name in data.SETS
        ],
    }


def evaluate(config: Config, model: Deployed, leave_out: str | None = None, views: bool = False) -> Card:
    """Figures and calibration curves; `leave_out` and `views` do not apply."""
    return screening_report.evaluate(config, model)
