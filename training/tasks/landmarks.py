"""The landmarks task: the optic disc and the fovea in the whole photograph, coarse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ..data import augment, fundus, sets
from ..data.landmarks import GRADED, LABELS, disc_mask, marks
from ..networks.unet import BlockUNet
from ..report import Reliability, Sheet
from ..types import Array, Card, Config, Pair, Point, Rng, Tensor
from . import card_input

SETS = ("drishti", "drive", "eyepacs224", "hei-med", "hrf", "idrid", GRADED, "stare")
DISC, FOVEA = 0, 1


def names_of(set_name: str) -> list[str]:
    """The photographs of a set of which the disc or the fovea is known."""
    known = marks()
    return [n for n in fundus.names(set_name) if set_name in ("drishti", "idrid") or (set_name, n) in known]


def split(config: Config, part: str, leave_out: str | None = None) -> list[Pair]:
    """(set, name) of the `train` or `validation` part; `leave_out` is a set kept wholly from training.

    A mark that an earlier network proposed is learnt from, never measured against.
    """
    known = marks()
    pairs = [(set_name, name) for set_name in SETS for name in names_of(set_name)]
    held = set()
    for set_name in SETS:
        names = names_of(set_name)
        kept = names if set_name == leave_out else sets.kept(config["validation"][set_name], names)
        held |= {(set_name, name) for name in kept}
    if part == "train":
        return [pair for pair in pairs if pair not in held]
    return [pair for pair in pairs if pair in held and not known.get(pair, {}).get("proposed")]


def network(config: Config) -> BlockUNet:
    """The network to train, of logits."""
    return BlockUNet(**config["network"])


def data_of(config: Config, chosen_sets: Sequence[str], pairs_of: Callable[[Config, str], list[Pair]]) -> list[Card]:
    """The card's `data`: what each set was used for, and its licence."""
    chosen = {part: pairs_of(config, part) for part in ("train", "validation")}
    return [
        {
            "set": set_name,
            "training": [name for s, name in chosen["train"] if s == set_name],
            "validation": [name for s, name in chosen["validation"] if s == set_name],
            "licence": sets.LICENCES[set_name],
        }
        for set_name in chosen_sets
    ]


def licence_of(set_names: Sequence[str]) -> str:
    return sets.terms(sets.LICENCES[name] for name in set_names)


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    return {
        "task": "landmarks",
        "labels": list(LABELS),
        "threshold": 0.5,
        "licence": licence_of(SETS),
        "input": card_input.whole_field(config, "the field's diameter"),
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,2,height,width",
            "range": [0, 1],
            "meaning": (
                "disc: probability of the optic disc; centre and area of the largest part above the threshold. fovea: a bump "
                f"of {config['bump_px']} px standard deviation around the fovea; its highest point is the place, its height how sure "
                "it is. Both are zero outside the field."
            ),
        },
        "data": data_of(config, SETS, split),
    }


class Source:
    """A photograph brought near the working scale once, with what is known of it there.

    image uint8, field 0/255; disc: labels 0..255 and known: 0 where the label is not to be learnt; centre of the disc,
    diameter of a disc and the fovea in the same px, or None.
    """

    def __init__(self, set_name: str, name: str, known: dict[str, Any], diameter_px: float) -> None:
        photograph = fundus.read_photograph(set_name, name)
        x, y, width, height = photograph.box
        self.ratio = ratio = diameter_px / photograph.diameter
        size = (round(width * ratio), round(height * ratio))
        shrink = cv2.INTER_AREA if ratio < 1 else cv2.INTER_CUBIC
        cut = (slice(y, y + height), slice(x, x + width))
        self.image = cv2.resize(photograph.image[cut], size, interpolation=shrink)
        self.field = cv2.resize(photograph.field[cut], size, interpolation=cv2.INTER_NEAREST)
        self.diameter = diameter_px
        place = lambda px, py: ((px + 0.5 - x) * ratio, (py + 0.5 - y) * ratio)  # noqa: E731
        fovea = known.get("fovea")
        self.fovea = place(*fovea) if fovea and not known["unsure"] else None
        self.disc, self.known = np.zeros(size[::-1], np.uint8), np.full(size[::-1], 255, np.uint8)
        self.disc_centre = self.disc_diameter = None
        self.outlined = False
        label = disc_mask(set_name, name, photograph.image.shape[:2])
        if label is not None:
            self.disc = cv2.resize(label[cut], size, interpolation=cv2.INTER_AREA if ratio < 1 else cv2.INTER_LINEAR)
            x0, y0, w, h = cv2.boundingRect((self.disc > 127).astype(np.uint8))
            self.disc_centre, self.disc_diameter, self.outlined = (x0 + w / 2, y0 + h / 2), (w + h) / 2, True
        elif "disc" in known:
            self.disc_centre = centre = place(*known["disc"][:2])
            at = tuple(round(16 * (c - 0.5)) for c in centre)
            if len(known["disc"]) == 4:
                axes = [v * ratio for v in known["disc"][2:]]
                cv2.ellipse(self.disc, at, tuple(round(8 * a) for a in axes), 0, 0, 360, 255, -1, cv2.LINE_AA, 4)
                self.disc_diameter, self.outlined = sum(axes) / 2, True
            else:
                # Only the centre is known: what is surely disc and what is surely none is learnt, not what lies between.
                inner, outer = 0.045 * diameter_px, 0.105 * diameter_px
                cv2.circle(self.known, at, round(16 * outer), 0, -1, cv2.LINE_AA, 4)
                cv2.circle(self.known, at, round(16 * inner), 255, -1, cv2.LINE_AA, 4)
                cv2.circle(self.disc, at, round(16 * inner), 255, -1, cv2.LINE_AA, 4)
                self.disc_diameter = 0.14 * diameter_px
        elif "disc" not in known.get("absent", ()):
            self.known[:] = 0
        self.no_fovea = "fovea" in known.get("absent", ())


