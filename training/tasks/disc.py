"""The disc task: the optic disc and its cup in a square around the disc that the landmarks network found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .. import config as configuration
from ..data import augment, disc_alone, fundus
from ..data import landmarks as landmarks_data
from ..export import deployed_from_onnx
from ..networks.unet import BlockUNet
from ..report import Reliability, Sheet, dice, with_errors
from ..types import Array, Card, Config, Pair, Point, Rng, Tensor
from . import card_input, landmarks

LABELS = ("disc", "cup")
DISC, CUP = 0, 1
AROUND = ("drishti", "drive", "hrf", "idrid", "stare")
"""Sets whose photographs reach far beyond the disc."""
SETS = (*AROUND, disc_alone.NAME)
CONTEXT = 1.6
"""A photograph is kept around its disc this many times as broad as the network sees it, so that the square may move."""


def network(config: Config) -> BlockUNet:
    """The network to train, of logits."""
    return BlockUNet(**config["network"])


def split(config: Config, part: str, leave_out: str | None = None) -> list[Pair]:
    """(set, name) of the `train` or `validation` part: those of the landmarks network, so that no photograph changes sides,
    and discs alone."""
    around = [pair for pair in landmarks.split(configuration.load("landmarks"), part, leave_out) if pair[0] in AROUND]
    held = disc_alone.kept(config)
    alone = [name for name in disc_alone.names() if (name in held) == (part == "validation")]
    return around + ([] if leave_out == disc_alone.NAME and part == "train" else [(disc_alone.NAME, name) for name in alone])


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    return {
        "task": "disc",
        "labels": list(LABELS),
        "threshold": 0.5,
        "licence": landmarks.licence_of(SETS),
        "input": {
            **card_input.pictures("height,width"),
            "crop_disc_diameters": config["crop_disc_diameters"],
            "size_px": config["size_px"],
            "multiple": config["multiple"],
            "preparation": (
                f"A square around {config['around']}, its side crop_disc_diameters times that "
                "disc's diameter, brought to size_px: means of what a pixel covers when reducing, cubic when enlarging, zero where "
                "it reaches over the photograph's edge. The graph normalises by itself."
            ),
        },
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,2,height,width",
            "range": [0, 1],
            "meaning": "disc and cup, the cup a part of the disc; take the largest part of each above the threshold",
        },
        "data": landmarks.data_of(configuration.load("landmarks"), SETS, lambda _, part: split(config, part)),
    }


def cup_mask(set_name: str, name: str, known: dict[str, Any], shape: tuple[int, ...]) -> Array | None:
    """uint8 0..255: the share of four experts, or an ellipse by eye; None where neither is at hand."""
    if set_name != "drishti":
        return landmarks_data.ellipse(known["cup"], shape) if "cup" in known else None
    return fundus.read_mask(configuration.DATA / "fundus" / set_name / "masks" / f"{name}_cup.png", shape)


def read_photograph(set_name: str, name: str) -> fundus.Photograph:
    return disc_alone.read(name) if set_name == disc_alone.NAME else fundus.read_photograph(set_name, name)


def outlines(set_name: str, name: str, known: dict[str, Any], shape: tuple[int, ...]) -> tuple[Array | None, Array | None]:
    """Disc and cup, uint8 0..255; None what nobody outlined."""
    if set_name == disc_alone.NAME:
        return disc_alone.masks(name)
    return landmarks_data.outline(set_name, name, known, shape), cup_mask(set_name, name, known, shape)


class Finder:
    """The shipped landmarks network, which says where the square of a photograph lies."""

    def __init__(self) -> None:
        self.config = configuration.load("landmarks")
        self.model = deployed_from_onnx(configuration.model_folder("landmarks") / "model.onnx", self.config)

    def find(self, photograph: fundus.Photograph) -> tuple[Point, float] | None:
        """Centre (x, y) and diameter of the disc, px of the photograph; None where none is found."""
        maps, ratio = landmarks.predict(self.config, self.model, photograph)
        found = landmarks.find_disc(maps[landmarks.DISC])
        if found is None:
            return None
        (x, y), diameter, _ = found
        return (photograph.box[0] + x / ratio - 0.5, photograph.box[1] + y / ratio - 0.5), diameter / ratio


def square_box(centre: Point, side: float) -> tuple[int, int, int]:
    """x, y and side, whole px, of the square around `centre`; pixel centres lie at whole numbers."""
    side = max(2, round(side))
    return round(centre[0] + 0.5 - side / 2), round(centre[1] + 0.5 - side / 2), side


def cut_square(picture: Array, box: tuple[int, int, int], size: int) -> Array:
    """The square brought to `size` px: means of what a pixel covers when reducing, cubic when enlarging; zero outside."""
    x, y, side = box
    height, width = picture.shape[:2]
    whole = np.zeros((side, side, *picture.shape[2:]), picture.dtype)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(width, x + side), min(height, y + side)
    if x1 > x0 and y1 > y0:
        whole[y0 - y : y1 - y, x0 - x : x1 - x] = picture[y0:y1, x0:x1]
    return cv2.resize(whole, (size, size), interpolation=cv2.INTER_AREA if side > size else cv2.INTER_CUBIC)


def turned_maps(config: Config, model: nn.Module, photograph: fundus.Photograph, centre: Point, diameter: float) -> tuple[Array, tuple[int, int, int]]:
    """Probabilities as the mean over the square's eight turned and mirrored views, and the square."""
    size = config["size_px"]
    box = square_box(centre, config["crop_disc_diameters"] * diameter)
    image, field = cut_square(photograph.image, box, size), cut_square(photograph.field, box, size) > 127
    total = np.zeros((2, size, size), np.float32)
    for turns in range(4):
        for mirrored in (False, True):
            turn = lambda a: np.rot90(a[:, ::-1] if mirrored else a, turns)  # noqa: B023, E731
            view = np.ascontiguousarray(turn(image).astype(np.float32).transpose(2, 0, 1)[None] / 255)
            inside = np.ascontiguousarray(turn(field).astype(np.float32)[None, None])
            with torch.no_grad():
                maps = model(torch.from_numpy(view), torch.from_numpy(inside))[0].numpy()
            for at in range(2):
                back = np.rot90(maps[at], -turns)
                total[at] += back[:, ::-1] if mirrored else back
    return total / 8, box


