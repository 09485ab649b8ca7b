"""Eyes stained with fluorescein: drawn ones with exact truth, and panels of figures in which ulcer and cornea are marked."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from . import sets
from .config import DATA, ROOT, RUNS
from .types import Array, Config, Pair

LABELS = ("cornea", "opening", "patch", "dots")
SETS = ("drawn", "panels")
DRAWN = RUNS / "surface" / "drawn"
"""What `npx tsx scripts/draw-surface.ts` wrote."""
PANELS = DATA / "surface" / "panels"
CORNEAS = ROOT / "annotations" / "corneas.csv"
"""The corneas of the panels, marked by eye."""
OPENINGS = ROOT / "annotations" / "openings.csv"
"""The openings of the lids on the panels that are learnt from, marked by eye."""


@dataclass(frozen=True)
class Photograph:
    """image uint8 [h, w, 3] RGB at the working scale; truth of each label uint8 [h, w] 0 or 255, or None where nobody drew it."""

    set_name: str
    name: str
    image: Array
    truth: dict[str, Array | None]
    cornea: dict[str, float]
    """Its ellipse, px of the image."""


def folder(set_name: str) -> Path:
    return DRAWN if set_name == "drawn" else PANELS


def names(set_name: str) -> list[str]:
    found = [path.stem for path in (folder(set_name) / "images").iterdir()]
    return sorted(found, key=int) if set_name == "drawn" else sorted(found)


def split(config: Config, part: str) -> list[Pair]:
    """(set, name) of the `train` or `validation` part."""
    chosen = []
    for set_name in SETS:
        every = names(set_name)
        held = sets.kept(config["validation"][set_name], every)
        chosen += [(set_name, name) for name in every if (name in held) == (part == "validation")]
    return chosen


def resized(picture: Array, shape: tuple[int, int]) -> Array:
    """To (height, width)."""
    shrinks = shape[0] < picture.shape[0]
    return cv2.resize(picture, shape[::-1], interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)


def working_shape(config: Config, shape: tuple[int, ...]) -> tuple[int, int]:
    """(height, width) at the working scale: the longer side has `longest_px`."""
    share = config["longest_px"] / max(shape[:2])
    return round(share * shape[0]), round(share * shape[1])


def ellipse(shape: tuple[int, int], share: float, cornea: dict[str, float]) -> Array:
    """uint8 [h, w], 255 inside; `cornea`: px of the photograph, `share` px of the answer for one of them."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    far = np.hypot(((x + 0.5) / share - 0.5 - cornea["x"]) / cornea["rx"], ((y + 0.5) / share - 0.5 - cornea["y"]) / cornea["ry"])
    return (255 * (far <= 1)).astype(np.uint8)


def scaled(cornea: dict[str, float], share: float) -> dict[str, float]:
    """An ellipse in px of a picture `share` times as large."""
    moved = {key: (cornea[key] + 0.5) * share - 0.5 for key in ("x", "y")}
    return {**moved, **{key: cornea[key] * share for key in ("rx", "ry")}}


def marked_opening(name: str, shape: tuple[int, int], share: float) -> Array | None:
    """uint8 [h, w], 255 between the lids; None where nobody marked them. `share` px of the answer for one of the photograph."""
    with OPENINGS.open() as file:
        rows = {row["name"]: row["outline"] for row in csv.DictReader(file)}
    if name not in rows:
        return None
    corners = (np.array(rows[name].split(), np.float32).reshape(-1, 2) + 0.5) * share - 0.5
    return cv2.fillPoly(np.zeros(shape, np.uint8), [np.round(corners).astype(np.int32)], 255)


def marked_cornea(name: str) -> dict[str, float]:
    with CORNEAS.open() as file:
        row = next(row for row in csv.DictReader(file) if row["name"] == name)
    return {key: float(row[key]) for key in ("x", "y", "rx", "ry")}


def read_photograph(config: Config, set_name: str, name: str) -> Photograph:
    image = cv2.cvtColor(cv2.imread(str(folder(set_name) / "images" / f"{name}.png")), cv2.COLOR_BGR2RGB)
    shape = working_shape(config, image.shape)
    image = resized(image, shape)
    truth: dict[str, Array | None] = dict.fromkeys(LABELS)
    if set_name == "panels":
        drawn = cv2.imread(str(PANELS / "lesion" / f"{name}.png"), cv2.IMREAD_GRAYSCALE)
        truth["patch"] = resized(drawn, shape)
        share, cornea = shape[1] / drawn.shape[1], marked_cornea(name)
        truth["cornea"] = ellipse(shape, share, cornea)
        truth["opening"] = marked_opening(name, shape, share)
        return Photograph(set_name, name, image, truth, scaled(cornea, share))
    said = json.loads((DRAWN / "truth" / f"{name}.json").read_text())
    patch, dots, opening = cv2.split(cv2.cvtColor(cv2.imread(str(DRAWN / "truth" / f"{name}.png")), cv2.COLOR_BGR2RGB))
    share = shape[1] / patch.shape[1]
    truth = {
        "cornea": ellipse(shape, share, said["cornea"]),
        "opening": resized(opening, shape),
        "patch": resized(patch, shape),
        "dots": resized(dots, shape),
    }
    return Photograph(set_name, name, image, truth, scaled(said["cornea"], share))
