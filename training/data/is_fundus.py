"""What the network of `is_fundus.py` learns from: photographs, other pictures, and views of both.

    npx tsx analysis/fit/fundus/is-fundus-pictures.ts --out training/.runs/is_fundus/drawn --count 40
    python3 -m training.data.is_fundus [FOLDER ...]      keeps small copies of them all
    python3 -m training.data.is_fundus --views           draws the views that every run learns from; `--part 0/2` every second one

FOLDER: folders with pictures of things, which no one but their owner may pass on. Each is a kind of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..config import DATA, RUNS
from ..types import Array, Config, Rng
from . import augment, fundus, sets
from . import is_fundus_draw as drawings

KEPT_PX = 480
"""Long side of the small copies."""
CAMERAS = {
    **{name: name for name in ("drive", "stare", "hrf", "drishti", "hei-med", "eyepacs224")},
    **{name: "idrid" for name in ("idrid", "idrid-more", "idrid-grading", "idrid-green512")},
}
"""The camera of each set: sets of one camera stand together on one side."""
MOST_OF_A_SET = {"idrid-grading": 200}
SCANS = ("octa500-3mm", "octa500-6mm", "rossa", "synthetic", "faz")
TOO_ALIKE = ("retina.jpg", "microaneurysms.png")
"""Pictures of a folder of things that do show a fundus."""
FOLDER = RUNS / "is_fundus"


@dataclass
class Picture:
    """A small copy. group: what is left out together, a camera or a kind. family: what figures are given for. circle: the
    field of view, x, y, diameter in px of the copy."""

    fundus: bool
    group: str
    family: str
    name: str
    bytes: bytes
    circle: tuple[float, float, float] | None = None
    kept: bool = False

    def image(self) -> Array:
        return cv2.cvtColor(cv2.imdecode(np.frombuffer(self.bytes, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def _small(image: Array) -> tuple[bytes, float]:
    """JPEG bytes of a BGR image of at most KEPT_PX, and by what it was reduced."""
    ratio = min(1.0, KEPT_PX / max(image.shape[:2]))
    if ratio < 1:
        image = cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes(), ratio


def _chosen(paths: list[Path], most: int) -> list[Path]:
    """The same few of many on every machine."""
    return sorted(paths, key=lambda path: hashlib.sha256(path.name.encode()).hexdigest())[:most]


def _photographs(config: Config) -> Iterator[Picture]:
    rejects = {name for name, (_, quality) in _eyepacs().items() if quality == 2}
    for set_name, camera in CAMERAS.items():
        names = fundus.names(set_name)
        kept = sets.kept(config["validation"].get(set_name, "every fifth"), names)
        for path in _chosen(sorted((DATA / "fundus" / set_name / "images").iterdir()), MOST_OF_A_SET.get(set_name, 10**6)):
            name = next(name for name in (path.stem, path.name.split(".")[0]) if (set_name, name) in fundus.found_fields())
            if set_name == "eyepacs224" and name in rejects:
                continue
            data, ratio = _small(cv2.imread(str(path)))
            row = fundus.found_fields()[set_name, name]
            x, y, diameter = (ratio * float(row[key]) for key in ("centre_x", "centre_y", "diameter"))
            yield Picture(True, camera, set_name, name, data, (x, y, diameter) if float(row["outline"]) > 0 else None, name in kept)


def _eyepacs() -> dict[str, tuple[int, int | None]]:
    from .screening import eyepacs_labels

    return eyepacs_labels()


def _folder(folder: Path, group: str, family: str, most: int, is_fundus: bool = False) -> Iterator[Picture]:
    kinds = (".png", ".jpg", ".jpeg", ".webp", ".tif")
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in kinds and path.name not in TOO_ALIKE]
    for at, path in enumerate(_chosen(paths, most)):
        image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if image is None or min(image.shape[:2]) < 64 or max(image.shape[:2]) > 12 * min(image.shape[:2]):
            continue
        if image.dtype != np.uint8:
            image = (image / 257).astype(np.uint8)
        if image.ndim == 3 and image.shape[2] == 4:
            # Transparent parts on black or on white, as programs show them.
            cover = image[..., 3:] / 255
            image = (image[..., :3] * cover + (255 if at % 3 else 0) * (1 - cover)).astype(np.uint8)
        image = image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        yield Picture(is_fundus, group, family, f"{folder.name} {path.stem}", _small(image)[0], kept=at % 5 == 4)


def _drawings(count: int) -> Iterator[Picture]:
    for kind in drawings.DRAWERS:
        for seed in range(count):
            image = cv2.cvtColor(drawings.drawn(kind, seed), cv2.COLOR_RGB2BGR)
            yield Picture(False, kind, "drawings", str(seed), _small(image)[0], kept=seed % 5 == 4)


def _pages(photographs: list[Picture], count: int) -> Iterator[Picture]:
    """Every third page without a photograph; photographs of one side only."""
    for seed in range(count):
        rng = np.random.default_rng([7, seed])
        kept = seed % 5 == 4
        usable = [picture for picture in photographs if picture.kept == kept]
        shown = [usable[rng.integers(len(usable))].image() for _ in range(int(rng.choice([0, 1, 1, 2, 2, 3])))]
        image = cv2.cvtColor(drawings.page(rng, shown), cv2.COLOR_RGB2BGR)
        yield Picture(False, "drawn page", "pages", str(seed), _small(image)[0], kept=kept)


def _family(kind: str) -> str:
    if kind in ("drawn octa", "simple octa"):
        return "octa"
    if kind in ("drawn surface", "simple surface"):
        return "surface"
    return "pages" if kind in ("page of text", "page of a program", "chart", "simple stripes") else "drawings"


def collected(config: Config, things: list[Path]) -> list[Picture]:
    photographs = list(_photographs(config))
    found = [*photographs, *_folder(FOLDER / "drawn" / "fundus", "drawn fundus", "drawn fundus", 40, True)]
    for set_name in SCANS:
        found += _folder(DATA / "octa" / set_name / "images", set_name, "octa", 120)
    found += _folder(DATA / "surface" / "panels" / "images", "panels", "surface", 100)
    for folder in sorted((FOLDER / "drawn").iterdir()):
        if folder.name != "fundus":
            found += _folder(folder, folder.name, _family(folder.name), 100)
    found += _drawings(50)
    found += _pages(photographs, 200)
    for folder in things:
        found += _folder(folder, folder.name, "pages" if folder.name == "pages" else "things", 700)
    return found


def pictures() -> list[Picture]:
    """All that were kept by the last call of this file."""
    return [Picture(*values) for values in pickle.loads((FOLDER / "pictures.pkl").read_bytes())]


# Views


def _inside(rng: Rng, picture: Picture, image: Array) -> Array:
    """A crop of a photograph that shows no dark edge: 3 to 8 tenths of the field across, anywhere it fits."""
    height, width = image.shape[:2]
    x, y, diameter = picture.circle or (width / 2, height / 2, 1.3 * min(width, height))
    best, least = image, 1.0
    for trial in range(8):
        long = rng.uniform(0.3, 0.8 if trial < 4 else 0.5) * diameter
        short = long * rng.choice([1, 1, 0.75, rng.uniform(0.55, 1)])
        across, down = (long, short) if rng.random() < 0.7 else (short, long)
        reach = max(0.0, 0.48 * diameter - np.hypot(across, down) / 2)
        angle, far = rng.uniform(0, 2 * np.pi), reach * np.sqrt(rng.random())
        left, top = (int(round(v)) for v in (x + far * np.cos(angle) - across / 2, y + far * np.sin(angle) - down / 2))
        crop = image[max(0, top) : top + int(down), max(0, left) : left + int(across)]
        if min(crop.shape[:2]) < 24:
            continue
        dark = float((crop.max(2) < 16).mean())
        if dark < least:
            best, least = crop, dark
        if dark < 0.002:
            break
    return best


def _round(rng: Rng, image: Array, share: float, centre: tuple[float, float], diameter: float) -> Array:
    """A round part of it on black, now and then on white: `share` of the diameter."""
    radius = share * diameter / 2
    height, width = image.shape[:2]
    ys, xs = np.mgrid[:height, :width]
    inside = np.hypot(xs - centre[0], ys - centre[1]) <= radius
    ground = 255 if rng.random() < 0.06 else int(rng.integers(0, 8))
    out = np.where(inside[..., None], image, np.uint8(ground))
    pad = rng.uniform(0.98, 1.15) * radius
    top, left = max(0, int(centre[1] - pad)), max(0, int(centre[0] - pad * rng.choice([1, 1.3])))
    return out[top : int(centre[1] + pad), left : int(centre[0] + pad * rng.choice([1, 1.3]))]


def _border(rng: Rng, image: Array) -> Array:
    """Black around it, not the same on every side."""
    sides = [int(rng.uniform(0, 0.25) * max(image.shape[:2])) if rng.random() < 0.5 else 0 for _ in range(4)]
    return cv2.copyMakeBorder(image, *sides, cv2.BORDER_CONSTANT, value=(0, 0, 0))


def _cut(rng: Rng, image: Array) -> Array:
    """Off centre: up to two fifths of one or two sides are cut off."""
    height, width = image.shape[:2]
    top, bottom, left, right = (rng.uniform(0, 0.4) * (rng.random() < 0.4) for _ in range(4))
    if top + bottom > 0.6 or left + right > 0.6:
        return image
    return image[int(top * height) : int((1 - bottom) * height), int(left * width) : int((1 - right) * width)]


def _turned(rng: Rng, image: Array) -> Array:
    image = np.rot90(image, int(rng.integers(4))) if rng.random() < 0.4 else image
    return image[:, ::-1] if rng.random() < 0.5 else image


def shaped(rng: Rng, picture: Picture, view: str | None = None) -> Array:
    """uint8 [h, w, 3]: the picture in one of the ways that people keep pictures."""
    image = picture.image()
    height, width = image.shape[:2]
    if picture.fundus:
        view = view or rng.choice(["whole", "crop", "30 degrees", "off centre"], p=[0.3, 0.45, 0.12, 0.13])
        x, y, diameter = picture.circle or (width / 2, height / 2, min(width, height))
        if view == "crop":
            image = _inside(rng, picture, image)
        elif view == "30 degrees":
            image = _round(rng, image, rng.uniform(0.5, 0.85), (x, y), diameter)
        elif view == "off centre":
            image = _cut(rng, image)
        return _border(rng, image) if view != "crop" and rng.random() < 0.2 else image
    view = view or rng.choice(["whole", "crop", "round"], p=[0.5, 0.25, 0.25])
    if picture.family == "pages":
        # A part of a page may show nothing but its photograph.
        return _border(rng, image) if rng.random() < 0.2 else image
    if view == "crop":
        side = rng.uniform(0.35, 0.9)
        top, left = (int(rng.uniform(0, 1 - side) * v) for v in (height, width))
        return image[top : top + int(side * height), left : left + int(side * width)]
    if view == "round":
        share = rng.uniform(0.6, 1)
        return _round(rng, image, share, (width / 2 + rng.uniform(-0.1, 0.1) * width, height / 2), min(width, height))
    return _border(rng, image) if rng.random() < 0.15 else image


def _reddened(rng: Rng, image: Array) -> Array:
    """Its light in the colours of a retina."""
    light = image.mean(2, dtype=np.float32) / 255
    dark, bright = rng.uniform((20, 5, 0), (120, 50, 30)), rng.uniform((170, 70, 20), (255, 200, 140))
    return (dark + (bright - dark) * light[..., None]).astype(np.uint8)


def _marked(rng: Rng, image: Array) -> Array:
    """Date, name or number burnt into a corner."""
    image = np.ascontiguousarray(image)
    height, width = image.shape[:2]
    text = "".join(chr(c) for c in rng.choice([*range(48, 58), *range(65, 91), 45, 47, 58], int(rng.integers(2, 14))))
    place = (int(rng.uniform(0, 0.6) * width), int(height * (rng.uniform(0.04, 0.1) if rng.random() < 0.5 else rng.uniform(0.9, 0.99))))
    colour = [255.0] * 3 if rng.random() < 0.7 else [float(v) for v in rng.uniform(0, 255, 3)]
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, width / rng.uniform(400, 900), colour, 1, cv2.LINE_AA)
    return image


def coloured(rng: Rng, image: Array) -> Array:
    """uint8 [h, w, 3] as other cameras, lights and programs show it."""
    kind = rng.random()
    if kind < 0.14:
        image = np.repeat(image.mean(2, dtype=np.float32)[..., None], 3, 2).astype(np.uint8)
    elif kind < 0.28:
        image = np.repeat(image[..., 1:2], 3, 2)
    elif kind < 0.31:
        image = np.repeat(image[..., :1], 3, 2)
    elif kind < 0.6:
        mix = np.eye(3) + rng.normal(0, 0.15, (3, 3))
        mix = mix * np.exp(rng.normal(0, 0.2, (3, 1)))
        image = np.clip(cv2.transform(image.astype(np.float32), mix.astype(np.float32)), 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        curve = 255 * (np.arange(256) / 255) ** augment.log_uniform(rng, 0.6, 1.7) * augment.log_uniform(rng, 0.45, 1.4)
        image = cv2.LUT(image, np.clip(curve, 0, 255).astype(np.uint8))
    if rng.random() < 0.2:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.2:
        grain = rng.normal(0, rng.uniform(1, 10), image.shape)
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        data = cv2.imencode(".jpg", np.ascontiguousarray(image), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(15, 90))])[1]
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return image


def laid_out(image: Array, size: int) -> tuple[Array, Array]:
    """uint8 [h, w, 3] as the product shows it: image float32 [3, s, s] and field float32 [1, s, s], padded at the right and below."""
    ratio = size / max(image.shape[:2])
    width, height = (max(1, round(ratio * side)) for side in image.shape[1::-1])
    flag = cv2.INTER_AREA if ratio < 1 else cv2.INTER_CUBIC
    small = cv2.resize(image, (width, height), interpolation=flag).astype(np.float32) / 255
    out, inside = np.zeros((3, size, size), np.float32), np.zeros((1, size, size), np.float32)
    out[:, :height, :width] = np.clip(small, 0, 1).transpose(2, 0, 1)
    inside[:, :height, :width] = 1
    return out, inside


def sample(rng: Rng, picture: Picture, size: int) -> tuple[Array, Array]:
    """A random view for training."""
    image = _turned(rng, shaped(rng, picture))
    longest = int(size * rng.choice([1.0, 1.5, 2.0]))
    ratio = longest / max(image.shape[:2])
    if ratio < 1:
        image = cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    elif rng.random() < 0.25:
        # What was kept at 224 px or less.
        small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    if not picture.fundus and picture.family in ("things", "drawings") and rng.random() < 0.35:
        image = _reddened(rng, image)
    image = coloured(rng, np.ascontiguousarray(image))
    return laid_out(_marked(rng, image) if rng.random() < 0.15 else image, size)


VIEWS = 10_000
"""Half of them of photographs."""


def chances(side: list[Picture], shares: dict[str, float]) -> Array:
    """A camera, or a family of other pictures, has its share; in a family every kind has the same."""
    groups = [p.group for p in side]
    kinds = {family: len({p.group for p in side if p.family == family}) for family in {p.family for p in side}}
    alike = {group: groups.count(group) for group in set(groups)}
    share = [shares[p.group] / alike[p.group] if p.fundus else shares[p.family] / alike[p.group] / kinds[p.family] for p in side]
    return np.array(share) / sum(share)


def write_views(config: Config, part: int, parts: int) -> None:
    """The views whose number leaves `part` when divided by `parts`: which picture, and what the network is shown of it."""
    everything = pictures()
    sides = [[at for at, p in enumerate(everything) if p.fundus == is_fundus] for is_fundus in (True, False)]
    likely = [chances([everything[at] for at in side], config["shares"][name]) for side, name in zip(sides, ("in", "out"))]
    shown, images, fields = [], [], []
    for number in range(part, VIEWS, parts):
        rng = np.random.default_rng([config["seed"], number])
        which = int(rng.choice(sides[number % 2], p=likely[number % 2]))
        image, field = sample(rng, everything[which], config["input_size_px"])
        shown.append(which)
        images.append(np.rint(255 * image).astype(np.uint8))
        fields.append(field.astype(np.uint8))
    for name, values in (("shown", shown), ("images", images), ("fields", fields)):
        np.save(FOLDER / f"{name}-{part}-{parts}.npy", values)


def views() -> list[tuple[Array, Array, Array]]:
    """In parts, of every view the number of its picture, the image uint8 [3, s, s] and the field uint8 [1, s, s]; runs beside
    each other share their memory."""
    parts = [path.stem.split("-", 1)[1] for path in sorted(FOLDER.glob("shown-*.npy"))]

    def read(name: str, part: str) -> Array:
        return np.load(FOLDER / f"{name}-{part}.npy", mmap_mode="r")

    return [(read("shown", part), read("images", part), read("fields", part)) for part in parts]


def main() -> None:
    from .. import config as configuration

    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("things", nargs="*", type=Path)
    parser.add_argument("--views", action="store_true")
    parser.add_argument("--part", default="0/1")
    options = parser.parse_args()
    if options.views:
        write_views(configuration.load("is_fundus"), *(int(number) for number in options.part.split("/")))
        return
    found = collected(configuration.load("is_fundus"), options.things)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "pictures.pkl").write_bytes(pickle.dumps([tuple(vars(picture).values()) for picture in found]))
    for family in sorted({picture.family for picture in found}):
        groups = [picture.group for picture in found if picture.family == family]
        print(family, len(groups), {group: groups.count(group) for group in sorted(set(groups))})


if __name__ == "__main__":
    main()