class Source:
    """A photograph around its disc, labels uint8 0..255 and how much each label is to be believed (0 not at all)."""

    def __init__(self, config: Config, set_name: str, name: str, known: dict[str, Any]) -> None:
        photograph = read_photograph(set_name, name)
        shape = photograph.image.shape[:2]
        disc, cup = outlines(set_name, name, known, shape)
        drawn = len(known.get("disc", ())) == 4
        by_eye = 0 if cup is None else config["trust"]["cup_by_eye" if "cup" in known else "outline"]
        self.trust = np.array([config["trust"]["ellipse" if drawn else "outline"], by_eye], np.float32)
        self.usable = disc is not None
        if not self.usable:
            return
        x, y, width, height = cv2.boundingRect((disc > 127).astype(np.uint8))
        centre, axes = (x + (width - 1) / 2, y + (height - 1) / 2), (width, height)
        diameter = sum(axes) / 2
        self.pixels = round(CONTEXT * config["size_px"] * 1.2)
        side = CONTEXT * config["crop_disc_diameters"] * diameter
        box = square_box(centre, side)
        self.diameter = diameter * self.pixels / box[2]
        self.axes = np.array(axes) * self.pixels / box[2]
        empty = np.zeros(shape, np.uint8)
        self.image, self.field = (cut_square(p, box, self.pixels) for p in (photograph.image, photograph.field))
        self.labels = [cut_square(empty if p is None else p, box, self.pixels) for p in (disc, cup)]


