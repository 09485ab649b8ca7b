"""APTOS 2019 as it lies at hand: 224 px, high-pass filtered and squeezed to a square. Learnt from by the retinopathy network
alone, which normalises what it sees locally and so sees much the same of it as of a photograph."""

from __future__ import annotations

import csv

import cv2
import numpy as np

from ..config import DATA
from ..types import Array, Source

FOLDER = DATA / "fundus" / "aptos224-filtered"
GREY = 128
"""The filter's value for no detail, also outside the field."""
DETAIL = 14
"""Grey levels from GREY that are detail and not the noise of the JPEG."""
RATIOS = (1.0, 4 / 3, 3 / 2)
"""Width over height of the cameras' pictures before they were squeezed."""
RING = 0.93
"""The filter leaves a bright ring at the field's edge; so much of the diameter lies within it."""
KEPT_EVERY = 10
"""One photograph of this number is kept from training. Both eyes of a patient may stand on two sides: nobody knows the patients."""


def labels() -> dict[str, int]:
    """name -> grade 0..4."""
    with open(FOLDER / "labels.csv") as file:
        return {row["stem"]: int(row["dr_grade"]) for row in csv.DictReader(file)}


def ellipse(image: Array) -> tuple[float, float, float, float] | None:
    """Centre x and y, half the width, and height over width of the field's ellipse, px; None where there is none.

    Half the field's width in a row, squared, is a parabola over the rows.
    """
    detail = np.abs(image.astype(np.int16) - GREY).max(2) > DETAIL
    seen = cv2.blur(detail.astype(np.float32), (3, 3)) > 0.3
    height, width = seen.shape
    rows, halves, middles = [], [], []
    for y in range(4, height - 4):
        xs = np.nonzero(seen[y])[0]
        if len(xs) > 8:
            rows.append(y)
            halves.append((xs[-1] - xs[0] + 1) / 2)
            middles.append((xs[-1] + xs[0]) / 2)
    if len(rows) < 40:
        return None
    down, square = np.array(rows, float), np.array(halves) ** 2
    fits = np.ones(len(rows), bool)
    for _ in range(6):
        a, b, c = np.polyfit(down[fits], square[fits], 2)
        off = np.abs(square - np.polyval([a, b, c], down))
        fits = off < 4.5 * np.median(off[fits]) + 3
    middle = -b / (2 * a)
    half = np.sqrt(max(0, c - a * middle**2))
    if a >= 0 or not 0.2 * height < middle < 0.8 * height or not 0.25 * width < half < 0.6 * width:
        return None
    return float(np.median(middles)), middle, float(half), float(1 / np.sqrt(-a))


def photograph(image: Array) -> tuple[Array, Array]:
    """image uint8 [h, w, 3] with the squeeze undone, grey outside the field, and field uint8 [h, w], 255 inside its ring."""
    x, y, half, ratio = ellipse(image) or (111.5, 111.5, 100.0, 4 / 3)
    nearest = min(RATIOS, key=lambda known: abs(known - ratio))
    height, width = image.shape[:2]
    wide = cv2.resize(image, (round(width * nearest), height), interpolation=cv2.INTER_CUBIC)
    across, down = np.arange(wide.shape[1]) - (x + 0.5) * nearest + 0.5, np.arange(height) - y
    radius = RING * half * nearest
    inside = across[None] ** 2 + down[:, None] ** 2 <= radius**2
    # A field cut above and below has the ring there too.
    rows = np.nonzero((np.abs(image.astype(np.int16) - GREY).max(2) > DETAIL).mean(1) > 0.1)[0]
    rim = round(0.04 * height)
    if len(rows) > 0.75 * height:
        inside[: rows[0] + rim if rows[0] > 0 else rim // 2] = False
        inside[rows[-1] + 1 - (rim if rows[-1] < height - 1 else rim // 2) :] = False
    wide[~inside] = GREY
    return wide, np.where(inside, 255, 0).astype(np.uint8)


def small_copy(image: Array, field: Array, size: int) -> tuple[Array, Array]:
    """The field's box with its longer side brought to `size`: image uint8 [size, size, 3] and field uint8 [size, size]."""
    x, y, width, height = cv2.boundingRect(field)
    ratio = size / max(width, height)
    target = (round(width * ratio), round(height * ratio))
    box = np.s_[y : y + height, x : x + width]
    pad = [(0, size - target[1]), (0, size - target[0])]
    picture = np.pad(cv2.resize(image[box], target, interpolation=cv2.INTER_CUBIC), pad + [(0, 0)])
    inside = cv2.resize(field[box], target, interpolation=cv2.INTER_LINEAR)
    return picture, np.pad(np.where(inside > 127, 255, 0).astype(np.uint8), pad)


class Graded:
    """A graded photograph, kept small and enlarged when it is looked at."""

    def __init__(self, name: str, grade: int) -> None:
        self.image, self.field = photograph(cv2.imread(str(FOLDER / "images" / f"{name}.jpg"))[..., ::-1])
        self.grade = grade

    def source(self, size: int, maps: int) -> Source:
        """As the other sets' photographs: of grade 0 it is known that no lesion is there."""
        image, field = small_copy(self.image, self.field, size)
        known = np.zeros(maps, np.float32)
        known[:3] = self.grade == 0
        return {
            "image": image,
            "field": field,
            "maps": np.zeros((maps, size, size), np.uint8),
            "maps_known": known,
            "grades": tuple(int(self.grade >= g) for g in (1, 2, 3, 4)),
            "quality": (None, None),
        }


def graded(kept: bool) -> list[Graded]:
    """The photographs kept from training, or the others."""
    known = labels()
    names = sorted(known)
    return [Graded(name, known[name]) for at, name in enumerate(names) if (at % KEPT_EVERY == 0) == kept]
