"""The lesion task: what a batch is, what the loss is, and what is measured."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ..data import augment, fundus, sets
from ..data import lesions as lesions_data
from ..data.lesions import LABELS, OUTLINED, SETS
from ..networks.unet import BlockUNet
from ..types import Array, Card, Config, Pair, Rng, Source, Tensor
from . import card_input, lesions_report
from .lesions_mining import FalseCalls


def split(config: Config, part: str) -> list[Pair]:
    """(set, name) of the `train` or `validation` part."""
    chosen = []
    for set_name in SETS:
        names = lesions_data.names(set_name)
        held = sets.kept(config["validation"][set_name], names)
        chosen += [(set_name, name) for name in names if (name in held) == (part == "validation")]
    return chosen


def network(config: Config) -> BlockUNet:
    """The network to train, of logits; it begins by calling nothing a lesion."""
    net = BlockUNet(**config["network"])
    torch.nn.init.constant_(net.head.bias, -4.0)
    return net


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        self.sources, false_calls = {}, FalseCalls(config)
        pairs = [pair for pair in split(config, "train") if pair[0] != leave_out]
        with ThreadPoolExecutor(os.cpu_count()) as readers:
            for (set_name, _), source in zip(pairs, readers.map(lambda pair: self._source(pair[0], pair[1], false_calls), pairs)):
                self.sources.setdefault(set_name, []).append(source)
        false_calls.keep()
        self.sets = sorted(self.sources)
        weights = np.array([config["sampling"][s] for s in self.sets])
        self.weights = weights / weights.sum()

    def _source(self, set_name: str, name: str, false_calls: FalseCalls) -> Source:
        """A photograph, reduced to the largest size that any view needs, its labels and where they lie."""
        photograph, known, truth, doubt = lesions_data.read(set_name, name)
        x, y, width, height = photograph.box
        ratio = min(1, self.config["store_px"] / photograph.diameter)

        def reduced(picture: Array) -> Array:
            crop = picture[y : y + height, x : x + width]
            return cv2.resize(crop, (round(width * ratio), round(height * ratio)), interpolation=cv2.INTER_AREA)

        field = reduced(photograph.field)
        rim = 2 * (int(0.12 * photograph.diameter * ratio) // 2) + 1
        middle = cv2.erode(field, np.ones((rim, rim), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        ys, xs = np.nonzero(middle[::4, ::4] > 127)
        source = {
            "grey": set_name == "idrid-green512",
            "image": reduced(photograph.image),
            "field": field,
            "points": np.c_[xs, ys] * 4,
            "ratio": self.config["field_diameter_px"] / (photograph.diameter * ratio),
            "known": known,
            "doubt": reduced(np.rint(doubt * 255).astype(np.uint8)),
            "false": (),
        }
        if truth is None or (set_name == "hei-med" and not truth.any()):
            source["false"] = false_calls.of(photograph, known) / source["ratio"]
        if truth is None:
            return {**source, "truth": None, "lesions": {}}
        stored = reduced(truth.astype(np.uint8) * 255).reshape(*field.shape, len(known))
        lesions = {label: self._lesions(stored[..., k]) for k, label in enumerate(known)}
        return {**source, "truth": stored, "lesions": {label: found for label, found in lesions.items() if found}}

    @staticmethod
    def _lesions(mask: Array) -> list[Array]:
        """Pixels of each lesion, [n, 2] as x, y; of a large one every few."""
        count, parts = cv2.connectedComponents((mask > 127).astype(np.uint8))
        ys, xs = np.nonzero(parts)
        order = np.argsort(parts[ys, xs], kind="stable")
        points = np.c_[xs, ys][order]
        ends = np.cumsum(np.bincount(parts[ys, xs], minlength=count)[1:])
        return [part[:: 1 + len(part) // 200] for part in np.split(points, ends[:-1])] if count > 1 else []

    def _place(self, rng: Rng, sources: list[Source]) -> tuple[Source, Array]:
        """A source and the points among which the middle of the view is drawn: often a lesion, each kind in its turn."""
        wanted = rng.choice(len(LABELS), p=self.config["label_share"])
        with_it = [source for source in sources if wanted in source["lesions"]]
        if not with_it or rng.random() > self.config["lesion_share"]:
            source = sources[rng.integers(len(sources))]
            falsely = len(source["false"]) and rng.random() < self.config["false_share"]
            return source, self._beside(rng, source, source["false"]) if falsely else source["points"]
        source = with_it[rng.integers(len(with_it))]
        lesions = source["lesions"][wanted]
        sizes = np.sqrt([len(points) for points in lesions])
        points = lesions[rng.choice(len(lesions), p=sizes / sizes.sum())]
        return source, self._beside(rng, source, points)

    def _beside(self, rng: Rng, source: Source, points: Array) -> Array:
        """The points moved alike, so that they lie anywhere in the view but at its rim."""
        off = self.config["patch"]["size_px"] * 0.35 / source["ratio"]
        return points + rng.uniform(-off, off, 2)

    def sample(self, rng: Rng) -> tuple[Array, ...]:
        """One patch: image [3, c, c], field [1, c, c], truth and known [4, c, c], with c the context size."""
        context = self.config["patch"]["context_px"]
        source, points = self._place(rng, self.sources[self.sets[rng.choice(len(self.sets), p=self.weights)]])
        zoom = source["ratio"] * augment.log_uniform(rng, *self.config["zoom"])
        warp = augment.placement(rng, {"points": points}, zoom, context)
        stored = source["image"]
        if rng.random() < self.config["dark_share"]:
            stored = cv2.convertScaleAbs(stored, alpha=augment.log_uniform(rng, 0.2, 0.8))
        if rng.random() < self.config["compressed_share"]:
            stored = augment.recompressed(rng, stored)
        image = warp(stored, cv2.INTER_LINEAR if zoom < 1 else augment.INTERPOLATIONS[rng.integers(3)])
        if source["grey"] or rng.random() < 0.08:
            image = np.ascontiguousarray(np.repeat(image[..., 1:2], 3, 2))
        field = (warp(source["field"], cv2.INTER_LINEAR) > 127).astype(np.float32)
        if rng.random() < 0.2:
            field = cv2.erode(field, np.ones((int(rng.integers(2, 12)),) * 2))
        truth = np.zeros((len(LABELS), context, context), np.float32)
        known = np.zeros_like(truth)
        sure = 1 - warp(source["doubt"], cv2.INTER_LINEAR).astype(np.float32) / 255
        known[source["known"]] = field * sure
        if source["truth"] is not None:
            warped = warp(source["truth"], cv2.INTER_LINEAR).reshape(context, context, -1)
            truth[source["known"]] = warped.transpose(2, 0, 1).astype(np.float32) / 255
        same = rng.random() < self.config["same_camera_share"]
        image = augment.same_camera(rng, image) if same else augment.camera(rng, image)
        return image.transpose(2, 0, 1), field[None], truth, known

    def batch(self, rank: int, step: int) -> list[Tensor]:
        """Tensors image [n, 3, c, c], field [n, 1, c, c], truth and known [n, 4, c, c]."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        samples = [self.sample(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.ascontiguousarray(np.stack(part))) for part in zip(*samples)]


