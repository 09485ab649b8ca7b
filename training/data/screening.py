"""What the screening network learns from: small copies of every photograph, their labels, and random views of them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from ..config import DATA, RUNS
from ..types import Array, Config, Pair, Rng, Source
from . import augment, fundus, sets

MAPS = ("red", "hard_exudate", "soft_exudate", "vessel")
"""The maps learnt beside the answers, at a quarter of the scale: red is microaneurysms and haemorrhages together."""
CELL = 4

LABELS = ("ungradable", "referable", "less_than_good", "dr_1", "dr_3", "dr_4")
"""Reject by EyeQ; grade at least 2; usable or reject by EyeQ; grade at least 1, 3, 4."""


def is_kept(config: Config, set_name: str, name: str) -> bool:
    """Whether a photograph is kept for validation: of EyePACS by the patient, of the other sets by its name."""
    return bool(sets.kept(config["validation"].get(set_name, ()), [name]))


def eyepacs_labels() -> dict[str, tuple[int, int | None]]:
    """name -> (grade 0..4, quality 0 good, 1 usable, 2 reject, or None)."""
    with open(DATA / "fundus" / "eyepacs224" / "labels.csv") as file:
        rows = list(csv.DictReader(file))
    number = lambda text: int(text) if text else None  # noqa: E731
    return {r["image"].rsplit(".", 1)[0]: (int(r["dr_grade"]), number(r["eyeq_quality"])) for r in rows}


def _mask(path: Path, shape: tuple[int, ...]) -> Array:
    return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) > 127 if path.exists() else np.zeros(shape, bool)


def lesion_masks(set_name: str, name: str, shape: tuple[int, ...]) -> list[Array | None]:
    """Masks of MAPS, bool [h, w] at the photograph's size, or None where nobody outlined them all."""
    folder = DATA / "fundus" / set_name
    if set_name == "idrid":
        colours = cv2.imread(str(folder / "masks_rgb" / f"{name}.png"))
        blue, green, red = (colours[..., c] > 127 for c in range(3))
        # White is microaneurysms, yellow the disc; magenta a haemorrhage over an exudate.
        return [red & ~(green & ~blue), blue & ~green, green & ~red & ~blue, None]
    if set_name == "hei-med":
        return [None, _mask(folder / "masks" / f"{name}_EX.png", shape), None, None]
    vessels = fundus.read_vessel_photograph(set_name, name).truth if set_name in sets.VESSELS else None
    healthy = sets.has_no_retinopathy(set_name, name)
    nothing = np.zeros(shape, bool) if healthy else None
    return [nothing, nothing, nothing, vessels]


def answers(set_name: str, name: str) -> tuple[tuple[float | None, ...], tuple[int | None, ...]]:
    """(grade at least 1, 2, 3, 4) and (reject, less than good): 1, 0, a guess between, or None where unknown."""
    unknown = (None,) * 4
    if set_name == "eyepacs224":
        grade, eyeq = eyepacs_labels()[name]
        quality = (None, None) if eyeq is None else (int(eyeq == 2), int(eyeq >= 1))
        return tuple(int(grade >= g) for g in (1, 2, 3, 4)), quality
    readable = (0, None)
    if set_name == "idrid" or name.endswith("_dr"):
        return (1, 1, None, None), readable
    if set_name == "hei-med":
        # Exudates in a macula-centred photograph are referable; without them disease is rare, and nobody graded it.
        has = (DATA / "fundus" / "hei-med" / "masks" / f"{name}_EX.png").exists()
        return (1, 1, None, None) if has else (None, 0.15, None, None), readable
    if sets.has_no_retinopathy(set_name, name):
        return (0, 0, 0, 0), readable
    return unknown, readable


def truth_of(source: Source) -> list[float]:
    """1, 0, a guess between, or -1 where unknown, in the order of LABELS."""
    (any_, referable, severe, proliferative), (reject, less) = source["grades"], source["quality"]
    return [-1 if value is None else value for value in (reject, referable, less, any_, severe, proliferative)]


def small_copy(photograph: fundus.Photograph, size: int) -> tuple[Array, Array]:
    """image uint8 [size, size, 3] and field uint8 0/255 as the product shows them to the network."""
    image, field, _ = fundus.to_working_scale(photograph, size, 1)
    pad = [(0, size - image.shape[2]), (0, size - image.shape[3])]
    image = np.rint(image[0].transpose(1, 2, 0) * 255).astype(np.uint8)
    return np.pad(image, pad + [(0, 0)]), np.pad(field[0, 0] * 255, pad).astype(np.uint8)


def _small_masks(photograph: fundus.Photograph, masks: Sequence[Array | None], size: int) -> Array:
    """Share of every small pixel that is labelled, uint8 [4, size, size]; zeros for what is unknown."""
    x, y, width, height = photograph.box
    target = [round(side * size / photograph.diameter) for side in (width, height)]
    small = np.zeros((len(MAPS), size, size), np.uint8)
    for at, mask in enumerate(masks):
        if mask is not None:
            part = mask[y : y + height, x : x + width].astype(np.uint8) * 255
            part = cv2.resize(part, target, interpolation=cv2.INTER_AREA)
            small[at, : part.shape[0], : part.shape[1]] = part
    return small