def _field_circle(rng: Rng, source: "Source") -> tuple[float, float, float]:
    """Centre and diameter, px of the source, of the field to show: mostly the own one, else a narrower camera's."""
    height, width = source.field.shape
    if rng.random() < 0.55:
        return width / 2, height / 2, source.diameter
    diameter = source.diameter * rng.uniform(0.55, 1)
    if source.disc_centre and rng.random() < 0.4:
        around = np.array(source.disc_centre) + rng.normal(0, 0.05, 2) * source.diameter
    else:
        around = np.array([width, height]) / 2 + rng.uniform(-0.6, 0.6, 2) * (source.diameter - diameter)
    return around[0], around[1], diameter


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        known = marks()
        self.sources = {}
        for set_name, name in split(config, "train", leave_out):
            source = Source(set_name, name, known.get((set_name, name), {}), round(1.25 * config["field_diameter_px"]))
            self.sources.setdefault(set_name, []).append(source)
        self.sets = sorted(self.sources)
        weights = np.array([config["sampling"][s] for s in self.sets])
        self.weights = weights / weights.sum()

    def sample(self, rng: Rng) -> tuple[Array, ...]:
        """One view: image [3, s, s], field [1, s, s], truth [2, s, s], weight [2, s, s]."""
        size = self.config["view_px"]
        sources = self.sources[self.sets[rng.choice(len(self.sets), p=self.weights)]]
        source = sources[rng.integers(len(sources))]
        cx, cy, diameter = _field_circle(rng, source)
        zoom = self.config["field_diameter_px"] / diameter * augment.log_uniform(rng, *self.config["zoom"])
        angle = rng.normal(0, 0.15) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        stretch = np.exp(rng.uniform(-0.06, 0.06))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        linear = zoom * turn @ np.diag([stretch * rng.choice([-1, 1]), rng.choice([-1, 1], p=[0.2, 0.8]) / stretch])
        offset = size / 2 + rng.normal(0, 0.05, 2) * size - linear @ np.array([cx, cy])
        matrix = np.c_[linear, offset + linear @ np.array([0.5, 0.5]) - 0.5]

        def warp(picture: Array) -> Array:
            return cv2.warpAffine(picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)

        image, field = warp(source.image), warp(source.field)
        circle = np.zeros((size, size), np.uint8)
        middle = linear @ np.array([cx, cy]) + offset
        cv2.circle(circle, tuple(int(v) for v in middle), round(0.5 * diameter * zoom * rng.uniform(0.97, 1)), 255, -1)
        if rng.random() < 0.2:
            # Cameras cut the circle straight above and below.
            cut = round(rng.uniform(0.36, 0.48) * diameter * zoom)
            circle[: max(0, int(middle[1]) - cut)] = 0
            circle[max(0, int(middle[1]) + cut) :] = 0
        field = (np.minimum(field, circle) > 127).astype(np.float32)
        truth = np.zeros((2, size, size), np.float32)
        weight = np.zeros((2, size, size), np.float32)
        truth[DISC] = warp(source.disc).astype(np.float32) / 255
        weight[DISC] = warp(source.known) > 254
        ys, xs = np.mgrid[:size, :size].astype(np.float32) + 0.5
        if source.fovea:
            x, y = linear @ np.array(source.fovea) + offset
            bump = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * self.config["bump_px"] ** 2))
            inside = 0 <= int(y) < size and 0 <= int(x) < size and field[int(y), int(x)] > 0
            # Just outside the field the fovea is neither shown nor surely absent.
            truth[FOVEA] = bump if inside else 0
            weight[FOVEA] = 1 if inside else bump < 0.1
        elif source.no_fovea:
            weight[FOVEA] = 1
        elif source.disc_centre:
            x, y = linear @ np.array(source.disc_centre) + offset
            weight[FOVEA] = np.hypot(xs - x, ys - y) < 1.4 * source.disc_diameter * zoom
        if source.disc_centre:
            image = self._with_blotches(rng, image, linear @ np.array(source.disc_centre) + offset, source.disc_diameter * zoom)
        return self._photographed(rng, image).transpose(2, 0, 1), field[None], truth, weight * field

    def _with_blotches(self, rng: Rng, image: Array, disc: Array, diameter: float) -> Array:
        """Now and then bright patches where no disc is, as broad as one at most twice: none of them is a disc."""
        for _ in range(rng.integers(1, 4) if rng.random() < self.config["blotch_share"] else 0):
            centre = image.shape[0] * rng.uniform(0.17, 0.83, 2)
            radius = diameter * augment.log_uniform(rng, 0.2, 0.9)
            if np.hypot(*(centre - disc)) > 0.6 * diameter + 1.3 * radius:
                image = augment.blotch(rng, image, centre, radius)
        return image

    def _photographed(self, rng: Rng, image: Array) -> Array:
        """Besides what `camera` does: far too dark, far too blurred, without colour."""
        if rng.random() < 0.2:
            image = (image * augment.log_uniform(rng, 0.1, 0.7)).astype(np.uint8)
        if rng.random() < 0.15:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(2, 6))
        if rng.random() < 0.06:
            image = cv2.merge([image[..., rng.integers(2)]] * 3)
        return augment.camera(rng, image)

    def batch(self, rank: int, step: int) -> list[Tensor]:
        """Tensors image [n, 3, s, s], field [n, 1, s, s], truth [n, 2, s, s], weight [n, 2, s, s]."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        samples = [self.sample(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.ascontiguousarray(np.stack(part), dtype=np.float32)) for part in zip(*samples)]


def loss(config: Config, network: BlockUNet, batch: list[Any]) -> Tensor:
    """Cross-entropy, and soft Dice of the disc; the fovea's few px weigh more."""
    image, field, truth, weight = batch
    with torch.autocast(image.device.type, torch.bfloat16):
        logits = network.features(network.normalise(image, field).contiguous(memory_format=torch.channels_last))
    logits = logits.float()
    weight = torch.stack([weight[:, DISC], weight[:, FOVEA] * (1 + 9 * truth[:, FOVEA])], 1)
    entropy = F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * weight
    entropy = (entropy.sum((0, 2, 3)) / weight.sum((0, 2, 3)).clamp(min=1)).sum()
    disc = torch.sigmoid(logits[:, DISC]) * weight[:, DISC]
    truth = truth[:, DISC] * weight[:, DISC]
    dice = (2 * (disc * truth).sum() + 1) / ((disc + truth).sum() + 1)
    return 2 * entropy + config["optimiser"]["dice_weight"] * (1 - dice)


