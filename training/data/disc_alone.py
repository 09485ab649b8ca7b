"""Photographs of the optic disc alone, RIM-ONE's: squares that reach little beyond it, with disc and cup outlined."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import numpy as np

from ..config import DATA
from ..types import Array, Config
from . import fundus, sets

NAME = "rim-one"


def folder() -> Path:
    return DATA / "fundus" / NAME


def names() -> list[str]:
    with (folder() / "labels.csv").open() as file:
        return sorted(row["file"].rpartition(".")[0] for row in csv.DictReader(file))


def kept(config: Config) -> list[str]:
    """Those whose number within their hospital divides by the configuration's: of a patient all or none."""
    return [name for name in names() if sets.patient(name.partition("_")[2].replace("_", " ")) % config["validation"][NAME] == 0]


def read(name: str) -> fundus.Photograph:
    """All of it is field: no rim of a field of view stands in it."""
    image = cv2.cvtColor(cv2.imread(str(folder() / "images" / f"{name}.jpg")), cv2.COLOR_BGR2RGB)
    height, width = image.shape[:2]
    return fundus.Photograph(NAME, name, image, np.full((height, width), 255, np.uint8), None, (0, 0, width, height), max(width, height))


def masks(name: str) -> tuple[Array, Array]:
    """Disc and cup, uint8 0 or 255."""
    disc, cup = (cv2.imread(str(folder() / "masks" / f"{name}_{label}.png"), cv2.IMREAD_GRAYSCALE) for label in ("disc", "cup"))
    return disc, cup
