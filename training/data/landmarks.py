"""What is known of the disc, its cup and the fovea of each photograph: the sets' labels and the marks by eye."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ..config import DATA, ROOT
from ..types import Array, Pair
from . import fundus

LABELS = ("disc", "fovea")
GRADED = "idrid-grading"
"""IDRiD's graded photographs, whose makers marked the fovea and the centre of the disc on copies of this width:"""
MARKED_WIDTH, GRADED_WIDTH = 4288, 1716


def _rows(path: Path) -> list[dict[str, str]]:
    with open(path) as file:
        return list(csv.DictReader(file))


def marks() -> dict[Pair, dict[str, Any]]:
    """(set, name) -> what is known: `fovea` (x, y) px, `disc` (x, y, width, height) px or (x, y), `cup` likewise, and what the note says."""
    known: dict[Pair, dict[str, Any]] = {}
    for row in _rows(ROOT / "annotations" / "landmarks.csv"):
        at: dict[str, Any] = {}
        if row["fovea_x"]:
            at["fovea"] = (float(row["fovea_x"]), float(row["fovea_y"]))
        if row["disc_x"]:
            size = (float(row["disc_w"]), float(row["disc_h"])) if row["disc_w"] else ()
            at["disc"] = (float(row["disc_x"]), float(row["disc_y"]), *size)
        at["unsure"] = "fovea unsure" in row["note"]
        at["proposed"] = "proposed by the network" in row["note"]
        at["absent"] = [label for label in LABELS if f"{label} out of frame" in row["note"]]
        known[row["set"], row["name"]] = at
    for row in _rows(ROOT / "annotations" / "cups.csv"):
        at = known.setdefault((row["set"], row["name"]), {"unsure": False, "absent": []})
        at["cup"] = tuple(float(row[f"cup_{key}"]) for key in "xywh")
    for row in _rows(DATA / "fundus" / "hei-med" / "labels.csv"):
        known.setdefault(("hei-med", row["image"]), {"unsure": False, "absent": []})["disc"] = (float(row["disc_x"]), float(row["disc_y"]))
    here = set(graded())
    for row in _rows(DATA / "fundus" / "idrid-fovea" / "train.csv"):
        name = row["file"].rpartition(".")[0]
        if name in here:
            places = {label: tuple(_on_copy(row[f"{label}_{axis}"]) for axis in "xy") for label in LABELS}
            known[GRADED, name] = {**places, "unsure": False, "absent": []}
    return known


def _on_copy(marked: str) -> float:
    return (float(marked) + 0.5) * GRADED_WIDTH / MARKED_WIDTH - 0.5


def graded() -> list[str]:
    """Those of the graded photographs that are none of the outlined ones."""
    twice = {row["grading_stem"] for row in _rows(DATA / "fundus" / GRADED / "same-as-idrid.csv")}
    return [name for name in fundus.names(GRADED) if name not in twice]


def disc_mask(set_name: str, name: str, shape: tuple[int, ...]) -> Array | None:
    """The labelled outline of the disc, uint8 0 or 255, of the two sets that have one; else None."""
    folder = DATA / "fundus" / set_name
    if set_name == "drishti":
        return fundus.read_mask(folder / "masks" / f"{name}_OD.png", shape)
    if set_name == "idrid":
        colours = cv2.imread(str(folder / "masks_rgb" / f"{name}.png"))
        yellow = (colours[..., 1] > 127) & (colours[..., 2] > 127) & (colours[..., 0] < 128)
        return cv2.resize(np.where(yellow, 255, 0).astype(np.uint8), shape[::-1], interpolation=cv2.INTER_AREA)
    return None


def ellipse(mark: Sequence[float], shape: tuple[int, ...]) -> Array:
    """An upright ellipse (x, y, width, height), drawn, uint8 0..255."""
    label = np.zeros(shape, np.uint8)
    x, y, width, height = (round(16 * value) for value in mark)
    cv2.ellipse(label, (x, y), (width // 2, height // 2), 0, 0, 360, 255, -1, cv2.LINE_AA, 4)
    return label


def outline(set_name: str, name: str, known: dict[str, Any], shape: tuple[int, ...]) -> Array | None:
    """The outline of the disc, labelled or, of an ellipse by eye, drawn: uint8 0..255; None where only a centre is known."""
    label = disc_mask(set_name, name, shape)
    return ellipse(known["disc"], shape) if label is None and len(known.get("disc", ())) == 4 else label
