"""Draws pictures that are no fundus photographs: what somebody may upload by mistake, and what only looks like one."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from ..types import Array, Rng

SIZE = 256
"""Side of a drawing, px."""

ys, xs = np.mgrid[:SIZE, :SIZE].astype(np.float32)


def _colour(rng: Rng) -> Array:
    """Any colour; every second one as a retina has."""
    if rng.random() < 0.5:
        return np.array([rng.uniform(120, 255), rng.uniform(40, 150), rng.uniform(0, 90)])
    return rng.uniform(0, 255, 3)


def _noise(rng: Rng, octaves: int, coarsest: int, fall: float = 0.5, channels: int = 1) -> Array:
    """Smooth noise, about -1..1, [s, s, channels]: `coarsest` cells across, then twice as many for every octave."""
    total = np.zeros((SIZE, SIZE, channels), np.float32)
    for octave in range(octaves):
        cells = min(SIZE, coarsest * 2**octave)
        grid = rng.standard_normal((cells, cells, channels)).astype(np.float32)
        total += fall**octave * cv2.resize(grid, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC).reshape(SIZE, SIZE, channels)
    return total / 1.6


def _filled(colour: Array) -> Array:
    return np.tile(np.asarray(colour, np.float32), (SIZE, SIZE, 1))


def _tinted(rng: Rng, light: Array) -> Array:
    """Light [s, s] 0..1 between two colours, or grey."""
    one, other = (np.full(3, rng.uniform(0, 255)) for _ in range(2)) if rng.random() < 0.4 else (_colour(rng), _colour(rng))
    return one + (other - one) * light[..., None]


def _round(rng: Rng, inside: Array, ground: Array | None = None, least: float = 0.25) -> Array:
    """`inside` in a disc upon a ground, mostly black."""
    radius = rng.uniform(least, 0.5) * SIZE
    middle = SIZE / 2 + rng.uniform(-0.1, 0.1, 2) * SIZE
    far = np.hypot(xs - middle[0], ys - middle[1])
    edge = np.clip(radius - far, 0, 1)[..., None]
    if ground is None:
        ground = _filled(np.zeros(3) if rng.random() < 0.7 else _colour(rng))
    return inside * edge + ground * (1 - edge)


def _shade(rng: Rng) -> Array:
    """Light that falls off from a place, [s, s, 1]."""
    place = rng.uniform(0.2, 0.8, 2) * SIZE
    far = np.hypot(xs - place[0], ys - place[1]) / SIZE
    return (np.clip(1.15 - rng.uniform(0.3, 1.6) * far, 0, 1.3))[..., None]


def white_noise(rng: Rng) -> Array:
    grain = rng.normal(0, rng.uniform(10, 80), (SIZE, SIZE, int(rng.choice([1, 3]))))
    return _filled(_colour(rng)) + grain


def pink_noise(rng: Rng) -> Array:
    channels = int(rng.choice([1, 3]))
    spectrum = np.fft.rfft2(rng.standard_normal((SIZE, SIZE, channels)), axes=(0, 1))
    fx = np.arange(SIZE // 2 + 1) / SIZE
    fy = ((np.arange(SIZE) / SIZE + 0.5) % 1 - 0.5)[:, None]
    steep = np.maximum(np.hypot(fy, fx), 1 / SIZE)[..., None] ** rng.uniform(0.5, 2)
    noise = np.fft.irfft2(spectrum / steep, s=(SIZE, SIZE), axes=(0, 1))
    return _filled(_colour(rng)) + noise / noise.std() * rng.uniform(10, 60)


def cloud_noise(rng: Rng) -> Array:
    light = np.clip(0.5 + 0.5 * _noise(rng, int(rng.integers(1, 6)), int(rng.integers(2, 12)), rng.uniform(0.4, 0.8))[..., 0], 0, 1)
    return _tinted(rng, light)


def ridged_noise(rng: Rng) -> Array:
    """Marble: the noise's zero lines look like a net of vessels."""
    ridge = np.abs(_noise(rng, int(rng.integers(1, 5)), int(rng.integers(2, 9)))[..., 0])
    return _tinted(rng, np.clip(ridge * rng.uniform(1, 5), 0, 1))


