"""The OCTA task: large vessels, all vessels and the avascular zone of an en-face scan."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import torch
from torch import nn

from ..data import augment, sets
from ..data import octa as octa_data
from ..data.octa import LABELS, SETS, Scan
from ..networks import whole
from ..networks.unet import BlockUNet
from ..report import Reliability, Sheet, dice, with_errors
from ..types import Array, Card, Config, Rng, Tensor


def network(config: Config) -> BlockUNet:
    """The network to train, of logits."""
    return BlockUNet(**config["network"])


def scanner(rng: Rng, image: Array, same: bool) -> Array:
    """uint8 [s, s] -> float32 [s, s] 0..1 as the same scanner, or another one, might have shown it."""
    picture = (image.astype(np.float32) / 255) ** np.float32(augment.log_uniform(rng, 0.75, 1.3))
    picture *= np.float32(augment.log_uniform(rng, 0.7, 1.3))
    if same:
        return np.clip(picture, 0, 1)
    size = image.shape[0]
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 2.4))
    if rng.random() < 0.15:
        share = rng.uniform(0.4, 0.9)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.2:
        amount = rng.uniform(0.3, 1.0)
        picture = picture + amount * (picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(1, 3)))
    if rng.random() < 0.5:
        picture = picture * np.exp(augment.slow_field(rng, size, 0.35))
    if rng.random() < 0.3:
        picture = picture + augment.slow_field(rng, size, 0.06)
    if rng.random() < 0.25:
        rows = np.exp(rng.normal(0, 0.25, (size, 1)).astype(np.float32) * (rng.random((size, 1)) < 0.1))
        picture = picture * (rows if rng.random() < 0.5 else rows.T)
    if rng.random() < 0.5:
        grain = rng.standard_normal((size, size), dtype=np.float32)
        if rng.random() < 0.7:
            grain = 2 * cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.6, 1.4))
        picture = picture * (1 + grain * np.float32(rng.uniform(0, 0.25))) + grain * np.float32(rng.uniform(0, 0.04))
    picture = np.clip(picture, 0, 1).astype(np.float32)
    if rng.random() < 0.25:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))]
        picture = cv2.imdecode(cv2.imencode(".jpg", (255 * picture).astype(np.uint8), quality)[1], 0).astype(np.float32) / 255
    return picture


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        self.scans: dict[str, list[Scan]] = {}
        for set_name, name in octa_data.split(config, "train", leave_out):
            self.scans.setdefault(set_name, []).append(octa_data.read_scan(config, set_name, name))

    def _any(self, rng: Rng) -> Scan:
        sampling = self.config["sampling"]
        chosen = sorted(self.scans)
        weights = np.array([sampling[name] for name in chosen])
        scans = self.scans[chosen[rng.choice(len(chosen), p=weights / weights.sum())]]
        return scans[rng.integers(len(scans))]

    def _placement(self, rng: Rng, scan: Scan) -> Callable[[Array], Array]:
        size, side = self.config["patch_px"], scan.image.shape[0]
        spread = side / 10 if rng.random() < self.config["zone_share"] else side / 2.6
        centre = side / 2 + rng.uniform(-spread, spread, 2)
        angle, zoom = rng.uniform(0, 2 * np.pi), augment.log_uniform(rng, *self.config["zoom"])
        stretch = np.exp(rng.uniform(-0.06, 0.06))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = zoom * turn @ np.diag([stretch * rng.choice([-1, 1]), 1 / stretch])
        shift = size / 2 - 0.5 - matrix @ (centre - 0.5)

        def warp(picture: Array) -> Array:
            return cv2.warpAffine(picture, np.c_[matrix, shift], (size, size), flags=cv2.INTER_LINEAR)

        return warp

    def _view(self, rng: Rng) -> tuple[Array, ...]:
        """image [1, s, s], field [1, s, s], truth [3, s, s], and where each label is known [3, s, s]."""
        scan = self._any(rng)
        warp = self._placement(rng, scan)
        field = (warp(np.ones_like(scan.image, np.float32)) > 0.99).astype(np.float32)
        image = scanner(rng, warp(scan.image), rng.random() < self.config["same_scanner_share"])
        truth, known = np.zeros((2, len(LABELS), *field.shape), np.float32)
        for at, label in enumerate(LABELS):
            drawn = scan.truth[label]
            if drawn is not None:
                truth[at], known[at] = warp(drawn), field
        large, every, zone = range(len(LABELS))
        if scan.truth["vessel"] is None:
            # A large vessel is a vessel, and the zone has none; of the rest nobody said anything.
            sure = field * ((truth[large] > 0.9) | (truth[zone] > 0.9))
            truth[every], known[every] = (truth[large] > 0.9) * sure, sure
        return image[None] * field, field[None], truth, known

    def batch(self, rank: int, step: int) -> list[Tensor]:
        rng = np.random.default_rng([self.config["seed"], rank, step])
        views = [self._view(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.ascontiguousarray(np.stack(part))) for part in zip(*views)]


def middle_part(called: Array) -> Array:
    """The connected part that is nearest to the middle by area over distance: there is one zone."""
    count, parts, stats, centres = cv2.connectedComponentsWithStats(called.astype(np.uint8))
    if count == 1:
        return called
    far = np.hypot(*(centres[1:] - (called.shape[0] - 1) / 2).T) / called.shape[0]
    return parts == 1 + int((stats[1:, cv2.CC_STAT_AREA] * np.exp(-((far / 0.15) ** 2))).argmax())


loss = whole.loss


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    chosen = {part: octa_data.split(config, part) for part in ("train", "validation")}
    return {
        "task": "octa",
        "labels": list(LABELS),
        "threshold": 0.5,
        "licence": sets.terms(map(sets.licence, SETS)),
        "input": {
            "image": {"name": "image", "type": "float32", "layout": "1,1,height,width", "range": [0, 1]},
            "field": {"name": "field", "type": "float32", "layout": "1,1,height,width", "values": "1 in the scan, 0 in the padding"},
            "size_px": config["size_px"],
            "multiple": config["multiple"],
            "preparation": (
                "Resize the scan to size_px of its breadth in mm, pad with zeros at the right and the bottom to the multiple. "
                "The graph normalises by itself."
            ),
        },
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,3,height,width",
            "range": [0, 1],
            "meaning": "probabilities of a large vessel, of any vessel, of the avascular zone, at the working scale",
        },
        "data": [
            {
                "set": set_name,
                "training": [name for s, name in chosen["train"] if s == set_name],
                "validation": [name for s, name in chosen["validation"] if s == set_name],
                "licence": sets.licence(set_name),
            }
            for set_name in SETS
        ],
    }


CUTS = np.linspace(0.1, 0.9, 33)


def evaluate(config: Config, model: nn.Module, leave_out: str | None = None, views: bool = False) -> Card:
    """Prints a table, mean over the scans of each set, and returns what the card says of it. Dice is that of the drawn
    size, for simulated vessels that of the working scale."""
    found, sheet = [], Sheet("octa")
    reliability = {label: Reliability() for label in LABELS}
    rows: dict[tuple[str, str], list[dict[str, float]]] = {}
    curves: dict[tuple[str, str], list[Array]] = {}
    for set_name, name in octa_data.split(config, "validation", leave_out):
        if leave_out not in (None, set_name):
            continue
        scan = octa_data.read_scan(config, set_name, name)
        for label, probability in zip(LABELS, whole.predict(config, model, scan.image)):
            truth = scan.truth[label]
            if truth is None:
                continue
            reliability[label].add(probability, truth > 0.5)
            size = probability.shape[0] if label == "vessel" else scan.native
            p, t = octa_data.resized(probability, size), octa_data.resized(truth, size) >= 0.5
            called = middle_part(p >= 0.5) if label == "zone" else p >= 0.5
            figures = {"dice": dice(called, t)}
            if label == "zone":
                figures["area_error"] = abs(np.count_nonzero(called) / max(1, np.count_nonzero(t)) - 1)
            else:
                figures["density_error"] = 100 * abs(float(called.mean() - t.mean()))
            rows.setdefault((label, set_name), []).append(figures)
            curves.setdefault((label, set_name), []).append(np.array([dice(p >= cut, t) for cut in CUTS]))
            colour = cv2.cvtColor(octa_data.resized(scan.image, size), cv2.COLOR_GRAY2RGB)
            sheet.add(figures["dice"], f"{label} {set_name} {name}", with_errors(colour, called, t))
    for (label, set_name), each in rows.items():
        mean = {key: float(np.mean([one[key] for one in each])) for key in each[0]}
        curve = np.mean(curves[label, set_name], 0)
        written = ", ".join(f"{key} {value:.4f}" for key, value in mean.items())
        print(f"{label:13} {set_name:12} n {len(each):3} {written}; best cut {CUTS[curve.argmax()]:.3f}, {curve.max():.4f}", flush=True)
        place = f"{set_name}, scans kept from training"
        found += [{"name": f"{label}_{key}", "set": place, "value": round(value, 4), "n": len(each)} for key, value in mean.items()]
    sheet.write()
    return {"figures": found, "calibration_curve": [row for label in LABELS for row in reliability[label].curve(label)]}
