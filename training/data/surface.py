"""Eyes stained with fluorescein: drawn ones with exact truth, photographs with a mask of the ulcer, and panels of figures in
which ulcer and cornea are marked."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass

import cv2
import numpy as np

from ..config import DATA, ROOT, RUNS
from ..types import Array, Config, Pair
from . import sets

LABELS = ("cornea", "opening", "patch", "dots")
SETS = ("drawn", "panels", "sustech")
DRAWN = RUNS / "surface" / "drawn"
"""What `npx tsx scripts/draw-surface.ts` wrote."""
PANELS = DATA / "surface" / "panels"
SUSTECH = DATA / "surface" / "sustech"
"""Photographs with a mask of the ulcer."""
CORNEAS = ROOT / "annotations" / "corneas.csv"
"""Corneas of panels and photographs, marked by eye."""
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
    """Its ellipse, px of the image; the middle of the picture where `truth` knows of no cornea."""


FOLDERS = {"drawn": DRAWN, "panels": PANELS, "sustech": SUSTECH}


def names(set_name: str) -> list[str]:
    """The photographs of a set that count. Eyes that stand in a panel too are no photographs of SUSTech-SYSU here: panels stand on both sides."""
    found = [path.stem for path in (FOLDERS[set_name] / "images").iterdir()]
    if set_name == "sustech":
        with (SUSTECH / "labels.csv").open() as file:
            found = [row["id"] for row in csv.DictReader(file) if row["same_eye_as_a_panel"] == "0"]
    return sorted(found) if set_name == "panels" else sorted(found, key=int)


def tens(name: str) -> int:
    return int(name) // 10 % 10


def kept(config: Config, set_name: str, every: list[str]) -> list[str]:
    """Those kept from training: of SUSTech-SYSU numbers whose tens are listed, so that its two pictures of one eye stand on one side."""
    rule = config["validation"][set_name]
    if set_name == "sustech":
        return [name for name in every if tens(name) in rule]
    return sets.kept(rule, every)


def split(config: Config, part: str) -> list[Pair]:
    """(set, name) of the `train` or `validation` part."""
    chosen = []
    for set_name in SETS:
        every = names(set_name)
        held = kept(config, set_name, every)
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


def marked_cornea(set_name: str, name: str) -> dict[str, float] | None:
    """None where nobody marked it."""
    with CORNEAS.open() as file:
        found = [row for row in csv.DictReader(file) if (row["set"], row["name"]) == (set_name, name)]
    return {key: float(found[0][key]) for key in ("x", "y", "rx", "ry")} if found else None


def read_real(config: Config, set_name: str, name: str, image: Array) -> Photograph:
    """A panel or a photograph: its ulcer, and its cornea and opening where they were marked."""
    drawn = cv2.imread(str(PANELS / "lesion" / f"{name}.png" if set_name == "panels" else SUSTECH / "ulcer" / f"{name}.png"), cv2.IMREAD_GRAYSCALE)
    shape = (image.shape[0], image.shape[1])
    share, cornea = shape[1] / drawn.shape[1], marked_cornea(set_name, name)
    truth: dict[str, Array | None] = dict.fromkeys(LABELS)
    truth["patch"] = resized(drawn, shape)
    truth["cornea"] = ellipse(shape, share, cornea) if cornea else None
    truth["opening"] = marked_opening(name, shape, share) if set_name == "panels" else None
    middle = {"x": shape[1] / 2, "y": shape[0] / 2, "rx": 0.25 * shape[1], "ry": 0.23 * shape[1]}
    return Photograph(set_name, name, image, truth, scaled(cornea, share) if cornea else middle)


def read_photograph(config: Config, set_name: str, name: str) -> Photograph:
    suffix = "jpg" if set_name == "sustech" else "png"
    image = cv2.cvtColor(cv2.imread(str(FOLDERS[set_name] / "images" / f"{name}.{suffix}")), cv2.COLOR_BGR2RGB)
    shape = working_shape(config, image.shape)
    image = resized(image, shape)
    if set_name != "drawn":
        return read_real(config, set_name, name, image)
    said = json.loads((DRAWN / "truth" / f"{name}.json").read_text())
    patch, dots, opening = cv2.split(cv2.cvtColor(cv2.imread(str(DRAWN / "truth" / f"{name}.png")), cv2.COLOR_BGR2RGB))
    share = shape[1] / patch.shape[1]
    truth: dict[str, Array | None] = {
        "cornea": ellipse(shape, share, said["cornea"]),
        "opening": resized(opening, shape),
        "patch": resized(patch, shape),
        "dots": resized(dots, shape),
    }
    return Photograph(set_name, name, image, truth, scaled(said["cornea"], share))