def gradient(rng: Rng) -> Array:
    direction = rng.normal(0, 1, 2)
    along = xs * direction[0] + ys * direction[1]
    light = (along - along.min()) / np.ptp(along)
    return _tinted(rng, light ** rng.uniform(0.5, 2))


def radial_gradient(rng: Rng) -> Array:
    return _filled(_colour(rng)) * _shade(rng)


def plain_disc(rng: Rng) -> Array:
    return _round(rng, _filled(_colour(rng)))


def shaded_ball(rng: Rng) -> Array:
    return _round(rng, _filled(_colour(rng)) * _shade(rng) + rng.uniform(0, 8) * _noise(rng, 3, 8))


def disc_with_spot(rng: Rng) -> Array:
    inside = _filled(_colour(rng)) * _shade(rng) + rng.uniform(0, 10) * _noise(rng, 3, 6)
    spot = rng.uniform(0.3, 0.7, 2) * SIZE
    far = np.hypot(xs - spot[0], (ys - spot[1]) * rng.uniform(0.8, 1.2))
    glow = np.clip((rng.uniform(0.03, 0.12) * SIZE - far) / rng.uniform(1, 12), 0, 1)[..., None]
    return _round(rng, inside * (1 - glow) + glow * rng.uniform((200, 160, 60), (255, 240, 200)), least=0.35)


def disc_with_lines(rng: Rng) -> Array:
    """An orange disc with straight or bent lines that no tree of vessels has."""
    inside = np.ascontiguousarray(np.clip(_filled(_colour(rng)) * _shade(rng), 0, 255).astype(np.uint8))
    for _ in range(int(rng.integers(3, 25))):
        points = rng.uniform(0, SIZE, (int(rng.integers(2, 4)), 2))
        colour = [float(c) for c in _colour(rng) * rng.uniform(0.2, 1)]
        cv2.polylines(inside, [points.astype(np.int32)], bool(rng.random() < 0.2), colour, int(rng.integers(1, 6)), cv2.LINE_AA)
    return _round(rng, inside.astype(np.float32))


def moon(rng: Rng) -> Array:
    grey = rng.uniform(90, 230) + rng.uniform(10, 40) * _noise(rng, 5, 3, 0.6)
    inside = np.clip(np.repeat(grey, 3, 2) * (1 if rng.random() < 0.6 else _colour(rng) / 200), 0, 255)
    inside = np.ascontiguousarray(inside.astype(np.uint8))
    for _ in range(int(rng.integers(8, 60))):
        at, radius, light = tuple(int(v) for v in rng.integers(0, SIZE, 2)), int(rng.integers(1, 14)), rng.uniform(60, 220)
        cv2.circle(inside, at, radius, [float(light)] * 3, -1 if rng.random() < 0.5 else 1, cv2.LINE_AA)
    inside = cv2.GaussianBlur(inside, (0, 0), rng.uniform(0.5, 1.6)).astype(np.float32)
    return _round(rng, inside * (_shade(rng) if rng.random() < 0.5 else 1))


def planet(rng: Rng) -> Array:
    """Bands of clouds, or land and sea."""
    if rng.random() < 0.5:
        light = 0.5 + 0.5 * np.sin(ys / SIZE * rng.uniform(15, 60) + rng.uniform(1, 4) * _noise(rng, 3, 4)[..., 0])
    else:
        light = (_noise(rng, 5, 3)[..., 0] > rng.uniform(-0.3, 0.3)).astype(np.float32)
    return _round(rng, _tinted(rng, light) * _shade(rng))


def bubbles(rng: Rng) -> Array:
    picture = np.ascontiguousarray(np.clip(_filled(_colour(rng)) + 10 * _noise(rng, 3, 6), 0, 255).astype(np.uint8))
    fill = -1 if rng.random() < 0.5 else int(rng.integers(1, 4))
    for _ in range(int(rng.integers(10, 150))):
        at, axes = tuple(int(v) for v in rng.integers(0, SIZE, 2)), tuple(int(v) for v in rng.integers(3, 30, 2))
        cv2.ellipse(picture, at, axes, float(rng.uniform(0, 180)), 0, 360, [float(c) for c in _colour(rng)], fill, cv2.LINE_AA)
    picture = picture.astype(np.float32)
    return picture if rng.random() < 0.5 else _round(rng, picture)


