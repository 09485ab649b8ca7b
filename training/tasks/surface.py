"""The task of the eye surface: cornea, opening of the lids, patches and dots of staining in a photograph with fluorescein."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ..data import augment, sets, surface_paste
from ..data import surface as surface_data
from ..data.surface import LABELS, Photograph
from ..data.surface_paste import Scene
from ..networks import whole
from ..networks.unet import BlockUNet
from ..report import Reliability, Sheet, dice, with_errors
from ..types import Array, Card, Config, Rng, Tensor


def network(config: Config) -> BlockUNet:
    """The network to train, of logits."""
    return BlockUNet(**config["network"])


def camera(rng: Rng, image: Array) -> Array:
    """uint8 [s, s, 3] -> float32 [s, s, 3] 0..1 as another camera, filter or compression might have shown it."""
    size = image.shape[0]
    picture = (image.astype(np.float32) / 255) ** np.float32(augment.log_uniform(rng, 0.75, 1.35))
    picture *= np.float32(augment.log_uniform(rng, 0.7, 1.35))
    picture *= np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    if rng.random() < 0.5:
        turn = np.eye(3) + rng.normal(0, 0.06, (3, 3))
        picture = picture @ turn.astype(np.float32)
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.8))
    if rng.random() < 0.35:
        share = augment.log_uniform(rng, 0.45, 0.9)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        picture = picture + rng.uniform(0.3, 1) * (picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(1, 3)))
    if rng.random() < 0.5:
        picture = picture * np.exp(augment.slow_field(rng, size, 0.3))[..., None]
    if rng.random() < 0.5:
        grain = rng.standard_normal((size, size, 3), dtype=np.float32)
        picture = picture + cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.3, 1.2)) * np.float32(rng.uniform(0, 0.05))
    picture = np.clip(picture, 0, 1).astype(np.float32)
    if rng.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))]
        picture = cv2.imdecode(cv2.imencode(".jpg", (255 * picture).astype(np.uint8), quality)[1], 1).astype(np.float32) / 255
    return picture


def in_bytes(shares: Array) -> Array:
    """0..1 as 0..255, as batches travel from the processes that make them to a device."""
    return np.round(255 * np.clip(shares, 0, 1)).astype(np.uint8)


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        chosen = surface_data.split(config, "train")
        self.drawn = [surface_data.read_photograph(config, *one) for one in chosen if one[0] == "drawn"]
        self.panels = [surface_data.read_photograph(config, *one) for one in chosen if one[0] == "panels"]
        self.photographs = [surface_data.read_photograph(config, *one) for one in chosen if one[0] == "sustech"]
        self.bare = [replace(one, image=surface_paste.without_lesion(one)) for one in self.panels]
        """The panels without their ulcers."""
        self.tones = [(one.image.mean((0, 1)) / 255, one.image.std((0, 1)) / 255) for one in self.panels]

    def _placed(self, rng: Rng, zoom: float, photograph: Photograph) -> Array:
        """[2, 3]: from a photograph onto a view, mostly with its cornea in sight. Some panels are squeezed."""
        size = self.config["patch_px"]
        height, width = photograph.image.shape[:2]
        cornea = photograph.cornea
        angle = rng.normal(0, 0.15)
        stretch = np.exp(rng.uniform(-0.15, 0.25 if photograph.set_name == "panels" else 0.15))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = zoom * turn @ np.diag([stretch * rng.choice([-1, 1]), 1 / stretch])
        if photograph.set_name == "sustech" and zoom < self.config["dots_from_zoom"]:
            centre = np.array([width, height]) * rng.uniform(0.4, 0.6, 2)
        elif rng.random() < self.config["cornea_share"]:
            reach = self.config["cornea_reach"]
            centre = np.array([cornea["x"], cornea["y"]]) + rng.uniform(-reach, reach, 2) * [cornea["rx"], cornea["ry"]]
        else:
            centre = np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
        return np.c_[matrix, size / 2 - 0.5 - matrix @ (centre - 0.5)]

    def _warped(self, picture: Array, onto: Array) -> Array:
        """float32 0..1"""
        size = self.config["patch_px"]
        return cv2.warpAffine(picture, onto, (size, size), flags=cv2.INTER_LINEAR).astype(np.float32) / 255

    def _scene(self, photograph: Photograph, onto: Array) -> tuple[Scene, Array]:
        """A photograph as a view shows it, and where it has pixels."""
        size = self.config["patch_px"]
        field = (self._warped(np.full(photograph.image.shape[:2], 255, np.uint8), onto) > 0.98).astype(np.float32)
        back = cv2.invertAffineTransform(onto)
        ys, xs = np.indices((size, size), np.float32)
        px, py = (row[0] * xs + row[1] * ys + row[2] for row in back)
        cornea = photograph.cornea
        far = np.hypot((px - cornea["x"]) / cornea["rx"], (py - cornea["y"]) / cornea["ry"]).astype(np.float32)
        truth, known = np.zeros((2, len(LABELS), size, size), np.float32)
        for at, label in enumerate(LABELS):
            drawn = photograph.truth[label]
            if drawn is not None:
                truth[at], known[at] = self._warped(drawn, onto), 1
        return Scene(self._warped(photograph.image, onto), truth, known, far), field

    def _stain(self, rng: Rng, photograph: Photograph, onto: Array) -> tuple[Array, Array]:
        """Patches and dots of a drawn eye, turned on the cornea."""
        source = self.drawn[rng.integers(len(self.drawn))]
        move = surface_paste.onto(source.cornea, photograph.cornea, rng.uniform(0, 6.3), rng.uniform(0.8, 1.3))
        patch, dots = (source.truth[label] for label in ("patch", "dots"))
        assert patch is not None and dots is not None
        whole_move = surface_paste.then(move, onto)
        return self._warped(patch, whole_move), self._warped(dots, whole_move)

    def _beside(self, rng: Rng, photograph: Photograph, onto: Array) -> list[Array]:
        """Shapes of staining, moved to the limbus and beyond."""
        shapes = []
        for _ in range(rng.integers(0, 3)):
            angle, far = rng.uniform(0, 6.3), rng.uniform(0.9, 1.5)
            cornea = photograph.cornea
            beside = {
                "x": cornea["x"] + far * cornea["rx"] * np.cos(angle),
                "y": cornea["y"] + far * cornea["ry"] * np.sin(angle),
                "rx": 0.8 * cornea["rx"],
                "ry": 0.8 * cornea["ry"],
            }
            shapes.append(np.maximum(*self._stain(rng, replace(photograph, cornea=beside), onto)))
        return shapes

    def _pasted(self, rng: Rng, zoom: float) -> tuple[Scene, Array]:
        """A real panel whose ulcer is taken out, with drawn staining, and now and then a drawn cornea."""
        panel = self.bare[rng.integers(len(self.bare))]
        onto = self._placed(rng, zoom, panel)
        scene, field = self._scene(panel, onto)
        between = scene.label("opening") * (scene.far < 1)
        if rng.random() < 0.35:
            source = self.drawn[rng.integers(len(self.drawn))]
            move = surface_paste.then(surface_paste.onto(source.cornea, panel.cornea), onto)
            drawn, _ = self._scene(source, move)
            cover = surface_paste.step(scene.far, 1.03, 0.95) * drawn.label("opening")
            lights = [float(one[between > 0.5].mean()) if (between > 0.5).any() else 0.3 for one in (scene.image, drawn.image)]
            gain = np.float32(np.clip(rng.uniform(0.6, 1.5) * (lights[0] + 0.05) / (lights[1] + 0.05), 0.5, 2))
            scene.image = scene.image * (1 - cover[..., None]) + gain * drawn.image * cover[..., None]
            patch, dots = (drawn.label(label) * between for label in ("patch", "dots"))
        else:
            patch, dots = (shape * between for shape in self._stain(rng, panel, onto))
            if rng.random() < 0.4:
                surface_paste.filmed(rng, scene, 0.6)
            surface_paste.stained(rng, scene, patch, dots)
        scene.set("patch", patch)
        scene.set("dots", dots)
        if rng.random() < 0.4:
            surface_paste.conjunctiva(rng, scene, self._beside(rng, panel, onto))
        return scene, field

    def _transplanted(self, rng: Rng, zoom: float) -> tuple[Scene, Array]:
        """A drawn eye, or a panel without its ulcer, with the cornea of a real panel, turned."""
        others = self.bare if rng.random() < 0.4 else self.drawn
        eye, donor = others[rng.integers(len(others))], self.panels[rng.integers(len(self.panels))]
        onto = self._placed(rng, zoom, eye)
        scene, field = self._scene(eye, onto)
        turned = surface_paste.onto(donor.cornea, eye.cornea, rng.uniform(0, 6.3), rng.uniform(0.97, 1.15))
        moved, _ = self._scene(donor, surface_paste.then(turned, onto))
        cover = surface_paste.step(scene.far, 1.04, 0.97) * scene.label("opening") * moved.label("opening")
        scene.image = scene.image * (1 - cover[..., None]) + moved.image * cover[..., None]
        left = (cover <= 0).astype(np.float32)
        own = left if eye.set_name == "drawn" else left * 0
        scene.set("patch", np.where(cover > 0.5, moved.label("patch"), scene.label("patch") * own))
        scene.set("dots", scene.label("dots") * own, np.where(scene.far > 1.02, 1, own))
        return scene, field

    def _drawn(self, rng: Rng, zoom: float) -> tuple[Scene, Array]:
        """A drawn eye, with glow beside its cornea or as a panel is lit."""
        eye = self.drawn[rng.integers(len(self.drawn))]
        onto = self._placed(rng, zoom, eye)
        scene, field = self._scene(eye, onto)
        if rng.random() < 0.6:
            surface_paste.conjunctiva(rng, scene, self._beside(rng, eye, onto))
        if rng.random() < 0.4:
            scene.image = surface_paste.toned(rng, scene.image, self.tones[rng.integers(len(self.tones))])
        return scene, field

    def _panel(self, rng: Rng, zoom: float) -> tuple[Scene, Array]:
        """A real panel as it is; its dots are known to be none beside the cornea alone."""
        panel = self.panels[rng.integers(len(self.panels))]
        scene, field = self._scene(panel, self._placed(rng, zoom, panel))
        scene.set("dots", np.zeros_like(field), (scene.far > 1.02).astype(np.float32))
        return scene, field

    def _photograph(self, rng: Rng, zoom: float) -> tuple[Scene, Array]:
        """A real photograph: all of it that is no ulcer is no patch, dye on sclera, conjunctiva and lids too. Where the
        cornea is marked, there are no dots beside it."""
        one = self.photographs[rng.integers(len(self.photographs))]
        scene, field = self._scene(one, self._placed(rng, zoom, one))
        if one.truth["cornea"] is not None:
            scene.set("dots", np.zeros_like(field), (scene.far > 1.05).astype(np.float32))
        return scene, field

    def _view(self, rng: Rng) -> tuple[Array, ...]:
        """image [3, s, s], field [1, s, s], truth [4, s, s], and where each label is known [4, s, s], in bytes."""
        makes = {
            "photograph": self._photograph,
            "drawn": self._drawn,
            "panel": self._panel,
            "pasted": self._pasted,
            "transplanted": self._transplanted,
        }
        shares = self.config["views"]
        # Half of the views are nearly as large as the product looks at dots; from afar they melt and are not learnt.
        near = rng.random() < 0.5
        kind = rng.choice(list(shares), p=list(shares.values()))
        # Of a photograph, half are as small as the product sees it from afar, where all of it fits in a view.
        zoom = augment.log_uniform(rng, *self.config["near_zoom" if near else "far_zoom" if kind == "photograph" else "zoom"])
        scene, field = makes[kind](rng, zoom)
        scene.known[LABELS.index("dots")] *= zoom >= self.config["dots_from_zoom"]
        # A part stays as the camera took it but for its light.
        plain = kind == "photograph" and rng.random() < self.config["same_camera_share"]
        picture = np.clip(scene.image, 0, 1)
        if plain:
            picture = np.clip(picture * np.float32(augment.log_uniform(rng, 0.85, 1.18)), 0, 1)
        else:
            picture = camera(rng, (255 * picture).astype(np.uint8))
        image = picture.astype(np.float32).transpose(2, 0, 1)
        return tuple(in_bytes(part) for part in (image * field, field[None], scene.truth * field, scene.known * field))

    def batch(self, rank: int, step: int) -> list[Tensor]:
        rng = np.random.default_rng([self.config["seed"], rank, step])
        views = [self._view(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.stack(part)) for part in zip(*views)]


def loss(config: Config, network: BlockUNet, batch: list[Tensor]) -> Tensor:
    """Cross-entropy of each label where it is known, and soft Dice of each view, so that a small ulcer weighs as much as a large one."""
    image, field, truth, known = (part.float() / 255 for part in batch)
    with torch.no_grad():
        blocks = network.normalise(image, field).contiguous(memory_format=torch.channels_last)
    with torch.autocast(image.device.type, torch.bfloat16):
        logits = network.features(blocks)
    logits = logits.float()
    count = known.sum((0, 2, 3)).clamp(min=1)
    entropy = (F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * known).sum((0, 2, 3)) / count
    probability, over = torch.sigmoid(logits) * known, (2, 3)
    overlap = (2 * (probability * truth).sum(over) + SMOOTH_PX) / ((probability + truth * known).sum(over) + SMOOTH_PX)
    told = (known.sum(over) > 0).float()
    missed = ((1 - overlap) * told).sum(0) / told.sum(0).clamp(min=1)
    weights = image.new_tensor(config["optimiser"]["label_weights"])
    return (weights * (entropy + config["optimiser"]["dice_weight"] * missed)).sum()


SMOOTH_PX = 50
"""So many px called in a view that has none cost half of its Dice."""


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    chosen = {part: surface_data.split(config, part) for part in ("train", "validation")}

    def listed(set_name: str) -> Card:
        own = {part: [name for s, name in chosen[part] if s == set_name] for part in chosen}
        return {"set": set_name, "training": own["train"], "validation": own["validation"], "licence": sets.licence(set_name)}

    return {
        "about": (
            "It learnt from drawn eyes with exact truth, from real photographs of ulcers, in a part of which the cornea was marked by eye, "
            "and from six panels of figures. Dots and opening of the lids were learnt from drawings alone."
        ),
        "task": "surface",
        "labels": list(LABELS),
        "threshold": 0.5,
        "licence": sets.terms([sets.licence("panels"), sets.licence("sustech")]),
        "input": {
            "image": {"name": "image", "type": "float32", "layout": "1,3,height,width", "range": [0, 1]},
            "field": {"name": "field", "type": "float32", "layout": "1,1,height,width", "values": "1 in the photograph, 0 in the padding"},
            "longest_px": config["longest_px"],
            "far_px": config["far_px"],
            "multiple": config["multiple"],
            "preparation": (
                "Resize the photograph so that its longer side has longest_px, pad with zeros at the right and the bottom to the "
                "multiple. Cornea, opening and patches are the mean of that answer and of the one at far_px. The graph normalises by itself."
            ),
        },
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,4,height,width",
            "range": [0, 1],
            "meaning": "probabilities of the cornea, also under the lids, of the opening of the lids, of a patch, of a dot of staining",
        },
        "data": [listed(set_name) for set_name in surface_data.SETS],
    }


FAR = ("cornea", "opening", "patch")
"""Labels that are seen at both scales."""


def predict(config: Config, model: nn.Module, image: Array) -> Array:
    """Probabilities float32 [4, h, w] of a photograph at the working scale, as the product takes them but for the mirrored view."""
    height, width = image.shape[:2]
    found = whole.predict(config, model, image)
    share = config["far_px"] / config["longest_px"]
    far = whole.predict(config, model, surface_data.resized(image, (round(share * height), round(share * width))))
    for at in map(LABELS.index, FAR):
        found[at] = (found[at] + cv2.resize(far[at], (width, height), interpolation=cv2.INTER_CUBIC)) / 2
    return found


def measured(called: Array, truth: Array) -> dict[str, float]:
    """Of one photograph with something to find."""
    return {"dice": dice(called, truth), "area_error": abs(float(called.sum() / truth.sum()) - 1), "none": float(not called.any())}


SPREAD = {"area_error_median": 0.5, "area_error_90th": 0.9}
"""Quantiles of the area's error, told of real photographs."""