def loss(config: Config, network: BlockUNet, batch: list[Any]) -> Tensor:
    """Cross-entropy and soft Dice of each label, where the label is known, in the middle of the patch."""
    image, field, truth, known = batch
    optimiser = config["optimiser"]
    size, context = config["patch"]["size_px"], config["patch"]["context_px"]
    edge = (context - size) // 2
    with torch.no_grad():
        blocks = network.normalise(image, field)[:, :, edge // 2 : (edge + size) // 2, edge // 2 : (edge + size) // 2]
    truth, known = (part[:, :, edge : edge + size, edge : edge + size] for part in (truth, known))
    with torch.autocast(image.device.type, torch.bfloat16):
        logits = network.features(blocks.contiguous(memory_format=torch.channels_last))
    logits = logits.float()
    weights = image.new_tensor(optimiser["entropy_weight"])
    entropy = F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * known
    entropy = (entropy.sum((0, 2, 3)) / known.sum((0, 2, 3)).clamp(min=1) * weights).mean()
    probability, wanted, smooth = torch.sigmoid(logits) * known, truth * known, optimiser["dice_smooth_px"]
    shared, all_of = (probability * wanted).sum((0, 2, 3)), (probability + wanted).sum((0, 2, 3))
    dice = (2 * shared + smooth) / (all_of + smooth)
    return entropy + optimiser["dice_weight"] * (1 - dice).mean()


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    chosen = {part: split(config, part) for part in ("train", "validation")}
    return {
        "task": "lesions",
        "labels": list(LABELS),
        "threshold": 0.5,
        "rules": config["rules"],
        "licence": sets.terms(sets.LICENCES[set_name] for set_name in SETS),
        "input": card_input.whole_field(config),
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,4,height,width",
            "range": [0, 1],
            "meaning": (
                "probabilities of a microaneurysm, a haemorrhage, a hard and a soft exudate, zero outside the field. 0.5 is the "
                "cut of the map. A lesion is, by `rules`, what reaches `low` and hangs together (8 neighbours), peaks at "
                "`peak` or more and covers `least_px` or more pixels of the output."
            ),
        },
        "data": [
            {
                "set": set_name,
                "training": [name for s, name in chosen["train"] if s == set_name],
                "validation": [name for s, name in chosen["validation"] if s == set_name],
                "licence": sets.LICENCES[set_name],
            }
            for set_name in SETS
        ],
    }


def evaluate(config: Config, model: nn.Module, leave_out: str | None = None, views: bool = False) -> Card:
    """Prints what is measured on the images kept from training, and returns what the card says of it."""
    held = [pair for pair in split(config, "validation") if leave_out in (None, pair[0])]
    report = lesions_report.Report(config, model)

    def names(set_name: str) -> list[str]:
        return [name for s, name in held if s == set_name]

    report.labelled("idrid", [pair for pair in held if pair[0] in OUTLINED])
    for set_name in ("idrid-green512", "hei-med"):
        report.labelled(set_name, [(set_name, name) for name in names(set_name)])
    report.exudates("hei-med", names("hei-med"))
    if names("roc"):
        report.marked(names("roc"))
    for set_name in ("hrf", "stare", "drive", "drishti"):
        report.unlabelled("healthy", set_name, names(set_name))
    for group, suffix in (("hrf, glaucoma, no lesions learnt from it", "_g"), ("hrf, diabetic retinopathy, no lesions learnt from it", "_dr")):
        report.unlabelled(group, "hrf", [name for name in fundus.names("hrf") if name.endswith(suffix)])
    report.groups()
    report.sheet.write()
    curves = [row for label in LABELS for row in report.reliability[label].curve(label)]
    return {"figures": report.figures, "calibration_curve": curves}
