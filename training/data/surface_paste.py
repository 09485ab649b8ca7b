"""Views between drawn and real eyes of the surface: drawn staining on real panels, real corneas in drawn eyes, and glow beside the
cornea that is no staining of it. The truth of what is pasted is exact."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ..types import Array, Rng
from . import augment
from .surface import LABELS, Photograph

DYE = ((0.36, 0.9, 0.1), (0.68, 1.0, 0.33))
"""The colour of dye in full light, from least to most."""
OUT_OF_REACH = 1.5
"""Distance from the middle of the cornea, 1 on the limbus, at which conjunctiva is stained at most."""


@dataclass
class Scene:
    """A view: image float32 [s, s, 3] 0..1, truth and where it is known float32 [4, s, s], and the distance of every pixel from
    the middle of the cornea, 1 on the limbus."""

    image: Array
    truth: Array
    known: Array
    far: Array

    def label(self, name: str) -> Array:
        return self.truth[LABELS.index(name)]

    def set(self, name: str, truth: Array, known: Array | float = 1.0) -> None:
        self.truth[LABELS.index(name)], self.known[LABELS.index(name)] = truth, known


def step(values: Array, low: float, high: float) -> Array:
    """0 at `low`, 1 at `high`, straight between."""
    return np.clip((values - low) / (high - low), 0, 1).astype(np.float32)


def texture(rng: Rng, size: int, grain: float, across: float = 1.0) -> Array:
    """Random values of spread about 1 with features of `grain` px, `across` times as high as broad."""
    cells = [max(2, round(size / side)) for side in (grain * across, grain)]
    return cv2.resize(rng.standard_normal(cells, dtype=np.float32), (size, size), interpolation=cv2.INTER_CUBIC)


def dye_colour(rng: Rng) -> Array:
    return rng.uniform(*DYE).astype(np.float32)


def glow(rng: Rng, image: Array, amount: Array, colour: Array, bright: float) -> Array:
    """Dye of a strength 0..1 over a picture."""
    cover = amount[..., None]
    return image * (1 - 0.85 * cover) + (bright * colour) * cover


def stain_brightness(rng: Rng, image: Array, where: Array) -> float:
    """A little brighter than the film around it at least."""
    around = float(image[..., 1][where].mean()) if where.any() else 0.3
    return float(np.clip(max(rng.uniform(0.45, 1.05), around + rng.uniform(0.12, 0.4)), 0, 1.15))


def stained(rng: Rng, scene: Scene, patch: Array, dots: Array) -> None:
    """Paints staining of soft masks 0..1, patches with a halo and worn places, dots sharp."""
    size = scene.image.shape[0]
    bright = stain_brightness(rng, scene.image, scene.far < 1)
    colour = dye_colour(rng)
    rough = 1 + 0.12 * texture(rng, size, rng.uniform(6, 30)) + 0.05 * texture(rng, size, 3)
    body = patch if rng.random() < 0.4 else cv2.GaussianBlur(patch, (0, 0), augment.log_uniform(rng, 0.5, 3.5))
    if rng.random() < 0.25:
        body = body * (1 - rng.uniform(0.3, 0.8) * step(texture(rng, size, rng.uniform(4, 12)), 0.2, 0.8))
    halo = rng.uniform(0, 0.45) * cv2.GaussianBlur(patch, (0, 0), rng.uniform(3, 14)) if rng.random() < 0.6 else 0
    amount = np.clip(np.maximum(body * rough * rng.uniform(0.75, 1), halo), 0, 1)
    scene.image = glow(rng, scene.image, amount, colour, bright)
    scene.image = glow(rng, scene.image, dots * rng.uniform(0.55, 1), colour, bright)


def filmed(rng: Rng, scene: Scene, most: float) -> None:
    """Tear film on the whole cornea, with dark streaks: no staining."""
    size = scene.image.shape[0]
    streaks = texture(rng, size, rng.uniform(5, 20), rng.uniform(1, 6))
    weave = np.clip(1 + 0.3 * texture(rng, size, rng.uniform(30, 120)) + rng.uniform(0, 0.2) * streaks, 0.2, 1.8)
    amount = rng.uniform(0.08, most) * weave * step(scene.far, 1.03, 0.95) * scene.label("opening")
    colour = dye_colour(rng) * np.array([rng.uniform(0.2, 1), 1, rng.uniform(0.8, 4)], np.float32)
    scene.image = glow(rng, scene.image, np.clip(amount, 0, 0.8), colour, rng.uniform(0.35, 0.8))


def conjunctiva(rng: Rng, scene: Scene, shapes: list[Array]) -> None:
    """Dye beside the cornea: crescents along the limbus, stains of the given shapes, bright sclera, tears along the lids."""
    size = scene.image.shape[0]
    outside = step(scene.far, 1.01, 1.05) * scene.label("opening") * (scene.label("patch") < 0.5)
    colour = dye_colour(rng)
    if rng.random() < 0.4:
        bare = 1 + outside * rng.uniform(0.2, 1.6) * np.clip(1 + 0.2 * texture(rng, size, 12, rng.uniform(0.3, 3)), 0.5, 1.5)
        tint = rng.uniform((0.6, 0.85, 0.9), (1, 1.2, 1.1)).astype(np.float32)
        scene.image = scene.image * (1 + (bare - 1)[..., None] * tint)
    if rng.random() < 0.5:
        ys, xs = np.indices(scene.far.shape, np.float32)
        beside = np.exp(-(((scene.far - rng.uniform(1.0, 1.15)) / rng.uniform(0.02, 0.12)) ** 2))
        middle = np.argwhere(scene.far < 0.3)
        cy, cx = middle.mean(0) if len(middle) else (size / 2, size / 2)
        angle = np.arctan2(ys - cy, xs - cx)
        part = step(np.cos(angle - rng.uniform(0, 6.3)), rng.uniform(-1, 0.9), 1)
        rough = np.clip(1 + 0.4 * texture(rng, size, rng.uniform(5, 25)), 0, 1.6)
        scene.image = glow(rng, scene.image, np.clip(outside * beside * part * rough, 0, 1), colour, rng.uniform(0.4, 1))
    for shape in shapes:
        amount = outside * step(scene.far, OUT_OF_REACH + 0.3, OUT_OF_REACH) * shape * rng.uniform(0.5, 1)
        scene.image = glow(rng, scene.image, amount, colour, rng.uniform(0.45, 1.05))
    if rng.random() < 0.5:
        opening = (scene.label("opening") > 0.5).astype(np.uint8)
        if opening.any() and not opening.all():
            deep = cv2.distanceTransform(opening, cv2.DIST_L2, 3)
            breadth = rng.uniform(1.5, 12) * np.clip(1 + 0.5 * texture(rng, size, 80), 0.1, 2)
            tears = step(breadth - deep, 0, 1.5) * opening * step(texture(rng, size, 200), -1.2, -0.6)
            tears *= scene.label("patch") < 0.5
            scene.image = glow(rng, scene.image, tears * rng.uniform(0.5, 1), colour, rng.uniform(0.4, 1.05))


def toned(rng: Rng, image: Array, like: tuple[Array, Array]) -> Array:
    """Brings mean and spread of each colour towards those of another photograph."""
    mean, spread = image.mean((0, 1)), image.std((0, 1)) + 0.02
    share = rng.uniform(0.2, 0.9)
    return image + np.float32(share) * ((image - mean) / spread * np.clip(like[1], 0.3 * spread, 3 * spread) + like[0] - image)


def without_lesion(photograph: Photograph) -> Array:
    """uint8 [h, w, 3]: a panel with its ulcer, the halo around it and all that glows alike on the cornea filled from beside it."""
    patch, cornea = photograph.truth["patch"], photograph.truth["cornea"]
    assert patch is not None and cornea is not None
    share = 256 / max(patch.shape)
    small = cv2.resize(photograph.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    ulcer, inside = (cv2.resize(mask, small.shape[1::-1]) > 127 for mask in (patch, cornea))
    green = cv2.GaussianBlur(small, (0, 0), 1.5)[..., 1]
    alike = inside & (green > 0.8 * green[ulcer].mean())
    mask = cv2.dilate((ulcer | alike).astype(np.uint8), np.ones((13, 13), np.uint8))
    filled = cv2.GaussianBlur(cv2.inpaint(small, mask, 5, cv2.INPAINT_TELEA), (0, 0), 4)
    filled = cv2.resize(filled, patch.shape[::-1], interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(cv2.resize(mask, patch.shape[::-1]).astype(np.float32), (0, 0), 3)[..., None]
    return np.clip(photograph.image * (1 - soft) + filled * soft, 0, 255).astype(np.uint8)


def onto(source: dict[str, float], target: dict[str, float], angle: float = 0.0, grown: float = 1.0) -> Array:
    """[2, 3]: brings the cornea of one photograph onto that of another, turned by `angle`."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = np.diag([target["rx"], target["ry"]]) @ (grown * turn) @ np.diag([1 / source["rx"], 1 / source["ry"]])
    shift = np.array([target["x"], target["y"]]) - linear @ np.array([source["x"], source["y"]])
    return np.c_[linear, shift]


def then(first: Array, second: Array) -> Array:
    """One affine map [2, 3] after another."""
    rows = [np.vstack([one, [0, 0, 1]]) for one in (second, first)]
    return (rows[0] @ rows[1])[:2]