class Field:
    """A whole field with its outlined disc, as large as in a `Source`: what lies elsewhere is no disc."""

    def __init__(self, config: Config, set_name: str, name: str, known: dict[str, Any]) -> None:
        photograph = read_photograph(set_name, name)
        disc, cup = outlines(set_name, name, known, photograph.image.shape[:2])
        self.usable = disc is not None
        if disc is None:
            return
        x, y, width, height = photograph.box
        across, down = cv2.boundingRect((disc > 127).astype(np.uint8))[2:]
        self.diameter = 1.2 * config["size_px"] / config["crop_disc_diameters"]
        ratio = self.diameter / ((across + down) / 2)
        size = (round(width * ratio), round(height * ratio))
        flag = cv2.INTER_AREA if ratio < 1 else cv2.INTER_CUBIC
        cut = lambda picture: cv2.resize(picture[y : y + height, x : x + width], size, interpolation=flag)  # noqa: E731
        empty = np.zeros(photograph.image.shape[:2], np.uint8)
        self.image, self.field = cut(photograph.image), cut(photograph.field)
        self.labels = [cut(empty if part is None else part) for part in (disc, cup)]
        self.has_cup = cup is not None


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        known = landmarks_data.marks()
        self.sources: dict[str, list[Source]] = {}
        self.fields: list[Field] = []
        for set_name, name in split(config, "train", leave_out):
            source = Source(config, set_name, name, known.get((set_name, name), {}))
            if source.usable:
                self.sources.setdefault(set_name, []).append(source)
            if source.usable and set_name != disc_alone.NAME:
                self.fields.append(Field(config, set_name, name, known.get((set_name, name), {})))
        self.sets = sorted(self.sources)
        print({set_name: len(self.sources[set_name]) for set_name in self.sets}, flush=True)
        weights = np.array([config["sampling"][s] for s in self.sets])
        self.weights = weights / weights.sum()

    def _grid(self, rng: Rng, source: "Source") -> tuple[Array, Array]:
        """Where every pixel of the view lies in the source: turned, stretched, mirrored, moved as a landmark may be off,
        and the inside of the disc drawn together or apart, which makes another cup."""
        size, jitter = self.config["size_px"], self.config["jitter"]
        middle = source.pixels / 2
        scale = source.diameter * self.config["crop_disc_diameters"] / size * augment.log_uniform(rng, *jitter["size"])
        stretch = np.exp(rng.uniform(-0.1, 0.1))
        angle = rng.normal(0, 0.2) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        linear = scale * turn @ np.diag([stretch * rng.choice([-1, 1]), rng.choice([-1, 1]) / stretch])
        moved = np.clip(rng.normal(0, jitter["place"], 2), -0.4, 0.4) * source.diameter
        ys, xs = np.mgrid[:size, :size].astype(np.float32) + 0.5 - size / 2
        dx = linear[0, 0] * xs + linear[0, 1] * ys + moved[0]
        dy = linear[1, 0] * xs + linear[1, 1] * ys + moved[1]
        if rng.random() < jitter["cup_share"]:
            power = np.clip(np.exp(rng.normal(-0.05, 0.22)), 0.6, 1.6)
            radius = np.hypot(dx / source.axes[0], dy / source.axes[1]) * 2 / 1.02
            pull = np.where(radius < 1, np.maximum(radius, 1e-3) ** (power - 1), 1).astype(np.float32)
            dx, dy = dx * pull, dy * pull
        return (dx + middle - 0.5).astype(np.float32), (dy + middle - 0.5).astype(np.float32)

    def sample(self, rng: Rng) -> tuple[Array, ...]:
        """One view: image [3, s, s], field [1, s, s], truth [2, s, s], weight [2, s, s]."""
        if rng.random() < self.config["elsewhere"]["share"]:
            return self._elsewhere(rng)
        set_name = self.sets[rng.choice(len(self.sets), p=self.weights)]
        source = self.sources[set_name][rng.integers(len(self.sources[set_name]))]
        grid = self._grid(rng, source)
        warp = lambda picture: cv2.remap(picture, *grid, cv2.INTER_LINEAR)  # noqa: E731
        field = (warp(source.field) > 127).astype(np.float32)
        if set_name != disc_alone.NAME:
            field = self._cut(rng, field, self.config["cut"]["share"])
        truth = np.stack([warp(label) for label in source.labels]).astype(np.float32) / 255
        weight = source.trust[:, None, None] * field
        return self._photographed(rng, warp(source.image)).transpose(2, 0, 1), field[None], truth, weight

    def _cut(self, rng: Rng, field: Array, share: float) -> Array:
        """Now and then what a photograph that was cut shows of it: a turned rectangle about the middle."""
        if rng.random() >= share:
            return field
        size, sides = field.shape[0], self.config["cut"]["side"]
        kept = np.zeros(field.shape, np.uint8)
        place = size / 2 + rng.normal(0, 0.04 * size, 2)
        box = cv2.boxPoints((tuple(place), tuple(size * rng.uniform(sides[0], sides[1], 2)), rng.choice([0, 0, rng.uniform(0, 90)])))
        cv2.fillPoly(kept, [np.rint(box).astype(np.int32)], 1)
        return field * kept

    def _elsewhere(self, rng: Rng) -> tuple[Array, ...]:
        """A view of a random place of a field, from near or from afar, mostly without a disc or with a part of one."""
        source = self.fields[rng.integers(len(self.fields))]
        size, sizes = self.config["size_px"], self.config["elsewhere"]["size"]
        height, width = source.field.shape
        scale = source.diameter * self.config["crop_disc_diameters"] / size * augment.log_uniform(rng, *sizes)
        angle, mirror = rng.uniform(0, 2 * np.pi), rng.choice([-1, 1])
        linear = scale * np.array([[np.cos(angle) * mirror, -np.sin(angle)], [np.sin(angle) * mirror, np.cos(angle)]])
        offset = np.array([width, height]) * rng.uniform(0.1, 0.9, 2) - linear @ np.full(2, size / 2)
        warp = lambda picture: cv2.warpAffine(picture, np.c_[linear, offset], (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)  # noqa: E731
        field = self._cut(rng, (warp(source.field) > 127).astype(np.float32), 0.6)
        truth = np.stack([warp(label) for label in source.labels]).astype(np.float32) / 255
        weight = np.stack([field, field if source.has_cup else field * (truth[DISC] < 0.01)])
        return self._photographed(rng, warp(source.image)).transpose(2, 0, 1), field[None], truth, weight

    def _photographed(self, rng: Rng, image: Array) -> Array:
        """As the same camera may show it or, besides what `camera` does: coarse photographs, dark ones, ones without colour."""
        if rng.random() < self.config["same_camera_share"]:
            return augment.same_camera(rng, image, self.config["same_camera_light"])
        size = image.shape[0]
        if rng.random() < 0.25:
            share = augment.log_uniform(rng, 0.2, 0.8)
            small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
            image = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
        if rng.random() < 0.15:
            image = (image * augment.log_uniform(rng, 0.15, 0.7)).astype(np.uint8)
        if rng.random() < 0.15:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(1.5, 4))
        if rng.random() < 0.06:
            image = cv2.merge([image[..., rng.integers(2)]] * 3)
        return augment.camera(rng, image, self.config["colour_mixing"])

    def batch(self, rank: int, step: int) -> list[Tensor]:
        """Tensors image [n, 3, s, s], field [n, 1, s, s], truth [n, 2, s, s], weight [n, 2, s, s]."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        samples = [self.sample(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.ascontiguousarray(np.stack(part), dtype=np.float32)) for part in zip(*samples)]


def _extents(maps: Tensor, axis: int) -> Tensor:
    """How far each map [n, 2, s, s] reaches along an axis, px; differentiable."""
    return maps.amax(axis).sum(-1)


def loss(config: Config, network: BlockUNet, batch: list[Any]) -> Tensor:
    """Cross-entropy and soft Dice of each output, and the error of the cup-to-disc ratio along both axes."""
    image, field, truth, weight = batch
    with torch.autocast(image.device.type, torch.bfloat16):
        logits = network.features(network.normalise(image, field).contiguous(memory_format=torch.channels_last))
    logits = logits.float()
    probability = torch.sigmoid(logits) * field
    entropy = F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * weight
    total = (entropy.sum((0, 2, 3)) / weight.sum((0, 2, 3)).clamp(min=1)).sum()
    trust = weight.amax((2, 3))
    seen = field > 0
    both = (probability * truth * seen).sum((2, 3))
    dice = (2 * both + 10) / ((probability + truth * seen).sum((2, 3)) + 10)
    total = total + config["optimiser"]["dice_weight"] * ((1 - dice) * trust).sum() / trust.sum().clamp(min=1)
    cup = trust[:, CUP]
    for axis in (2, 3):
        called, meant = _extents(probability, axis), _extents(truth * seen, axis)
        error = (called[:, CUP] / called[:, DISC].clamp(min=10) - meant[:, CUP] / meant[:, DISC].clamp(min=10)).abs()
        total = total + config["optimiser"]["ratio_weight"] * (error * cup).sum() / cup.sum().clamp(min=1)
    return total


def largest(mask: Array) -> Array:
    """The largest connected part of a bool mask."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return mask if count < 3 else parts == 1 + stats[1:, cv2.CC_STAT_AREA].argmax()


