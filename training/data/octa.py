"""The labelled OCTA scans: en-face pictures of 3x3 or 6x6 mm, and what somebody drew or simulated in them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..config import DATA
from ..types import Array, Config, Pair
from . import sets

LABELS = ("large_vessel", "vessel", "zone")
SETS = ("octa500-3mm", "octa500-6mm", "rossa", "synthetic", "faz")
WIDE = ("octa500-6mm",)
"""Sets of 6x6 mm; the others show 3x3 mm."""
GAP_PX = 9
"""Half the breadth of the widest gap between capillaries of a simulated scan, px of 608: what is broader is the zone."""


@dataclass(frozen=True)
class Scan:
    """image uint8 [s, s] at the working scale; truth of each label 0..1 float32 [s, s], or None where nobody drew it."""

    set_name: str
    name: str
    image: Array
    truth: dict[str, Array | None]
    native: int
    """px of the file's side."""


def folder(set_name: str) -> Path:
    return DATA / "octa" / set_name


def names(set_name: str) -> list[str]:
    return sorted(path.stem for path in (folder(set_name) / "images").iterdir())


def size_of(config: Config, set_name: str) -> int:
    """px of the side at the working scale."""
    return config["size_px"]["6" if set_name in WIDE else "3"]


def split(config: Config, part: str, leave_out: str | None = None) -> list[Pair]:
    """(set, name) of the `train` or `validation` part; a set left out is validated on as a whole."""
    chosen = []
    for set_name in SETS:
        every = names(set_name)
        held = every if set_name == leave_out else sets.kept(config["validation"][set_name], every)
        chosen += [(set_name, name) for name in every if (name in held) == (part == "validation")]
    return chosen


def resized(picture: Array, size: int) -> Array:
    shrinks = size < picture.shape[0]
    return cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)


def hole_of(vessels: Array) -> Array:
    """The avascular zone of a simulated scan, float32 [s, s]: the gap of its vessels in the middle that a disc of GAP_PX fits into."""
    empty = (vessels < 0.5).astype(np.uint8)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * GAP_PX + 1,) * 2)
    count, parts, stats, centres = cv2.connectedComponentsWithStats(cv2.morphologyEx(empty, cv2.MORPH_OPEN, disc))
    middle = (vessels.shape[0] - 1) / 2
    far = np.hypot(*(centres[1:] - middle).T)
    near = 1 + np.flatnonzero(far < vessels.shape[0] / 6)
    if len(near) == 0:
        return np.zeros_like(vessels)
    largest = near[stats[near, cv2.CC_STAT_AREA].argmax()]
    return (parts == largest).astype(np.float32)


def read_scan(config: Config, set_name: str, name: str) -> Scan:
    size = size_of(config, set_name)
    image = cv2.imread(str(folder(set_name) / "images" / f"{name}.png"), cv2.IMREAD_GRAYSCALE)

    def drawn(label: str) -> Array | None:
        path = folder(set_name) / label / f"{name}.png"
        if not path.exists():
            return None
        return np.clip(resized(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255, size), 0, 1)

    vessels = drawn("vessels_x4")
    zone = drawn("faz") if vessels is None else hole_of(vessels)
    truth = {"large_vessel": drawn("large_vessels"), "vessel": vessels, "zone": zone}
    return Scan(set_name, name, resized(image, size), truth, image.shape[0])
