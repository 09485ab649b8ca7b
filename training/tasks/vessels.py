"""The vessel task: what a batch is, what the loss is, and what is measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from scipy import ndimage
from sklearn.metrics import roc_auc_score
from torch import nn

from ..data import augment, fundus, sets
from ..data.vessels_seen import SeenVessels
from ..networks.unet import BlockUNet
from ..report import Reliability, Sheet, dice, with_errors
from ..types import Array, Card, Config, Pair, Rng, Source, Tensor
from . import card_input

SETS = sets.VESSELS
UNLABELLED = ("drishti", "hei-med", "idrid")
"""Sets whose vessels nobody drew: what the exported network shows of their photographs as they are is taken for the truth
of every view of them."""
LARGEST_PX = 2500
"""Photographs without labels and broader than this are halved."""
LABELS = ("vessel", "artery", "vein")


def split(config: Config, part: str, leave_out: str | None = None) -> list[Pair]:
    """(set, name) of the `train` or `validation` part.

    With `leave_out`, a set is kept wholly from training; its validation part is then the whole set, and no photograph
    without labels is learnt from, as the exported network that shows their vessels knows the set that is left out.
    """
    chosen = []
    for set_name in SETS + (() if leave_out else UNLABELLED):
        names = fundus.names(set_name)
        held = names if set_name == leave_out else sets.kept(config["validation"][set_name], names)
        chosen += [(set_name, name) for name in names if (name in held) == (part == "validation")]
    return chosen


class VesselNetwork(nn.Module):
    """Two networks: of vessels, and, at half the scale and so with a wide view, of arteries against veins.

    Answers the logits of vessel, artery and vein; the probability of the first is shared between the other two.
    """

    def __init__(self, vessel: Config, kinds: Config) -> None:
        super().__init__()
        self.vessel, self.kinds = BlockUNet(**vessel), BlockUNet(**kinds)

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        share = F.avg_pool2d(field, 2)
        half = F.avg_pool2d(image * field, 2) / share.clamp(min=0.25)
        artery = self.kinds(half, (4 * share).clamp(max=1))
        artery = F.interpolate(artery, scale_factor=2.0, mode="bilinear", align_corners=False).clamp(-12, 12)
        vessel = self.vessel(image, field).clamp(-12, 12)
        # The logit of a product of two probabilities, sigmoid(v) sigmoid(a), is -log(e^-v + e^-a + e^-v e^-a).
        no_vessel, no_artery, no_vein = torch.exp(-vessel), torch.exp(-artery), torch.exp(artery)
        return torch.cat([vessel] + [-torch.log(no_vessel + no + no_vessel * no) for no in (no_artery, no_vein)], 1)


def network(config: Config) -> VesselNetwork:
    """The network to train, of logits."""
    return VesselNetwork(**config["network"])


def licence_of(set_name: str) -> str:
    return sets.licence(set_name, ", no vessels drawn" if set_name in UNLABELLED else "")


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    chosen = {part: split(config, part) for part in ("train", "validation")}
    return {
        "task": "vessels",
        "labels": list(LABELS),
        "threshold": 0.5,
        "cut": config["cut"],
        "licence": sets.terms(licence_of(set_name) for set_name in SETS + UNLABELLED),
        "input": card_input.whole_field(config),
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,3,height,width",
            "range": [0, 1],
            "meaning": (
                "probabilities of a vessel, of an artery, of a vein, zero outside the field; resize them to the photograph, "
                "then cut at the threshold. Artery and vein are the vessel's probability shared between the two."
            ),
        },
        "data": [
            {
                "set": set_name,
                "training": [name for s, name in chosen["train"] if s == set_name],
                "validation": [name for s, name in chosen["validation"] if s == set_name],
                "licence": licence_of(set_name),
            }
            for set_name in SETS + UNLABELLED
        ],
    }


def spread_kinds(kinds: Array | None, truth: Array) -> Array:
    """ARTERY, VEIN or 0 of the nearest vessel pixel for every pixel, so that a turned picture has no ragged edge."""
    if kinds is None:
        return np.zeros(truth.shape, np.uint8)
    at = ndimage.distance_transform_edt(~truth, return_distances=False, return_indices=True)
    return kinds[at[0], at[1]]


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        self.sources = {}
        self.seen = SeenVessels(config, predict)
        for set_name, name in split(config, "train", leave_out):
            read = fundus.read_vessel_photograph if set_name in SETS else self._unlabelled
            self.sources.setdefault(set_name, []).append(self._source(read(set_name, name)))

    def _unlabelled(self, set_name: str, name: str) -> fundus.Photograph:
        """A photograph with the vessels the exported network shows of it."""
        photograph = fundus.read_photograph(set_name, name)
        if photograph.image.shape[1] > LARGEST_PX:
            photograph = fundus.halved(photograph)
        return replace(photograph, truth=self.seen.of(photograph))

    def _source(self, photograph: fundus.Photograph) -> Source:
        ys, xs = np.nonzero(photograph.field[::4, ::4])
        distance = fundus.signed_distance(photograph.truth)
        return {
            **self._scales(photograph.image),
            "field": photograph.field,
            "distance": distance,
            "kinds": spread_kinds(fundus.read_arteries_veins(photograph), photograph.truth),
            "points": np.c_[xs, ys] * 4,
            "middle": np.array([[photograph.box[0] + photograph.box[2] / 2, photograph.box[1] + photograph.box[3] / 2]]),
            "ratio": self.config["field_diameter_px"] / photograph.diameter,
            "depth": fundus.depth_of_truth(photograph, distance, self.config["field_diameter_px"]),
        }

    @staticmethod
    def _scales(image: Array) -> dict[str, Array]:
        return {"image": image, "half": cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)}

    def _zoom(self, rng: Rng, source: Source) -> float:
        """Working px for one px of the photograph: near what the product will show, or any depth from any camera,
        so that a camera's habits of labelling are not tied to one calibre."""
        zoom = self.config["zoom"]
        if rng.random() < zoom["depth_share"]:
            return augment.log_uniform(rng, *zoom["depth_px"]) / source["depth"]
        return source["ratio"] * augment.log_uniform(rng, *zoom["near"])

    def _field(self, rng: Rng, field: Array) -> Array:
        """Another camera's edge: the field narrowed, or cut by a circle that reaches into the patch."""
        size = field.shape[0]
        if rng.random() < 0.2:
            field = cv2.erode(field, np.ones((int(rng.integers(2, 12)),) * 2))
        if rng.random() < 0.15:
            angle, radius, reach = rng.uniform(0, 2 * np.pi), rng.uniform(400, 700), rng.uniform(-100, 150)
            x, y = size / 2 + (radius - reach) * np.cos(angle), size / 2 + (radius - reach) * np.sin(angle)
            disc = np.zeros_like(field)
            cv2.circle(disc, (int(x), int(y)), int(radius), 1, -1)
            field = field * disc
        return field

    def _any(self, rng: Rng, sampling: dict[str, float]) -> Source:
        """A source of one of the sets, drawn by their weights."""
        names = [s for s in sorted(self.sources) if s in sampling]
        weights = np.array([sampling[s] for s in names])
        sources = self.sources[names[rng.choice(len(names), p=weights / weights.sum())]]
        return sources[rng.integers(len(sources))]

    def _view(self, rng: Rng, source: Source, zoom: float, mixing: Sequence[float]) -> tuple[Array, ...]:
        """One patch: image [3, c, c], field, truth and kinds [1, c, c], with c the context size."""
        warp = augment.placement(rng, source, zoom, self.config["patch"]["context_px"])
        image = augment.placed_image(rng, warp, source, zoom)
        same = rng.random() < self.config["same_camera_share"]
        image = augment.same_camera(rng, image) if same else augment.camera(rng, image, mixing)
        field = (warp(source["field"], cv2.INTER_LINEAR) > 127).astype(np.float32)
        truth = augment.placed_truth(warp, source["distance"], zoom)
        kinds = warp(source["kinds"], cv2.INTER_NEAREST)
        return image.transpose(2, 0, 1), self._field(rng, field)[None], truth[None], kinds[None]

    def _stored(self, rng: Rng, source: Source) -> Source:
        """The photograph as a JPEG keeps it."""
        return {**source, **self._scales(augment.recompressed(rng, source["image"]))}

    def _twins(self, rng: Rng) -> Iterator[tuple[Array, ...]]:
        """A patch of a photograph, perhaps a dark one, and the very same of what a JPEG keeps of it."""
        source = self._any(rng, self.config["sampling"])
        zoom = self._zoom(rng, source)
        if rng.random() < 0.5:
            source = {**source, **self._scales(cv2.convertScaleAbs(source["image"], alpha=rng.uniform(0.4, 1)))}
        stored, state = self._stored(rng, source), rng.bit_generator.state
        for one in (source, stored):
            rng.bit_generator.state = state
            yield self._view(rng, one, zoom, self.config["colour_mixing"])

    def _kinds_view(self, rng: Rng) -> tuple[Array, ...]:
        """At half the scale, near the middle of the field: most of a photograph at once."""
        source, chosen = self._any(rng, self.config["kinds"]["sampling"]), self.config["kinds"]
        if rng.random() < chosen["recompressed_share"]:
            source = self._stored(rng, source)
        inner = source["middle"] + chosen["reach"] * (source["points"] - source["middle"])
        zoom = source["ratio"] / 2 * augment.log_uniform(rng, *chosen["zoom"])
        return self._view(rng, {**source, "points": inner}, zoom, chosen["colour_mixing"])

    def batch(self, rank: int, step: int) -> list[list[Tensor] | None]:
        """Patches for vessels, twins side by side, and patches for kinds, each as tensors image [n, 3, c, c], field, truth
        and kinds [n, 1, c, c], or None for a part that is not trained."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        optimiser = self.config["optimiser"]
        vessels = [view for _ in range(optimiser["batch"] // 2) for view in self._twins(rng)]
        kinds = [self._kinds_view(rng) for _ in range(optimiser["kinds_batch"])]
        return [
            [torch.from_numpy(np.ascontiguousarray(np.stack(part))) for part in zip(*views)] or None for views in (vessels, kinds)
        ]


def middle_logits(config: Config, network: BlockUNet, batch: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Logits of the middle of the patches, with field, truth and kinds of the middle.

    The local mean and spread see the whole context, as they will in a whole photograph; the network sees the middle.
    """
    image, field, truth, kinds = batch
    size, context = config["patch"]["size_px"], config["patch"]["context_px"]
    edge = (context - size) // 2
    with torch.no_grad():
        blocks = network.normalise(image, field)[:, :, edge // 2 : (edge + size) // 2, edge // 2 : (edge + size) // 2]
    with torch.autocast(image.device.type, torch.bfloat16):
        logits = network.features(blocks.contiguous(memory_format=torch.channels_last))
    return logits.float(), *(part[:, :, edge : edge + size, edge : edge + size] for part in (field, truth, kinds))


def vessel_loss(config: Config, network: BlockUNet, batch: Sequence[Tensor]) -> Tensor:
    """Cross-entropy and soft Dice of vessels inside the field, and by how much the one of two twins shows more of them."""
    logits, field, truth, _ = middle_logits(config, network, batch)
    inside = field.sum().clamp(min=1)
    entropy = (F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * field).sum() / inside
    probability = torch.sigmoid(logits) * field
    overlap = (2 * (probability * truth).sum() + 1) / ((probability + truth * field).sum() + 1)
    # 50 px more, so that a patch of hardly any vessel weighs little.
    called = (torch.sigmoid(4 * logits) * field).sum((1, 2, 3)) + 50
    apart = (called[::2].log() - called[1::2].log()).abs().mean()
    optimiser = config["optimiser"]
    return entropy + optimiser["dice_weight"] * (1 - overlap) + optimiser["twin_weight"] * apart


def kinds_loss(config: Config, network: BlockUNet, batch: Sequence[Tensor]) -> Tensor:
    """Cross-entropy of artery against vein on the labelled vessels."""
    logits, field, truth, kinds = middle_logits(config, network, batch)
    told = truth * field * (kinds > 0)
    apart = F.binary_cross_entropy_with_logits(logits, (kinds == fundus.ARTERY).float(), reduction="none")
    return (apart * told).sum() / told.sum().clamp(min=1)


def loss(config: Config, network: VesselNetwork, batch: list[Any]) -> Any:
    """The sum over the parts that are trained: a part whose batch is 0 keeps its weights."""
    parts = ((vessel_loss, network.vessel), (kinds_loss, network.kinds))
    return sum(of(config, part, views) for (of, part), views in zip(parts, batch) if views)


def measure(probability: Array, truth: Array, inside: Array) -> dict[str, float]:
    """Dice, sensitivity, specificity at 0.5 and the area under the ROC curve, over the pixels of the field."""
    p, t = probability[inside], truth[inside]
    called = p >= 0.5
    hits = np.count_nonzero(called & t)
    return {
        "dice": dice(called, t),
        "auc": roc_auc_score(t, p),
        "sensitivity": hits / np.count_nonzero(t),
        "specificity": np.count_nonzero(~called & ~t) / np.count_nonzero(~t),
    }


def measure_kinds(artery: Array, vein: Array, kinds: Array, counted: Array) -> dict[str, float]:
    """Share of the labelled artery and vein pixels at which the greater of the two probabilities names the kind, and
    the Dice of each map at 0.5 over the pixels `counted`, which leave out crossings and vessels of no told kind."""
    is_artery, is_vein = kinds == fundus.ARTERY, kinds == fundus.VEIN
    right = (artery > vein) == is_artery
    return {
        "artery_vein_accuracy": float(right[counted & (kinds > 0)].mean()),
        "artery_sensitivity": float(right[counted & is_artery].mean()),
        "vein_sensitivity": float(right[counted & is_vein].mean()),
        "artery_dice": dice(artery[counted] >= 0.5, is_artery[counted]),
        "vein_dice": dice(vein[counted] >= 0.5, is_vein[counted]),
    }


CUTS = np.linspace(0.05, 0.95, 37)


def dice_by_cut(probability: Array, truth: Array, inside: Array) -> Array:
    """Dice for every cut of CUTS."""
    p, t = probability[inside], truth[inside]
    return np.array([dice(p >= c, t) for c in CUTS])


def predict(config: Config, model: nn.Module, photograph: fundus.Photograph, field_diameter_px: int | None = None) -> list[Array]:
    """Probability float32 [h, w] of vessel, artery and vein on the photograph's own grid."""
    image, field, size = fundus.to_working_scale(
        photograph, field_diameter_px or config["field_diameter_px"], config["multiple"]
    )
    with torch.no_grad():
        probability = model(torch.from_numpy(image), torch.from_numpy(field))[0].numpy()
    return [fundus.from_working_scale(one, photograph, size) for one in probability]


def measured_at(config: Config, model: nn.Module, photograph: fundus.Photograph, reliability: dict[str, Reliability]) -> tuple[dict[str, float], dict[str, Array], Array]:
    """What was measured on one photograph, and by label its Dice for every cut; and the vessel map."""
    vessel, artery, vein = predict(config, model, photograph)
    truth, inside, kinds = photograph.truth, photograph.field > 127, fundus.read_arteries_veins(photograph)
    figures, curves = measure(vessel, truth, inside), {"vessel": dice_by_cut(vessel, truth, inside)}
    reliability["vessel"].add(vessel[inside], truth[inside])
    if kinds is not None:
        counted = inside & ((kinds > 0) | ~truth)
        figures |= measure_kinds(artery, vein, kinds, counted)
        for label, probability, kind in (("artery", artery, fundus.ARTERY), ("vein", vein, fundus.VEIN)):
            curves[label] = dice_by_cut(probability, kinds == kind, counted)
            reliability[label].add(probability[counted], kinds[counted] == kind)
    return figures, curves, vessel


def evaluate(config: Config, model: nn.Module, leave_out: str | None = None, views: bool = False) -> Card:
    """Prints a table, mean over the images of each set, and returns what the card says of it.

    `best` is the cut that would have served the set best, and its Dice: the price of one cut for every camera.
    """
    held = [pair for pair in split(config, "validation", leave_out) if leave_out in (None, pair[0])]
    reliability = {label: Reliability() for label in LABELS}
    found, sheet = [], Sheet("vessels")
    for set_name, share in [(s, share) for share in ((1.0, 0.67) if views else (1.0,)) for s in SETS]:
        rows = []
        for name in [name for s, name in held if s == set_name]:
            photograph = fundus.read_vessel_photograph(set_name, name)
            if share < 1:
                photograph = fundus.narrowed(photograph, share)
            used = reliability if share == 1 else {label: Reliability() for label in LABELS}
            figures, curves, vessel = measured_at(config, model, photograph, used)
            rows.append((figures, curves))
            if share == 1:
                sheet.add(figures["dice"], f"{set_name} {name}", with_errors(photograph.image, vessel >= 0.5, photograph.truth))
        if not rows:
            continue
        mean = {key: float(np.mean([figures[key] for figures, _ in rows])) for key in rows[0][0]}
        print(f"{set_name}, {share:.2f} of the field, n {len(rows)}: " + ", ".join(f"{k} {v:.3f}" for k, v in mean.items()))
        for label in rows[0][1]:
            curve = np.mean([curves[label] for _, curves in rows], 0)
            print(f"    best cut of {label} {CUTS[curve.argmax()]:.3f}, Dice {curve.max():.3f}, at 0.5 {curve[18]:.3f}", flush=True)
        if share == 1:
            label = f"{set_name}, images kept from training"
            found += [{"name": k, "set": label, "value": round(v, 4), "n": len(rows)} for k, v in mean.items()]
    sheet.write()
    return {"figures": found, "calibration_curve": [row for label in LABELS for row in reliability[label].curve(label)]}