def hull(mask: Array) -> Array:
    """The convex hull of a bool mask."""
    points = cv2.findNonZero(mask.astype(np.uint8))
    filled = np.zeros(mask.shape, np.uint8)
    if points is not None:
        cv2.fillConvexPoly(filled, cv2.convexHull(points), 1)
    return filled > 0


def shapes(maps: Array) -> tuple[Array, Array]:
    """Disc and cup as one part each, the cup within the disc: bool [s, s] twice."""
    disc = largest(maps[DISC] >= 0.5)
    return disc, largest((maps[CUP] >= 0.5) & disc)


def vertical_ratio(disc: Array, cup: Array) -> float | None:
    """Vertical cup-to-disc ratio: rows the cup reaches over rows the disc reaches; None without a disc."""
    rows = disc.any(1).sum()
    return float(cup.any(1).sum() / rows) if rows else None


def back_on(mask: Array, box: tuple[int, int, int], shape: tuple[int, ...]) -> Array:
    """A map [s, s] of the square on the photograph's own grid, float32."""
    x, y, side = box
    whole = np.zeros(shape, np.float32)
    flag = cv2.INTER_AREA if mask.shape[0] > side else cv2.INTER_LINEAR
    scaled = cv2.resize(mask.astype(np.float32), (side, side), interpolation=flag)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(shape[1], x + side), min(shape[0], y + side)
    whole[y0:y1, x0:x1] = scaled[y0 - y : y1 - y, x0 - x : x1 - x]
    return whole


