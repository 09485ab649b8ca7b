"""The photographs the lesion network learns from, what is known of each, and where its lesions lie."""

from __future__ import annotations

import csv
from functools import lru_cache

import cv2
import numpy as np

from ..config import DATA
from ..types import Array
from . import fundus
from .sets import DRIVE_DISEASED, STARE_NORMAL

OUTLINED = ("idrid", "idrid-more")
"""Somebody outlined all four kinds of lesion."""
LABELS = ("microaneurysm", "haemorrhage", "hard_exudate", "soft_exudate")
MICROANEURYSM, HAEMORRHAGE, EXUDATE, SOFT = range(4)

SETS = ("idrid", "idrid-more", "idrid-grading", "idrid-green512", "hei-med", "roc", "hrf", "stare", "drive", "drishti")

# IDRiD's colours, and their sums (modulo 256) where two labels meet; the disc is 0xffff00.
COLOURS = {
    0xFFFFFF: (MICROANEURYSM,),
    0xFF0000: (HAEMORRHAGE,),
    0x0000FF: (EXUDATE,),
    0x00FF00: (SOFT,),
    0xFF00FF: (HAEMORRHAGE, EXUDATE),
    0xFFFFFE: (MICROANEURYSM, EXUDATE),
    0xFEFFFF: (MICROANEURYSM, HAEMORRHAGE),
    0xFEFF00: (HAEMORRHAGE,),
    0x000000: (),
    0xFFFF00: (),
}


def is_healthy(set_name: str, name: str) -> bool:
    return {
        "hrf": name.endswith("_h"),
        "stare": name in STARE_NORMAL,
        "drive": name not in DRIVE_DISEASED,
        "drishti": True,
        "idrid-grading": True,
    }.get(set_name, False)


def has_exudates() -> dict[str, bool]:
    """HEI-MED's names -> whether any region of exudate was drawn."""
    with open(DATA / "fundus" / "hei-med" / "labels.csv") as file:
        return {row["image"]: int(row["regions_exudate"]) > 0 for row in csv.DictReader(file)}


def healthy_of_idrid() -> list[str]:
    """A third of IDRiD's photographs graded 0; the stage's model is fitted to the others."""
    with open(DATA / "fundus" / "idrid-grading" / "labels.csv") as file:
        return [row["stem"] for row in csv.DictReader(file) if row["dr_grade"] == "0"][::3]


def names(set_name: str) -> list[str]:
    """The photographs of a set that say something of lesions."""
    if set_name == "idrid-grading":
        return healthy_of_idrid()
    labelled = set_name in (*OUTLINED, "idrid-green512", "hei-med", "roc")
    return [name for name in fundus.names(set_name) if labelled or is_healthy(set_name, name)]


def _mask(set_name: str, folder: str, stem: str, shape: tuple[int, ...]) -> Array:
    path = DATA / "fundus" / set_name / folder / f"{stem}.png"
    return fundus.read_mask(path, shape) > 127 if path.exists() else np.zeros(shape, bool)


def _idrid(name: str) -> Array:
    colours = cv2.imread(str(DATA / "fundus" / "idrid" / "masks_rgb" / f"{name}.png"))[..., ::-1].astype(np.int32)
    codes = colours[..., 0] << 16 | colours[..., 1] << 8 | colours[..., 2]
    unknown = set(np.unique(codes).tolist()) - COLOURS.keys()
    if unknown:
        raise ValueError(f"{name}: colours {unknown}")
    return np.stack([np.isin(codes, [c for c, of in COLOURS.items() if k in of]) for k in range(4)], -1)


def _idrid_more(name: str, shape: tuple[int, ...]) -> Array:
    return np.stack([_mask("idrid-more", "masks", f"{name}_{kind}", shape) for kind in ("MA", "HE", "EX", "SE")], -1)


def _hei_med(photograph: fundus.Photograph) -> tuple[Array, Array]:
    """Exudates, and how little is known: the outlines are generous, so inside them what is not brighter than around
    is left open, as is a rim; other bright lesions count as no exudate where the photograph is said to have none."""
    shape = photograph.field.shape
    outlined = _mask("hei-med", "masks", f"{photograph.name}_EX", shape)
    other = _mask("hei-med", "masks", f"{photograph.name}_OBL", shape)
    green = photograph.image[..., 1]
    bright = green.astype(np.int16) - cv2.medianBlur(green, 41) > 6
    near = cv2.dilate(outlined.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    truth = outlined & bright
    return truth, ((near | other) & ~truth if outlined.any() else np.zeros(shape, bool)).astype(np.float32)


UNMARKED = 0.5
"""How little the silence of ROC's four readers tells: their marks are known to be sparse."""


@lru_cache
def roc_marks() -> dict[str, list[tuple[int, int, int]]]:
    """ROC's names -> its microaneurysms, each x, y and radius in px of the file; 13 photographs have none."""
    marks: dict[str, list[tuple[int, int, int]]] = {}
    with open(DATA / "fundus" / "roc" / "microaneurysms.csv") as file:
        for row in csv.DictReader(file):
            marks.setdefault(row["file"].rsplit(".", 1)[0], []).append((int(row["x"]), int(row["y"]), int(row["radius"])))
    return marks


def _roc(photograph: fundus.Photograph) -> tuple[Array, Array]:
    """Microaneurysms, and how little is known: of a marked circle what is darker than around, and about it nothing is told."""
    green, shape = photograph.image[..., 1], photograph.field.shape
    around = cv2.medianBlur(green, 2 * round(0.01 * photograph.diameter) + 1).astype(np.int16)
    dark = around - green > 5
    truth, doubt = np.zeros(shape, bool), np.full(shape, UNMARKED, np.float32)
    for x, y, radius in roc_marks().get(photograph.name, []):
        circle, near = (cv2.circle(np.zeros(shape, np.uint8), (x, y), r, 1, -1) > 0 for r in (radius, 2 * radius))
        truth |= circle & dark
        doubt[near] = 1
    doubt[truth] = 0
    return truth, doubt


def read(set_name: str, name: str) -> tuple[fundus.Photograph, list[int], Array | None, Array]:
    """Photograph, labels known (indices), truth bool [h, w, labels known] or None for a healthy one, doubt float32 [h, w],
    from 0, the truth is told, to 1, nothing is."""
    photograph = fundus.read_photograph(set_name, name)
    nowhere = np.zeros(photograph.field.shape, np.float32)
    if set_name == "idrid":
        return photograph, [0, 1, 2, 3], _idrid(name), nowhere
    if set_name == "idrid-more":
        return photograph, [0, 1, 2, 3], _idrid_more(name, nowhere.shape), nowhere
    if set_name == "idrid-green512":
        return photograph, [EXUDATE], _mask(set_name, "exudates", name, nowhere.shape)[..., None], nowhere
    if set_name == "hei-med":
        truth, doubt = _hei_med(photograph)
        return photograph, [EXUDATE], truth[..., None], doubt
    if set_name == "roc":
        truth, doubt = _roc(photograph)
        return photograph, [MICROANEURYSM], truth[..., None], doubt
    return photograph, [0, 1, 2, 3], None, nowhere
