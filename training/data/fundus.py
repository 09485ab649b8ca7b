"""Fundus photographs: reading the labelled sets, and bringing a field of view to the working scale."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from ..config import DATA, ROOT
from ..types import Array, Pair
from .sets import KINDS

SDF_RANGE_PX = 8.0
"""Signed distances are kept as bytes: 0..255 stands for -8..+8 px, positive inside a vessel."""


ARTERY, VEIN = 1, 2


@dataclass
class Photograph:
    """One labelled photograph at its own resolution.

    image: uint8 [h, w, 3] RGB. field: uint8 [h, w], 255 inside the field of view.
    truth: bool [h, w], or None. box: x, y, width, height of the field. diameter: px, what is brought to the working diameter.
    """

    set: str
    name: str
    image: Array
    field: Array
    truth: Array | None
    box: tuple[int, ...]
    diameter: float


def _path(folder: str, stem: str) -> Path:
    return next(p for p in sorted((DATA / "fundus" / folder).iterdir()) if stem in (p.stem, p.name.split(".")[0]))


def _read(path: Path, flag: int) -> Array:
    picture = cv2.imread(str(path), flag)
    if picture is None:
        raise FileNotFoundError(path)
    return picture


def read_mask(path: Path, shape: tuple[int, ...]) -> Array:
    """A grey mask as it is stored, uint8, of the photograph's own size."""
    mask = _read(path, cv2.IMREAD_GRAYSCALE)
    return mask if mask.shape == shape else cv2.resize(mask, shape[::-1], interpolation=cv2.INTER_AREA)


@lru_cache
def found_fields() -> dict[Pair, dict[str, str]]:
    """(set, name) -> the row of `annotations/fields.csv`: the field of view as the product finds it."""
    with open(ROOT / "annotations" / "fields.csv") as file:
        return {(row["set"], row["name"]): row for row in csv.DictReader(file)}


def names(set_name: str) -> list[str]:
    """All photographs of a set, sorted."""
    return sorted(name for s, name in found_fields() if s == set_name)


