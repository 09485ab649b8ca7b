"""What the network of other disease learns from: small copies of photographs, and the words of their readers as labels."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ..config import DATA, RUNS, load
from ..types import Array, Config, Pair
from . import fundus, sets
from .screening import eyepacs_labels, small_copy

KINDS: dict[str, Sequence[str]] = {
    "macular_degeneration": ("age-related macular degeneration",),
    "drusen_or_degeneration": ("drusen", "age-related macular degeneration"),
    "pathological_myopia": ("pathological myopia", "myopia retinopathy", "myopic maculopathy"),
    "vein_occlusion": ("vein occlusion",),
    "hypertensive": ("hypertensive retinopathy",),
    "membrane": ("epiretinal membrane", "epimacular membrane"),
    "glaucoma": ("glaucoma",),
    "media_opacity": ("cataract", "media opacity", "vitreous opacity"),
    "laser": ("laser",),
}
"""What in the readers' words stands for a kind."""
LABELS = ("other", *KINDS, "dr_1", "referable", "dr_3", "dr_4")
"""`other`: anything beside diabetic retinopathy and its treatment; then grade at least 1, 2, 3, 4."""

NO_DISEASE = ("normal fundus", "lens dust")
COPY_PX = 400
"""Side of the small copies: what `odir400` holds."""
FOLDS = 5

SETS = ("odir400", "laser", "idrid-grading", "eyepacs224", "drive", "hei-med")
"""Learnt from. HRF and STARE are cameras that it never sees."""


def is_diabetic(word: str) -> bool:
    return "diabetic" in word or "proliferative" in word


def of_words(words: Sequence[str]) -> dict[str, float]:
    """Label -> 1 or 0 by what a reader wrote of an eye; what stays unclear is left out."""
    found: dict[str, float] = {}
    for kind, parts in KINDS.items():
        saying = [word for word in words if any(part in word for part in parts)]
        if not saying or not all(word.startswith("suspected") for word in saying):
            found[kind] = float(bool(saying))
    told = [word for word in words if word not in NO_DISEASE and not is_diabetic(word)]
    if any("laser" not in word for word in told):
        found["other"] = 1.0
    elif not told:
        found["other"] = 0.0
    return found


def of_grade(grade: int) -> dict[str, float]:
    return {name: float(grade >= least) for name, least in (("dr_1", 1), ("referable", 2), ("dr_3", 3), ("dr_4", 4))}


NONE_OF_THEM = {name: 0.0 for name in ("other", *KINDS)}


@lru_cache
def odir_rows() -> dict[str, dict[str, str]]:
    """name -> the row of `odir400/labels.csv`."""
    with open(DATA / "fundus" / "odir400" / "labels.csv") as file:
        return {row["file"].rsplit(".", 1)[0]: row for row in csv.DictReader(file)}


def words_of(name: str) -> list[str]:
    """The words of the readers of an eye of `odir400`."""
    return [word.strip() for word in odir_rows()[name]["keywords"].split(";")]


def _odir(name: str) -> dict[str, float]:
    words = words_of(name)
    grade = odir_rows()[name]["dr_grade"]
    if grade:
        return {**of_words(words), **of_grade(int(grade))}
    diabetic = any(is_diabetic(word) for word in words)
    return {**of_words(words), **({"dr_1": 1.0} if diabetic else of_grade(0))}


@lru_cache
def idrid_grades() -> dict[str, int]:
    with open(DATA / "fundus" / "idrid-grading" / "labels.csv") as file:
        return {row["stem"]: int(row["dr_grade"]) for row in csv.DictReader(file)}


def labels_of(set_name: str, name: str) -> tuple[dict[str, float], float]:
    """What is known of a photograph, label -> 1 or 0, and how much its silence about other disease weighs: nobody looked
    for other disease where a set has grades alone."""
    if set_name == "odir400":
        found = _odir(name)
        return found, 0.5 if found.get("dr_1") == 1 and not found.get("other") else 1.0
    if set_name == "laser":
        return {"laser": 1.0}, 1.0
    if set_name == "idrid-grading":
        grade = idrid_grades()[name]
        return {**of_grade(grade), **(NONE_OF_THEM if grade == 0 else {"other": 0.0}), **({"laser": 0.0} if grade < 3 else {})}, 0.5
    if set_name == "eyepacs224":
        grade, quality = eyepacs_labels()[name]
        healthy = grade == 0 and quality in (0, None)
        return {**of_grade(grade), **(NONE_OF_THEM if healthy else {})}, 0.3
    if set_name == "hei-med":
        bright = [(DATA / "fundus" / "hei-med" / "masks" / f"{name}_{kind}.png").exists() for kind in ("EX", "OBL")]
        return ({} if any(bright) else NONE_OF_THEM), 0.4
    return ({**NONE_OF_THEM, **of_grade(0)} if sets.has_no_retinopathy(set_name, name) else {}), 1.0


