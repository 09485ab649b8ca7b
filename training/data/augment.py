"""Random views of a photograph: geometry, then what cameras, compression and light do to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from ..types import Array, Rng, Source
from .fundus import SDF_RANGE_PX

INTERPOLATIONS = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)


def log_uniform(rng: Rng, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def placement(rng: Rng, source: Source, zoom: float, size: int) -> Callable[..., Array]:
    """A turned, stretched, mirrored square of `size` px around a random point of the field: a function that brings
    a picture of the photograph's grid, or one of `shrink` times its size, onto the square.

    source: `points`, pixels of the field [n, 2] as x, y. zoom: px of the square for one px of the photograph.
    """
    centre = source["points"][rng.integers(len(source["points"]))]
    angle = rng.uniform(0, 2 * np.pi)
    stretch = np.exp(rng.uniform(-0.08, 0.08))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = zoom * turn @ np.diag([stretch * rng.choice([-1, 1]), 1 / stretch])
    offset = size / 2 - matrix @ (centre + 0.5)

    def warp(picture: Array, flag: int, shrink: float = 1.0) -> Array:
        # Pixel centres lie at +0.5, so both grids are moved by half a pixel.
        linear = matrix / shrink
        shift = offset + linear @ np.array([0.5, 0.5]) - 0.5
        return cv2.warpAffine(picture, np.c_[linear, shift], (size, size), flags=flag, borderMode=cv2.BORDER_CONSTANT)

    return warp


def placed_image(rng: Rng, warp: Callable[..., Array], source: Source, zoom: float) -> Array:
    """source: image uint8 [h, w, 3] and half, the image at half size -> image uint8 [s, s, 3]."""
    if zoom < 0.6:
        return warp(source["half"], cv2.INTER_LINEAR, 0.5)
    return warp(source["image"], INTERPOLATIONS[rng.integers(3)])


def placed_truth(warp: Callable[..., Array], distance: Array, zoom: float) -> Array:
    """Signed distance as bytes -> soft truth float32 [s, s] 0..1, as broad as it was."""
    distance = (warp(distance, cv2.INTER_LINEAR).astype(np.float32) / 127.5 - 1) * SDF_RANGE_PX
    return np.clip(0.5 + distance * zoom, 0, 1)


def slow_field(rng: Rng, size: int, strength: float) -> Array:
    cells = rng.normal(0, strength, (int(rng.integers(2, 6)),) * 2).astype(np.float32)
    return cv2.resize(cells, (size, size), interpolation=cv2.INTER_CUBIC)


def blotch(rng: Rng, image: Array, centre: Sequence[float] | Array, radius: float) -> Array:
    """Paints a bright patch with a ragged, more or less soft edge, as a plaque of exudate or a reflex looks, into uint8 [s, s, 3]."""
    size = image.shape[0]
    ys, xs = np.mgrid[:size, :size].astype(np.float32) - np.array(centre[::-1], np.float32)[:, None, None]
    angle, ragged = np.arctan2(ys, xs), np.ones((size, size), np.float32)
    for waves in range(1, 7):
        ragged += np.float32(rng.normal(0, 0.35 / waves)) * np.cos(waves * angle + np.float32(rng.uniform(0, 6.3)))
    inside = (np.hypot(xs, ys * np.float32(log_uniform(rng, 0.6, 1.7))) < radius * ragged).astype(np.float32)
    inside = cv2.GaussianBlur(inside, (0, 0), log_uniform(rng, 0.6, 6)) * np.float32(rng.uniform(0.4, 1))
    light = rng.uniform((60, 50, 0), (140, 120, 40)) if rng.random() < 0.6 else np.full(3, rng.uniform(50, 140))
    return np.clip(image + inside[..., None] * light.astype(np.float32), 0, 255).astype(np.uint8)


def recompressed(rng: Rng, image: Array) -> Array:
    """uint8 [h, w, 3] as JPEG keeps it at its own size, with half the detail in colours: what clinics store."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 97))]
    stored = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), quality)[1]
    return cv2.cvtColor(cv2.imdecode(stored, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def same_camera(rng: Rng, image: Array, light: Sequence[float] = (0.85, 1.15)) -> Array:
    """uint8 [s, s, 3] -> float32 [s, s, 3] 0..1 as the same camera might have shown it: with more or less light, by `light`."""
    curve = (np.arange(256, dtype=np.float32) / 255) ** np.float32(log_uniform(rng, 0.8, 1.25))
    return cv2.LUT(image, np.minimum(curve * np.float32(log_uniform(rng, *light)), 1))


def camera(rng: Rng, image: Array, mixing: Sequence[float] = (0.12, 0.3)) -> Array:
    """uint8 [s, s, 3] -> float32 [s, s, 3] 0..1 as another camera, another day might have shown it.

    mixing: how much of one colour leaks into another, usually and now and then.
    """
    size = image.shape[0]
    if rng.random() < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 2.2))
    if rng.random() < 0.15:
        share = rng.uniform(0.35, 0.8)
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.15:
        amount = rng.uniform(0.3, 1.2)
        image = cv2.addWeighted(image, 1 + amount, cv2.GaussianBlur(image, (0, 0), rng.uniform(1, 3)), -amount, 0)
    if rng.random() < 0.3:
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1], 1)
    curve = (np.arange(256, dtype=np.float32) / 255) ** np.float32(log_uniform(rng, 0.5, 2.0))
    mix = np.eye(3) + rng.normal(0, mixing[int(rng.random() >= 0.6)], (3, 3))
    mix *= log_uniform(rng, 0.6, 1.5) / np.maximum(mix.sum(1, keepdims=True), 0.4)
    picture = np.clip(cv2.transform(cv2.LUT(image, curve), mix.astype(np.float32)), 0, 1)
    if rng.random() < 0.5:
        picture *= np.exp(slow_field(rng, size, 0.3))[..., None]
    if rng.random() < 0.3:
        picture += slow_field(rng, size, 0.06)[..., None] * rng.uniform(0, 1, 3).astype(np.float32)
    if rng.random() < 0.5:
        grain = rng.standard_normal((size, size, 3), dtype=np.float32)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.5)) * 2
        picture += grain * np.float32(rng.uniform(0, 0.035))
    return np.clip(picture, 0, 1)