def read_photograph(set_name: str, name: str) -> Photograph:
    """Any photograph of any set, with the field of view as the product finds it and no truth."""
    image = cv2.cvtColor(_read(_path(f"{set_name}/images", name), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    row = found_fields()[set_name, name]
    centre_x, centre_y, diameter = (float(row[key]) for key in ("centre_x", "centre_y", "diameter"))
    box = x, y, width, height = tuple(int(row[key]) for key in ("x", "y", "width", "height"))
    across, down = np.arange(x, x + width) - centre_x, np.arange(y, y + height) - centre_y
    field = np.zeros(image.shape[:2], np.uint8)
    circle = across[None] ** 2 + down[:, None] ** 2 <= (diameter / 2) ** 2
    field[y : y + height, x : x + width] = np.where(circle, 255, 0)
    seen_whole = float(row["outline"]) > 0
    side = max(width, height, diameter if seen_whole else 0)
    return Photograph(set_name, name, image, field, None, box, side)


def read_vessel_photograph(set_name: str, name: str) -> Photograph:
    """One photograph of DRIVE, STARE or HRF with its vessel labels."""
    image = cv2.cvtColor(_read(_path(f"{set_name}/images", name), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    field = np.where(_read(_path(f"{set_name}/fov", name), cv2.IMREAD_GRAYSCALE) > 127, 255, 0).astype(np.uint8)
    if set_name == "hrf":
        truth = _read(_path("hrf/av", f"{name}_AVmanual"), cv2.IMREAD_GRAYSCALE) > 0
    else:
        truth = _read(_path(f"{set_name}/vessels", name), cv2.IMREAD_GRAYSCALE) > 127
    box = cv2.boundingRect(field)
    return Photograph(set_name, name, image, field, truth, box, max(box[2], box[3]))


def read_arteries_veins(photograph: Photograph) -> Array | None:
    """uint8 [h, w] of ARTERY, VEIN, or 0 where it is no vessel, a crossing or not told; None where the set tells nothing."""
    if photograph.set not in KINDS:
        return None
    stem = photograph.name + ("_AVmanual" if photograph.set == "hrf" else "")
    kinds = _read(_path(f"{photograph.set}/av", stem), cv2.IMREAD_UNCHANGED)
    return np.where(photograph.truth & (kinds < 3), kinds, 0).astype(np.uint8)


def narrowed(photograph: Photograph, share: float) -> Photograph:
    """The middle of a photograph, as a camera of a smaller angle of view shows it: `share` of the field's diameter."""
    x, y, width, height = photograph.box
    disc = np.zeros_like(photograph.field)
    cv2.circle(disc, (x + width // 2, y + height // 2), round(share * photograph.diameter / 2), 255, -1)
    field = cv2.bitwise_and(photograph.field, disc)
    box = cv2.boundingRect(field)
    return Photograph(
        photograph.set, photograph.name, photograph.image, field, photograph.truth, box, max(box[2], box[3])
    )


def halved(photograph: Photograph) -> Photograph:
    """A photograph without labels at half its size."""
    half = {flag: cv2.resize(getattr(photograph, flag), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for flag in ("image", "field")}
    box = tuple(round(side / 2) for side in photograph.box)
    return Photograph(photograph.set, photograph.name, half["image"], half["field"], None, box, photograph.diameter / 2)


def signed_distance(truth: Array) -> Array:
    """bool [h, w] -> uint8 [h, w]: distance to the border in px, positive inside; see SDF_RANGE_PX.

    Labels enlarged by it keep their width, where enlarged pixels would grow stairs.
    """
    mask = truth.astype(np.uint8)
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) - 0.5
    outside = 0.5 - cv2.distanceTransform(1 - mask, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    distance = np.where(truth, inside, outside)
    return np.clip(np.rint((distance / SDF_RANGE_PX + 1) * 127.5), 0, 255).astype(np.uint8)


def vessel_depth(mask: Array) -> float:
    """Mean, over the pixels of a mask, of the Euclidean distance to the nearest pixel outside it, px.

    A measure of calibre that needs no skeleton: about a quarter of the width, the broad vessels weighing most.
    """
    return float(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[mask > 0].mean())


def depth_of_truth(photograph: Photograph, distance: Array, field_diameter_px: float) -> float:
    """The depth of the labelled vessels in px of the photograph, measured with the field enlarged or reduced to
    `field_diameter_px`, where the grid no longer tells."""
    ratio = field_diameter_px / photograph.diameter
    enlarged = cv2.resize(distance, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_LINEAR)
    return vessel_depth(enlarged > 127) / ratio


def to_working_scale(photograph: Photograph, field_diameter_px: float, multiple: int) -> tuple[Array, Array, tuple[int, int]]:
    """The field's box, resized and padded, as the exported graph takes it.

    Returns image float32 [1, 3, H, W] 0..1, field float32 [1, 1, H, W] 0/1, and (width, height) before the padding.
    """
    x, y, width, height = photograph.box
    ratio = field_diameter_px / photograph.diameter
    size = (round(width * ratio), round(height * ratio))
    crop = photograph.image[y : y + height, x : x + width]
    image = cv2.resize(crop, size, interpolation=cv2.INTER_AREA if ratio < 1 else cv2.INTER_CUBIC)
    field = cv2.resize(photograph.field[y : y + height, x : x + width], size, interpolation=cv2.INTER_NEAREST)
    pad = [(0, -size[1] % multiple), (0, -size[0] % multiple)]
    image = np.pad(image, pad + [(0, 0)]).astype(np.float32) / 255
    field = (np.pad(field, pad) > 127).astype(np.float32)
    return np.ascontiguousarray(image.transpose(2, 0, 1)[None]), field[None, None], size


def from_working_scale(probability: Array, photograph: Photograph, size: tuple[int, int]) -> Array:
    """The graph's map, float32 [H, W], back on the photograph's own grid, float32 [h, w]; zero outside the field."""
    x, y, width, height = photograph.box
    shrinks = size[0] > width
    box = cv2.resize(
        probability[: size[1], : size[0]],
        (width, height),
        interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR,
    )
    whole = np.zeros(photograph.field.shape, np.float32)
    whole[y : y + height, x : x + width] = box
    return whole * (photograph.field > 127)