def _load(set_name: str, name: str, size: int) -> Source:
    photograph = fundus.read_photograph(set_name, name)
    image, field = small_copy(photograph, size)
    masks: list[Array | None] = [None] * len(MAPS)
    if set_name != "eyepacs224":
        masks = lesion_masks(set_name, name, photograph.image.shape[:2])
    grades, quality = answers(set_name, name)
    if grades[1] == 0 and set_name == "eyepacs224":
        masks = [*[np.zeros(photograph.image.shape[:2], bool)] * 3, None]
    return {
        "image": image,
        "field": field,
        "maps": _small_masks(photograph, masks, size),
        "maps_known": np.array([mask is not None for mask in masks], np.float32),
        "grades": grades,
        "quality": quality,
    }


SETS = ("drive", "drishti", "eyepacs224", "hei-med", "hrf", "idrid", "stare")


def sources(size: int) -> dict[Pair, Source]:
    """(set, name) -> small copy and labels; kept in a file, as reading the large photographs takes a minute."""
    path = RUNS / "screening" / f"sources-{size}.npy"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        chosen = [(s, name) for s in SETS for name in fundus.names(s)]
        np.save(path, np.array([{pair: _load(*pair, size) for pair in chosen}], dtype=object), allow_pickle=True)
    return np.load(path, allow_pickle=True)[0]


def turned(rng: Rng, source: Source, size: int) -> tuple[Array, Array, Array]:
    """Image, field and maps seen from a little elsewhere, turned any way, perhaps mirrored; or as they are."""
    if rng.random() < 0.15:
        return source["image"], source["field"], source["maps"]
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.2)
    zoom = np.exp(rng.normal(0, 0.07))
    stretch = np.exp(rng.normal(0, 0.03))
    cos, sin = np.cos(angle), np.sin(angle)
    matrix = zoom * np.array([[cos, -sin], [sin, cos]]) @ np.diag([stretch * rng.choice([-1, 1]), 1 / stretch])
    x, y, width, height = cv2.boundingRect(source["field"])
    centre = np.array([x + width / 2, y + height / 2])
    offset = centre + rng.normal(0, 0.03 * size, 2) - matrix @ centre
    matrix = np.c_[matrix, offset]
    bend = lambda picture: cv2.warpAffine(picture, matrix, (size, size), flags=cv2.INTER_LINEAR)  # noqa: E731
    field = np.where(bend(source["field"]) > 127, 255, 0).astype(np.uint8)
    return bend(source["image"]), field, np.stack([bend(part) for part in source["maps"]])


def stored_small(rng: Rng, image: Array, sides: Sequence[int]) -> Array:
    """uint8 [s, s, 3] as it comes back from a JPEG of a smaller side, drawn between the two of `sides`, px."""
    side, size = round(augment.log_uniform(rng, *sides)), image.shape[0]
    small = cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)
    return cv2.resize(augment.recompressed(rng, small), (size, size), interpolation=cv2.INTER_CUBIC)


def another_camera(rng: Rng, image: Array, colour: float) -> Array:
    """uint8 -> float32 0..1: another colour, light and sharpness, so mild that grade and quality stay what they are.

    colour: how far the channels are mixed, so that a set's own colour does not stand for its disease.
    """
    if rng.random() < 0.2:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 0.8))
    if rng.random() < 0.15:
        amount = rng.uniform(0.2, 0.8)
        image = cv2.addWeighted(image, 1 + amount, cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2)), -amount, 0)
    if rng.random() < 0.2:
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 95))])[1], 1)
    curve = (np.arange(256, dtype=np.float32) / 255) ** np.float32(augment.log_uniform(rng, 0.75, 1.33))
    mix = np.eye(3) + rng.normal(0, colour, (3, 3))
    mix *= augment.log_uniform(rng, 0.8, 1.25) * np.exp(rng.normal(0, 1.3 * colour, (3, 1)))
    picture = cv2.transform(cv2.LUT(image, curve), mix.astype(np.float32))
    if rng.random() < 0.3:
        picture += rng.standard_normal(picture.shape, dtype=np.float32) * np.float32(rng.uniform(0, 0.02))
    return np.clip(picture, 0, 1)


def spoiled(rng: Rng, image: Array, field: Array) -> Array:
    """float32 0..1 -> a photograph nobody would grade, and its field."""
    size = image.shape[0]
    inside = (field > 127)[..., None]
    fault = rng.integers(5)
    if fault == 0:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(3.5, 9))
    elif fault == 1:
        image = image * rng.uniform(0.05, 0.25) + rng.standard_normal(image.shape, dtype=np.float32) * rng.uniform(0, 0.02)
    elif fault == 2:
        veil = cv2.GaussianBlur(image, (0, 0), rng.uniform(20, 60))
        veil = veil * rng.uniform(0.5, 1.4) + rng.uniform(0, 0.4) * rng.uniform(0.6, 1, 3)
        image = veil + rng.uniform(0.04, 0.14) * (cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 3)) - veil)
    elif fault == 3:
        y, x = np.mgrid[:size, :size] / size
        away = np.hypot(x - rng.uniform(0.3, 0.7), y - rng.uniform(0.3, 0.7)) / rng.uniform(0.3, 0.45)
        shade = np.clip(away ** rng.uniform(2, 5), rng.uniform(0.02, 0.12), 1)[..., None]
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(1, 4)) * shade * rng.uniform(0.4, 0.8)
    else:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(1, 4)) * rng.uniform(2.5, 5)
    return np.clip(np.where(inside, image, 0), 0, 1).astype(np.float32)