def radial_pattern(rng: Rng) -> Array:
    """Spokes and rings: a flower, an iris, a wheel."""
    angle, far = np.arctan2(ys - SIZE / 2, xs - SIZE / 2), np.hypot(xs - SIZE / 2, ys - SIZE / 2) / SIZE
    waves = np.sin(angle * int(rng.integers(3, 60)) + rng.uniform(0, 3) * _noise(rng, 2, 4)[..., 0])
    rings = np.sin(far * rng.uniform(0, 120))
    picture = _tinted(rng, np.clip(0.5 + 0.3 * waves + 0.3 * rings, 0, 1))
    return _round(rng, picture) if rng.random() < 0.6 else picture


def slit_lamp(rng: Rng) -> Array:
    """An eye from outside: lids, white with vessels, iris, pupil, the slit's reflex."""
    skin = _filled(rng.uniform((150, 90, 60), (240, 190, 160))) * _shade(rng) + 8 * _noise(rng, 4, 6)
    cx, cy = SIZE / 2 + rng.uniform(-30, 30, 2)
    open_ = rng.uniform(0.2, 0.75) * SIZE
    lids = np.clip(open_ * (1 - ((xs - cx) / (rng.uniform(0.45, 0.9) * SIZE)) ** 2) - np.abs(ys - cy), 0, 4)[..., None] / 4
    white = np.ascontiguousarray(np.clip(_filled(rng.uniform((200, 170, 160), (250, 240, 235))) * _shade(rng), 0, 255).astype(np.uint8))
    for _ in range(int(rng.integers(0, 30))):
        start = np.array([rng.choice([0, SIZE]), rng.uniform(0.2, 0.8) * SIZE])
        steps = start + np.cumsum(rng.normal(0, 10, (7, 2)) + [8 if start[0] == 0 else -8, 0], 0)
        cv2.polylines(white, [steps.astype(np.int32)], False, [200.0, rng.uniform(40, 120), rng.uniform(40, 100)], 1, cv2.LINE_AA)
    eye = white.astype(np.float32)
    radius = rng.uniform(0.16, 0.4) * SIZE
    far, angle = np.hypot(xs - cx, ys - cy), np.arctan2(ys - cy, xs - cx)
    fibres = 1 + 0.25 * np.sin(angle * int(rng.integers(30, 90)) + 3 * _noise(rng, 2, 5)[..., 0])
    iris = rng.uniform((40, 20, 5), (130, 110, 150)) * fibres[..., None]
    eye = np.where((far < radius)[..., None], iris, eye)
    pupil = rng.uniform((0, 0, 0), (30, 20, 15)) if rng.random() < 0.7 else rng.uniform((120, 30, 10), (230, 110, 60))
    eye = np.where((far < radius * rng.uniform(0.25, 0.7))[..., None], pupil, eye)
    slit = np.exp(-(((xs - cx - rng.uniform(-0.3, 0.3) * SIZE) / rng.uniform(2, 25)) ** 2)) * rng.uniform(0, 200)
    return skin * (1 - lids) + (eye + slit[..., None]) * lids


def oct_section(rng: Rng) -> Array:
    """Layers of a retina in section with speckle; grey, or in false colours."""
    middle = (0.5 + 0.12 * np.sin(xs / SIZE * rng.uniform(1, 5) + rng.uniform(0, 6))) * SIZE
    pit = rng.uniform(0, 0.12) * SIZE * np.exp(-(((xs - SIZE * rng.uniform(0.3, 0.7)) / (0.12 * SIZE)) ** 2))
    light = np.full((SIZE, SIZE), rng.uniform(0.02, 0.2), np.float32)
    for layer in range(int(rng.integers(4, 9))):
        off = (layer * rng.uniform(0.03, 0.06) - 0.12) * SIZE + pit * (1 - layer / 9)
        light += rng.uniform(0.2, 0.9) * np.exp(-(((ys - middle - off) / rng.uniform(2, 9)) ** 2))
    light = np.clip(light * rng.gamma(3, 1 / 3, (SIZE, SIZE)), 0, 1).astype(np.float32)
    if rng.random() < 0.3:
        return cv2.applyColorMap((255 * light).astype(np.uint8), int(rng.choice([cv2.COLORMAP_JET, cv2.COLORMAP_HOT])))
    return np.repeat(255 * (1 - light if rng.random() < 0.2 else light)[..., None], 3, 2)