def fold_of(config: Config, set_name: str, name: str) -> int | None:
    """The part of the set that a photograph belongs to, by its patient where that is known: 0 is kept from training, 1 to 4
    are left out in turn to choose and to calibrate. None: always learnt from."""
    if set_name == "odir400":
        return sets.patient(name) % FOLDS
    if set_name in ("laser", "idrid-grading"):
        return (fundus.names(set_name).index(name) + 1) % FOLDS
    return 0 if sets.kept(config["validation"].get(set_name, ()), [name]) else None


def _table(labels: dict[str, float], silence: float) -> tuple[Array, Array]:
    """Truth and weight of LABELS, float32 each; a weight of 0 where nothing is known."""
    truth = np.array([labels.get(name, 0) for name in LABELS], np.float32)
    quiet = [silence if name in NONE_OF_THEM and not labels.get(name) else 1 for name in LABELS]
    return truth, np.array([q * (name in labels) for q, name in zip(quiet, LABELS)], np.float32)


def _png(mask: Array) -> Array:
    return cv2.imencode(".png", mask, [cv2.IMWRITE_PNG_BILEVEL, 1])[1]


def _load(set_name: str, name: str) -> dict[str, Any]:
    photograph = fundus.read_photograph(set_name, name)
    image, field = small_copy(photograph, COPY_PX)
    stored = cv2.imencode(".webp", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_WEBP_QUALITY, 78])[1]
    copy = {"stored": stored, "field": _png(field)}
    if set_name != "laser":
        return copy
    scars = fundus.read_mask(DATA / "fundus" / "laser" / "masks" / f"{name}.png", photograph.field.shape)
    small, _ = small_copy(replace(photograph, image=np.repeat(scars[..., None], 3, 2)), COPY_PX)
    return {**copy, "scars": _png(np.where(small[..., 0] > 127, 255, 0).astype(np.uint8))}


def copies_path() -> Path:
    return RUNS / "other_disease" / f"copies-{COPY_PX}.npy"


def write_copies(config: Config, chosen: Iterable[str] = SETS) -> None:
    """Small copies, labels and parts of everything that may be learnt from; nothing of the kept fifth is among them."""
    copies = {}
    for pair in [(s, name) for s in chosen for name in fundus.names(s)]:
        fold = fold_of(config, *pair)
        truth, weight = _table(*labels_of(*pair))
        if fold != 0 and weight.any():
            copies[pair] = {**_load(*pair), "truth": truth, "weight": weight, "fold": fold}
    copies_path().parent.mkdir(parents=True, exist_ok=True)
    np.save(copies_path(), np.array([copies], dtype=object), allow_pickle=True)


def read_copies(config: Config) -> dict[Pair, dict[str, Any]]:
    """(set, name) -> image uint8 [s, s, 3], field uint8 [s, s] 0/255, scars likewise or None where nobody outlined them, truth,
    weight, fold. Reading the photographs anew takes a minute."""
    if not copies_path().exists():
        write_copies(config)
    copies: dict[Pair, dict[str, Any]] = np.load(copies_path(), allow_pickle=True)[0]
    for copy in copies.values():
        copy["image"] = cv2.cvtColor(cv2.imdecode(copy.pop("stored"), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
        copy["field"] = cv2.imdecode(copy["field"], cv2.IMREAD_GRAYSCALE)
        copy["scars"] = cv2.imdecode(copy["scars"], cv2.IMREAD_GRAYSCALE) if "scars" in copy else None
    return copies


if __name__ == "__main__":
    write_copies(load("other_disease"))
    print(copies_path(), copies_path().stat().st_size, "bytes")