def copies(photograph: fundus.Photograph) -> Iterator[fundus.Photograph]:
    """The photograph brighter, darker, compressed, halved and turned by 8 degrees: what must not change a ratio."""
    image, field, box, diameter = photograph.image, photograph.field, photograph.box, photograph.diameter
    make = lambda i, f=field, b=box, d=diameter: fundus.Photograph(photograph.set, photograph.name, i, f, None, b, d)  # noqa: E731
    yield make(np.clip(image * 1.2, 0, 255).astype(np.uint8))
    yield make((image * 0.75).astype(np.uint8))
    yield make(cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], 1))
    small = [cv2.resize(p, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for p in (image, field)]
    halved = cv2.boundingRect(np.where(small[1] > 127, 255, 0).astype(np.uint8))
    yield make(small[0], np.where(small[1] > 127, 255, 0).astype(np.uint8), halved, diameter / 2)
    height, width = field.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 8, 1)
    image, field = (cv2.warpAffine(p, turn, (width, height)) for p in (image, field))
    field = np.where(field > 127, 255, 0).astype(np.uint8)
    box = cv2.boundingRect(field)
    yield make(image, field, box, diameter)


def judged(config: Config, model: nn.Module, finder: Finder, photograph: fundus.Photograph) -> tuple[Array, Array, Array] | None:
    """Disc and cup as the product would draw them on the photograph, bool, and the maps: the mean of eight views, as the
    product takes it; None where no disc is found."""
    found = finder.find(photograph)
    if found is None:
        return None
    maps, box = turned_maps(config, model, photograph, *found)
    on = np.stack([back_on(m, box, photograph.field.shape) for m in maps])
    return (*shapes(on), on)


def alone(config: Config, model: nn.Module, photograph: fundus.Photograph) -> tuple[Array, Array, Array] | None:
    """The same of a photograph of the disc alone, which the landmarks network does not know: looked at as if the disc took
    `disc_alone_share` of it, and again where it was found; None where nothing is."""
    height, width = shape = photograph.field.shape
    found = ((width - 1) / 2, (height - 1) / 2), config["disc_alone_share"] * max(shape)
    for _ in range(2):
        maps, box = turned_maps(config, model, photograph, *found)
        on = np.stack([back_on(m, box, shape) for m in maps])
        disc, cup = shapes(on)
        if not disc.any():
            return None
        x, y, across, down = cv2.boundingRect(disc.astype(np.uint8))
        found = (x + (across - 1) / 2, y + (down - 1) / 2), (across + down) / 2
    return disc, cup, on