def find_disc(probability: Array) -> tuple[Point, float, float] | None:
    """Centre (x, y), diameter (px) and highest probability of the disc in a map [h, w]; None where none reaches 0.5.

    Of several parts the one of the greatest sum is taken.
    """
    count, parts = cv2.connectedComponents((probability >= 0.5).astype(np.uint8))
    if count < 2:
        return None
    sums = np.bincount(parts.ravel(), probability.ravel(), count)
    sums[0] = 0
    chosen = parts == sums.argmax()
    ys, xs = np.nonzero(chosen)
    return (xs.mean() + 0.5, ys.mean() + 0.5), 2 * np.sqrt(chosen.sum() / np.pi), float(probability[chosen].max())


def find_fovea(probability: Array) -> tuple[Point, float]:
    """Centre (x, y) of the highest bump in a map [h, w], and its height."""
    height = float(probability.max())
    y, x = np.unravel_index(probability.argmax(), probability.shape)
    count, parts = cv2.connectedComponents((probability >= 0.5 * height).astype(np.uint8))
    ys, xs = np.nonzero(parts == parts[y, x])
    mass = probability[ys, xs]
    return ((xs * mass).sum() / mass.sum() + 0.5, (ys * mass).sum() / mass.sum() + 0.5), height


def predict(config: Config, model: nn.Module, photograph: fundus.Photograph) -> tuple[Array, float]:
    """Maps float32 [2, h, w] at the working scale and the working px for one px of the photograph."""
    image, field, size = fundus.to_working_scale(photograph, config["field_diameter_px"], config["multiple"])
    with torch.no_grad():
        maps = model(torch.from_numpy(image), torch.from_numpy(field))[0].numpy()
    return maps[:, : size[1], : size[0]], config["field_diameter_px"] / photograph.diameter