def summary(set_name: str, each: list[dict[str, float]]) -> dict[str, float]:
    """Means over photographs; of a set of real ones also how the area's errors spread, and in how many nothing is found."""
    means = {key: float(np.mean([one[key] for one in each])) for key in ("dice", "area_error")}
    if set_name != "sustech":
        return means
    errors = [one["area_error"] for one in each]
    spread = {key: float(np.quantile(errors, at)) for key, at in SPREAD.items()}
    return {**means, **spread, "none": float(np.mean([one["none"] for one in each]))}


def evaluate(config: Config, model: nn.Module, leave_out: str | None = None, views: bool = False) -> Card:
    """Prints a table, mean over the photographs of each set, and returns what the card says of it. Dice and areas are those of
    the working scale."""
    found, sheet, ulcers = [], Sheet("surface"), Sheet("surface-ulcers", 400)
    reliability = {label: Reliability() for label in LABELS}
    rows: dict[tuple[str, str], list[dict[str, float]]] = {}
    for set_name, name in surface_data.split(config, "validation"):
        photograph = surface_data.read_photograph(config, set_name, name)
        probabilities = predict(config, model, photograph.image)
        for label, probability in zip(LABELS, probabilities):
            drawn = photograph.truth[label]
            if drawn is None:
                continue
            truth, called = drawn > 127, probability >= 0.5
            reliability[label].add(probability, truth)
            if not truth.any():
                continue
            figures = measured(called, truth)
            rows.setdefault((label, set_name), []).append(figures)
            shown = ulcers if (label, set_name) == ("patch", "sustech") else sheet
            shown.add(figures["dice"], f"{label} {set_name} {name}", with_errors(photograph.image, called, truth))
    for (label, set_name), each in rows.items():
        told = summary(set_name, each)
        print(f"{label:8} {set_name:7} n {len(each):3} " + ", ".join(f"{key} {value:.4f}" for key, value in told.items()), flush=True)
        place = f"{set_name}, kept from training"
        found += [{"name": f"{label}_{key}", "set": place, "value": round(value, 4), "n": len(each)} for key, value in told.items()]
    sheet.write()
    ulcers.write(20)
    return {"figures": found, "calibration_curve": [row for label in LABELS for row in reliability[label].curve(label)]}