def measure(
    config: Config,
    model: nn.Module,
    finder: Finder,
    pair: Pair,
    known: dict[str, Any],
    reliability: dict[str, Reliability],
    sheet: Sheet,
    views: bool,
) -> dict[str, Any]:
    photograph = read_photograph(*pair)
    shape = photograph.field.shape
    truth, cup_label = outlines(*pair, known, shape)
    if truth is None:
        return {}
    seen = alone(config, model, photograph) if pair[0] == disc_alone.NAME else judged(config, model, finder, photograph)
    disc, cup, maps = seen or (np.zeros(shape, bool), np.zeros(shape, bool), np.zeros((2, *shape), np.float32))
    label, inside = truth > 127, photograph.field > 127
    result: dict[str, Any] = {"disc_dice": dice(disc, label & inside), "disc_dice_hull": dice(hull(disc), label & inside)}
    around = cv2.dilate(label.astype(np.uint8), np.ones((9, 9)), iterations=max(1, int(np.sqrt(label.sum()) / 12))) > 0
    reliability["disc"].add(maps[DISC][around & inside], label[around & inside])
    if cup_label is not None:
        cup_truth = cup_label > 127
        reliability["cup"].add(maps[CUP][label], cup_truth[label])
        meant = vertical_ratio(label, cup_truth)
        called, smooth = vertical_ratio(disc, cup) or 0, vertical_ratio(hull(disc), hull(cup)) or 0
        result.update(cup_dice=dice(cup, cup_truth), cup_dice_hull=dice(hull(cup), cup_truth))
        result.update(vcdr_error=abs(called - meant), vcdr_error_hull=abs(smooth - meant), vcdr_bias=called - meant)
        if sheet:
            sheet.add(1 - abs(called - meant), f"{pair[1]} vcdr {called:.2f} for {meant:.2f}, kept", with_errors(photograph.image, cup, cup_truth))
    elif sheet:
        sheet.add(result["disc_dice"], " ".join(pair), with_errors(photograph.image, disc, label))
    if views and seen and pair[0] != disc_alone.NAME:
        own = vertical_ratio(hull(disc), hull(cup))
        for copy in copies(photograph):
            other = judged(config, model, finder, copy)
            ratio = vertical_ratio(hull(other[0]), hull(other[1])) if other else 0
            result.setdefault("copies", []).append(abs(ratio - own))
    return result


def evaluate(config: Config, model: nn.Module, leave_out: str | None = None, views: bool = False) -> Card:
    """Prints a table of each set, and returns what the card says of it. The square is where the shipped landmarks
    network puts it; a disc not found counts as none."""
    known, finder = landmarks_data.marks(), Finder()
    held = [pair for pair in split(config, "validation", leave_out) if leave_out in (None, pair[0])]
    reliability, sheet, found = {label: Reliability() for label in LABELS}, Sheet("disc"), []
    changes = []
    for set_name in config["measured"]:
        pairs = [pair for pair in held if pair[0] == set_name]
        rows = [measure(config, model, finder, p, known.get(p, {}), reliability, sheet, views) for p in pairs]
        rows = [row for row in rows if row]
        changes += [change for row in rows for change in row.pop("copies", [])]
        for name in dict.fromkeys(name for row in rows for name in row):
            values = [row[name] for row in rows if name in row]
            labelled = set_name in ("drishti", disc_alone.NAME) or (set_name == "idrid" and name.startswith("disc"))
            truth = "the set's labels" if labelled else "our own ellipses"
            found.append({"name": name, "set": f"{set_name}, images kept from training, {truth}", "value": round(float(np.mean(values)), 4), "n": len(values)})
            print(f"{set_name:8} {name:16} {np.mean(values):7.4f}  worst {max(values, key=lambda v: v if 'vcdr' in name else -v):7.4f}  n {len(values)}", flush=True)
    if changes:
        print(f"change of the ratio in copies: mean {np.mean(changes):.4f}, 95 % {np.percentile(changes, 95):.4f}, most {max(changes):.4f}, n {len(changes)}")
        found.append({"name": "vcdr_change_in_copies", "set": "brighter, darker, compressed, halved, turned", "value": round(float(np.mean(changes)), 4), "n": len(changes)})
    sheet.write()
    return {"figures": found, "calibration_curve": [row for label in LABELS for row in reliability[label].curve(label)]}
