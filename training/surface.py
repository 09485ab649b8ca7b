"""The task of the eye surface: cornea, opening of the lids, patches and dots of staining in a photograph with fluorescein."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch import nn

from . import augment, sets, surface_data, whole
from .network import BlockUNet
from .report import Reliability, Sheet, dice, with_errors
from .surface_data import LABELS, Photograph
from .types import Array, Card, Config, Rng, Tensor


def network(config: Config) -> BlockUNet:
    """The network to train, of logits."""
    return BlockUNet(**config["network"])


def camera(rng: Rng, image: Array) -> Array:
    """uint8 [s, s, 3] -> float32 [s, s, 3] 0..1 as another camera, filter or compression might have shown it."""
    size = image.shape[0]
    picture = (image.astype(np.float32) / 255) ** np.float32(augment.log_uniform(rng, 0.75, 1.35))
    picture *= np.float32(augment.log_uniform(rng, 0.7, 1.35))
    picture *= np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    if rng.random() < 0.5:
        turn = np.eye(3) + rng.normal(0, 0.06, (3, 3))
        picture = picture @ turn.astype(np.float32)
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.8))
    if rng.random() < 0.25:
        share = rng.uniform(0.45, 0.9)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        picture = picture + rng.uniform(0.3, 1) * (picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(1, 3)))
    if rng.random() < 0.5:
        picture = picture * np.exp(augment.slow_field(rng, size, 0.3))[..., None]
    if rng.random() < 0.5:
        grain = rng.standard_normal((size, size, 3), dtype=np.float32)
        picture = picture + cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.3, 1.2)) * np.float32(rng.uniform(0, 0.05))
    picture = np.clip(picture, 0, 1).astype(np.float32)
    if rng.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))]
        picture = cv2.imdecode(cv2.imencode(".jpg", (255 * picture).astype(np.uint8), quality)[1], 1).astype(np.float32) / 255
    return picture


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        self.photographs: dict[str, list[Photograph]] = {}
        for set_name, name in surface_data.split(config, "train"):
            self.photographs.setdefault(set_name, []).append(surface_data.read_photograph(config, set_name, name))

    def _centre(self, rng: Rng, photograph: Photograph) -> Array:
        height, width = photograph.image.shape[:2]
        patch = photograph.truth["patch"]
        if rng.random() < self.config["patch_share"] and patch is not None and patch.any():
            inside = np.argwhere(patch > 127)
            if len(inside):
                return inside[rng.integers(len(inside))][::-1] + rng.uniform(-60, 60, 2)
        return np.array([width, height]) * rng.uniform(0.25, 0.75, 2)

    def _view(self, rng: Rng) -> tuple[Array, ...]:
        """image [3, s, s], field [1, s, s], truth [4, s, s], and where each label is known [4, s, s]."""
        set_name = "panels" if rng.random() < self.config["panel_share"] else "drawn"
        photographs = self.photographs[set_name]
        photograph = photographs[rng.integers(len(photographs))]
        size = self.config["patch_px"]
        angle, zoom = rng.normal(0, 0.2), augment.log_uniform(rng, *self.config["zoom"])
        stretch = np.exp(rng.uniform(-0.15, 0.25 if set_name == "panels" else 0.15))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = zoom * turn @ np.diag([stretch * rng.choice([-1, 1]), 1 / stretch])
        shift = size / 2 - 0.5 - matrix @ (self._centre(rng, photograph) - 0.5)

        def warp(picture: Array) -> Array:
            return cv2.warpAffine(picture, np.c_[matrix, shift], (size, size), flags=cv2.INTER_LINEAR)

        field = (warp(np.full(photograph.image.shape[:2], 255, np.uint8)) > 250).astype(np.float32)
        image = camera(rng, warp(photograph.image)).transpose(2, 0, 1)
        truth, known = np.zeros((2, len(LABELS), size, size), np.float32)
        for at, label in enumerate(LABELS):
            drawn = photograph.truth[label]
            if drawn is not None:
                truth[at], known[at] = warp(drawn).astype(np.float32) / 255, field
        return image * field, field[None], truth, known

    def batch(self, rank: int, step: int) -> list[Tensor]:
        rng = np.random.default_rng([self.config["seed"], rank, step])
        views = [self._view(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.ascontiguousarray(np.stack(part))) for part in zip(*views)]


loss = whole.loss


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    chosen = {part: surface_data.split(config, part) for part in ("train", "validation")}
    panels = {part: [name for s, name in chosen[part] if s == "panels"] for part in chosen}
    seeds = {part: [name for s, name in chosen[part] if s == "drawn"] for part in chosen}
    return {
        "about": "Its labels are drawn: it learnt from drawn eyes with exact truth, and was tuned on six real panels. Validated on few real images.",
        "task": "surface",
        "labels": list(LABELS),
        "threshold": 0.5,
        "licence": sets.terms([sets.licence("panels")]),
        "input": {
            "image": {"name": "image", "type": "float32", "layout": "1,3,height,width", "range": [0, 1]},
            "field": {"name": "field", "type": "float32", "layout": "1,1,height,width", "values": "1 in the photograph, 0 in the padding"},
            "longest_px": config["longest_px"],
            "far_px": config["far_px"],
            "multiple": config["multiple"],
            "preparation": (
                "Resize the photograph so that its longer side has longest_px, pad with zeros at the right and the bottom to the "
                "multiple. Cornea and opening are the mean of that answer and of the one at far_px. The graph normalises by itself."
            ),
        },
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,4,height,width",
            "range": [0, 1],
            "meaning": "probabilities of the cornea, also under the lids, of the opening of the lids, of a patch, of a dot of staining",
        },
        "data": [
            {"set": "drawn", "training": seeds["train"], "validation": seeds["validation"], "licence": sets.licence("drawn")},
            {"set": "panels", "training": panels["train"], "validation": panels["validation"], "licence": sets.licence("panels")},
        ],
        "limits": [
            "Learnt from drawn eyes and from six panels of figures; validated on few real images.",
            "Opening and dots were learnt from drawings alone; the cornea also from six panels on which it was marked by eye, by no clinician.",
            "No healthy eye and no eye with dots alone stood among the real images.",
        ],
    }


FAR = ("cornea", "opening")
"""Labels that are seen at both scales."""


def predict(config: Config, model: nn.Module, image: Array) -> Array:
    """Probabilities float32 [4, h, w] of a photograph at the working scale, as the product takes them but for the mirrored view."""
    height, width = image.shape[:2]
    found = whole.predict(config, model, image)
    share = config["far_px"] / config["longest_px"]
    far = whole.predict(config, model, surface_data.resized(image, (round(share * height), round(share * width))))
    for at in map(LABELS.index, FAR):
        found[at] = (found[at] + cv2.resize(far[at], (width, height), interpolation=cv2.INTER_CUBIC)) / 2
    return found


def evaluate(config: Config, model: nn.Module, leave_out: str | None = None, views: bool = False) -> Card:
    """Prints a table, mean over the photographs of each set, and returns what the card says of it. Dice and areas are those of
    the working scale."""
    found, sheet = [], Sheet("surface")
    reliability = {label: Reliability() for label in LABELS}
    rows: dict[tuple[str, str], list[dict[str, float]]] = {}
    for set_name, name in surface_data.split(config, "validation"):
        photograph = surface_data.read_photograph(config, set_name, name)
        probabilities = predict(config, model, photograph.image)
        for label, probability in zip(LABELS, probabilities):
            drawn = photograph.truth[label]
            if drawn is None:
                continue
            truth, called = drawn > 127, probability >= 0.5
            reliability[label].add(probability, truth)
            if not truth.any():
                continue
            figures = {"dice": dice(called, truth), "area_error": abs(float(called.sum() / truth.sum()) - 1)}
            rows.setdefault((label, set_name), []).append(figures)
            sheet.add(figures["dice"], f"{label} {set_name} {name}", with_errors(photograph.image, called, truth))
    for (label, set_name), each in rows.items():
        mean = {key: float(np.mean([one[key] for one in each])) for key in each[0]}
        print(f"{label:8} {set_name:7} n {len(each):3} " + ", ".join(f"{key} {value:.4f}" for key, value in mean.items()), flush=True)
        place = f"{set_name}, kept from training"
        found += [{"name": f"{label}_{key}", "set": place, "value": round(value, 4), "n": len(each)} for key, value in mean.items()]
    sheet.write()
    return {"figures": found, "calibration_curve": [row for label in LABELS for row in reliability[label].curve(label)]}