def checks(rng: Rng) -> Array:
    cell = rng.integers(4, 60, 2)
    return _tinted(rng, ((xs // cell[0] + ys // cell[1]) % 2).astype(np.float32))


def empty(rng: Rng) -> Array:
    """One colour, mostly black or white."""
    return _filled(rng.choice([0, 255]) + np.zeros(3) if rng.random() < 0.6 else _colour(rng)) + rng.uniform(0, 3) * _noise(rng, 3, 8)


def scan_of_vessels(rng: Rng) -> Array:
    """Bright lines on a dark ground as in an angiography of small vessels, with a hole in the middle."""
    net = np.clip(1 - np.abs(_noise(rng, 3, int(rng.integers(8, 24)))[..., 0]) * rng.uniform(2, 6), 0, 1)
    hole = np.clip((np.hypot(xs - SIZE / 2, ys - SIZE / 2) - rng.uniform(0, 0.12) * SIZE) / 8, 0, 1)
    light = np.clip(0.12 + net * hole + rng.normal(0, 0.08, net.shape), 0, 1)
    return np.repeat(255 * light[..., None], 3, 2)


DRAWERS: dict[str, Callable[[Rng], Array]] = {
    name.replace("_", " "): drawer
    for name, drawer in list(globals().items())
    if callable(drawer) and getattr(drawer, "__module__", "") == __name__ and not name.startswith("_")
}
"""What each kind is called, and how it is drawn."""


def drawn(kind: str, seed: int) -> Array:
    """uint8 [s, s, 3] RGB."""
    rng = np.random.default_rng([seed, len(kind), *kind.encode()])
    return np.clip(np.broadcast_to(DRAWERS[kind](rng), (SIZE, SIZE, 3)), 0, 255).astype(np.uint8)


def page(rng: Rng, photographs: list[Array]) -> Array:
    """A page, a slide or a window of a program: text, tables, boxes, and the photographs small among them."""
    height, width = int(rng.integers(300, 520)), int(rng.integers(300, 520))
    dark = rng.random() < 0.35
    ground, ink = (rng.uniform(0, 40), rng.uniform(150, 255)) if dark else (rng.uniform(225, 255), rng.uniform(0, 90))
    picture = np.full((height, width, 3), ground, np.uint8)
    if rng.random() < 0.5:
        cv2.rectangle(picture, (0, 0), (width, int(rng.integers(10, 40))), [float(c) for c in _colour(rng)], -1)
    if rng.random() < 0.4:
        cv2.rectangle(picture, (0, 0), (int(rng.integers(20, 110)), height), [float(abs(ground - 18))] * 3, -1)
    line, y = int(rng.integers(9, 18)), int(rng.integers(14, 40))
    while y < height - 6:
        x = int(rng.integers(6, 60))
        while x < width - 20 and rng.random() < 0.93:
            word = "".join(chr(c) for c in rng.integers(97, 123, int(rng.integers(2, 11))))
            cv2.putText(picture, word, (x, y), cv2.FONT_HERSHEY_SIMPLEX, line / 36, [float(ink)] * 3, 1, cv2.LINE_AA)
            x += int(len(word) * line * 0.55) + 6
        y += line + int(rng.integers(1, 10))
    for _ in range(int(rng.integers(0, 6))):
        corner, side = rng.integers(0, min(height, width) - 40, 2), rng.integers(20, 160, 2)
        colour = [float(c) for c in (_colour(rng) if rng.random() < 0.5 else np.full(3, abs(ground - 25)))]
        cv2.rectangle(picture, tuple(int(v) for v in corner), tuple(int(v) for v in corner + side), colour, int(rng.choice([-1, 1, 2])))
    for photograph in photographs:
        share = rng.uniform(0.12, 0.5 if len(photographs) > 1 else 0.6)
        ratio = share * min(width / photograph.shape[1], height / photograph.shape[0])
        small = cv2.resize(photograph, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        h, w = small.shape[:2]
        top, left = int(rng.integers(0, height - h + 1)), int(rng.integers(0, width - w + 1))
        picture[top : top + h, left : left + w] = small
    return picture