def measure(config: Config, model: nn.Module, pair: Pair, known: dict[Pair, dict[str, Any]], reliability: dict[str, Reliability], sheet: Sheet) -> dict[str, float]:
    """What the network says of one photograph, in px of the working scale, against what is known."""
    source = Source(*pair, known.get(pair, {}), config["field_diameter_px"])
    maps, _ = predict(config, model, fundus.read_photograph(*pair))
    disc, (fovea, height) = find_disc(maps[DISC]), find_fovea(maps[FOVEA])
    result = {}
    if source.disc_centre:
        apart = np.hypot(*np.subtract(disc[0], source.disc_centre)) if disc else np.inf
        result["disc_off"] = apart / (source.disc_diameter / 2)
        seen = (source.known > 254) & (source.field > 127)
        reliability["disc"].add(maps[DISC][seen], source.disc[seen] > 127)
    if source.outlined:
        cut, label = maps[DISC] >= 0.5, source.disc > 127
        result["disc_dice_coarse"] = 2 * (cut & label).sum() / max(1, cut.sum() + label.sum())
        if disc:
            result["disc_diameter_ratio"] = disc[1] / source.disc_diameter
    if source.fovea:
        scale = source.disc_diameter or 0.14 * config["field_diameter_px"]
        result["fovea_off"] = np.hypot(*np.subtract(fovea, source.fovea)) / scale
        # One number for each photograph: whether the peak's height says how often the place is right.
        reliability["fovea"].add(min(height, 1), result["fovea_off"] < 0.5)
    picture = source.image.copy()
    for place, colour in ((disc and disc[0], (0, 255, 0)), (fovea if height >= 0.5 else None, (0, 0, 255))):
        if place:
            cv2.drawMarker(picture, [round(v) for v in place], colour, cv2.MARKER_CROSS, 24, 2)
    for place in (source.disc_centre, source.fovea):
        if place:
            cv2.circle(picture, [round(v) for v in place], 6, (255, 255, 255), 1)
    sheet.add(-max(result.get("disc_off", 0), result.get("fovea_off", 0)), " ".join(pair), picture)
    return result


SUMMARIES: tuple[tuple[str, str, Callable[[Array], Any]], ...] = (
    ("disc_off", "disc_centre_within_half_radius", lambda v: (v < 0.5).mean()),
    ("disc_off", "disc_centre_error_radii", lambda v: np.minimum(v, 9).mean()),
    ("disc_dice_coarse", "disc_dice_coarse", np.mean),
    ("disc_diameter_ratio", "disc_diameter_ratio", np.mean),
    ("fovea_off", "fovea_within_half_disc_diameter", lambda v: (v < 0.5).mean()),
    ("fovea_off", "fovea_error_disc_diameters", np.mean),
)
OWN_MARKS = ("drive", "eyepacs224", "hrf", "stare")


def evaluate(config: Config, model: nn.Module, leave_out: str | None = None, views: bool = False) -> Card:
    """Prints a table of each set, and returns what the card says of it."""
    known = marks()
    held = [pair for pair in split(config, "validation", leave_out) if leave_out in (None, pair[0])]
    reliability, sheet, found = {label: Reliability() for label in LABELS}, Sheet("landmarks", 400), []
    for set_name in SETS:
        rows = [measure(config, model, pair, known, reliability, sheet) for pair in held if pair[0] == set_name]
        for key, name, summary in SUMMARIES:
            values = np.array([row[key] for row in rows if key in row])
            if not len(values):
                continue
            own = set_name in OWN_MARKS or (key == "fovea_off" and set_name != GRADED)
            truth = "our own marks" if own else "the set's labels"
            value = round(float(summary(values)), 4)
            found.append({"name": name, "set": f"{set_name}, images kept from training, {truth}", "value": value, "n": len(values)})
            print(f"{set_name:10} {name:32} {value:7.4f}  n {len(values)}", flush=True)
    sheet.write()
    return {"figures": found, "calibration_curve": [row for label in LABELS for row in reliability[label].curve(label)]}
