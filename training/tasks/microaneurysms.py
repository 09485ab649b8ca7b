"""The second look of the lesions' network: a small network that tells microaneurysms from other dark spots, each seen alone.

It is no model of its own: `python3 -m training.export lesions --second RUN` makes it a part of the lesions' file.
"""

from __future__ import annotations

import hashlib
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from .. import config as configuration
from ..data import fundus
from ..data import lesions as lesions_data
from ..data.lesions import MICROANEURYSM, OUTLINED
from ..data.views import Chance
from ..export import first_from_onnx
from ..networks.second_look import SpotNetwork, peaks, spots_at
from ..types import Array, Config, Pair, Tensor
from . import lesions
from .lesions_report import predict, reduced

OTHER, CALLED, MARKED = range(3)
"""A dark spot; one that the first network may call a microaneurysm, and nobody marked; one that was marked."""


def network(config: Config) -> SpotNetwork:
    look = configuration.load("lesions")["second"]
    return SpotNetwork(look["inputs"], look["widths"])


def dark_spots(photograph: fundus.Photograph, size: tuple[int, int], config: Config) -> Array:
    """The places that are darkest against what lies around them, at the scale of `size`, [n, 2] as y, x."""
    x, y, width, height = photograph.box
    crop, field = (part[y : y + height, x : x + width] for part in (photograph.image[..., 1], photograph.field))
    green = cv2.resize(crop, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    inside = cv2.erode(cv2.resize(field, size, interpolation=cv2.INTER_NEAREST), np.ones((15, 15), np.uint8)) > 127
    darker = np.max([cv2.GaussianBlur(green, (0, 0), 1.6 * s) - cv2.GaussianBlur(green, (0, 0), s) for s in config["dark_spot_sigmas_px"]], 0)
    at = np.argwhere((darker == cv2.dilate(darker, np.ones((13, 13), np.uint8))) & inside)
    return at[np.argsort(-darker[tuple(at.T)])[: config["dark_spots"]]]


def marked(config: Config, pair: Pair, photograph: fundus.Photograph, truth: Array | None, size: tuple[int, int]) -> tuple[Array, Array]:
    """The middles of marked microaneurysms at the scale of `size`, [n, 2] as y, x, and what is too near to them to be another spot."""
    near = np.zeros(size[::-1], np.uint8)
    if pair[0] in OUTLINED:
        outlined = reduced(truth[..., MICROANEURYSM], photograph, size).astype(np.uint8)
        *_, middles = cv2.connectedComponentsWithStats(outlined, connectivity=8)
        return middles[1:, ::-1], cv2.dilate(outlined, np.ones((2 * config["near_mark_px"] + 1,) * 2, np.uint8)) > 0
    left, top, width, _ = photograph.box
    scale = size[0] / width
    marks = lesions_data.roc_marks().get(pair[1], []) if pair[0] == "roc" else []
    middles = np.array([((y - top) * scale, (x - left) * scale) for x, y, _ in marks]).reshape(-1, 2)
    for y, x in middles:
        cv2.circle(near, (round(x), round(y)), config["near_point_px"], 1, -1)
    return middles, near > 0


class Batches:
    """Spots of the photographs that the lesions' network learnt microaneurysms from. They are looked for once and kept in
    `.runs/`, by the checksum of its file."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        path = configuration.model_folder("lesions") / "model.onnx"
        kept = configuration.RUNS / "microaneurysms" / f"spots-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.npz"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            np.savez(kept, **self._look(path))
        found = np.load(kept)
        own = found["set"] != leave_out
        self.spots, self.kind = torch.from_numpy(found["spots"][own]), found["kind"][own]
        self.chosen = [self._chances(found["set"][own], kind) for kind in (OTHER, CALLED, MARKED)]

    def _chances(self, sets: Array, kind: int) -> tuple[Array, Array]:
        """The spots of a kind, and how often each is shown."""
        at = np.flatnonzero(self.kind == kind)
        shares = self.config["sampling"]["marked" if kind == MARKED else "other"]
        weights = np.array([shares.get(str(name), 1.0) for name in sets[at]])
        return at, weights / weights.sum()

    def _look(self, path: Any) -> dict[str, Array]:
        look = configuration.load("lesions")
        first, side = first_from_onnx(path, look), self.config["stored_px"]
        found: dict[str, list[Array]] = {"spots": [], "kind": [], "set": []}
        for pair in lesions.split(look, "train"):
            photograph, known, truth, _ = lesions_data.read(*pair)
            if MICROANEURYSM not in known:
                continue
            maps, size = predict(look, first, photograph)
            called = torch.nonzero(peaks(torch.from_numpy(maps[None, :1]), look["second"]["least"], look["second"]["apart"])).numpy()
            middles, near = marked(self.config, pair, photograph, truth, size)
            other = dark_spots(photograph, size, self.config)
            kinds = np.repeat([MARKED, CALLED, OTHER], [len(middles), len(called), len(other)])
            at = np.concatenate([middles, called, other]).round().astype(np.int64)
            at = np.clip(at, 0, np.array(size[::-1]) - 1)
            counts = (kinds == MARKED) | ~near[tuple(at.T)]
            image, *_ = fundus.to_working_scale(photograph, look["field_diameter_px"], 1)
            seen = spots_at(torch.from_numpy(image), torch.from_numpy(at[counts]), side)
            found["spots"].append((255 * seen).round().to(torch.uint8).numpy())
            found["kind"].append(kinds[counts])
            found["set"].append(np.full(counts.sum(), pair[0]))
        return {name: np.concatenate(parts) for name, parts in found.items()}

    def batch(self, rank: int, step: int) -> list[Tensor]:
        """Spots [n, 3, stored_px, stored_px] 0..1, whether each was marked [n], and the seed of its view [1]."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        n = self.config["optimiser"]["batch"]
        most = round(n * self.config["marked_share"])
        called = round(n * self.config["called_share"])
        counts = (n - most - called, called, most)
        at = np.concatenate([rng.choice(spots, count, p=chances) for (spots, chances), count in zip(self.chosen, counts)])
        return [self.spots[at].float() / 255, torch.from_numpy(self.kind[at] == MARKED).float(), torch.tensor([int(rng.integers(1 << 31))])]


def views(spots: Tensor, side: int, seed: int) -> Tensor:
    """Spots [n, 3, S, S] turned, mirrored, stretched, moved by up to 2 px, in other light, some blurred or noisy: [n, 3, side, side]."""
    chance = Chance(seed, len(spots), spots.device)
    angle, zoom = chance.uniform(0, 2 * np.pi, 1)[:, 0], chance.log_uniform(0.78, 1.28, 1)[:, 0]
    mirror = 1 - 2 * chance.happens(0.5, 1)[:, 0]
    part = side / spots.shape[2] / zoom
    cos, sin, move = part * torch.cos(angle), part * torch.sin(angle), chance.uniform(-1, 1, 2) * 2 / spots.shape[2]
    rows = torch.stack([cos * mirror, -sin, move[:, 0], sin * mirror, cos, move[:, 1]], 1)
    grid = F.affine_grid(rows.reshape(-1, 2, 3), [len(spots), 3, side, side], align_corners=False)
    seen = F.grid_sample(spots, grid, align_corners=False, padding_mode="border") * chance.log_uniform(0.74, 1.35, 3, 1, 1)
    blurred = F.avg_pool2d(F.pad(seen, [1] * 4, mode="replicate"), 3, stride=1)
    seen = torch.lerp(seen, blurred, chance.happens(0.25))
    return seen + chance.normal(0.012, *seen.shape[1:]) * chance.uniform(0, 1)


def loss(config: Config, network: SpotNetwork, batch: list[Tensor]) -> Tensor:
    """Cross-entropy, of which a part is left open: readers disagree on microaneurysms."""
    spots, is_marked, seed = batch
    logits = network(views(spots, configuration.load("lesions")["second"]["side"], int(seed)))
    open_share = config["smoothing"]
    return F.binary_cross_entropy_with_logits(logits, is_marked * (1 - open_share) + 0.4 * open_share)
