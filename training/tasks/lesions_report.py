"""What is measured of the lesion network: pixels, lesions, and whether a photograph has any."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from torch import nn

from ..data import fundus
from ..data import lesions as lesions_data
from ..data.lesions import EXUDATE, LABELS, MICROANEURYSM, OUTLINED
from ..report import Reliability, Sheet, with_errors
from ..types import Array, Config, Pair

LEVELS = 256
"""Maps are kept as bytes, so they are measured as bytes."""


def predict(config: Config, model: nn.Module, photograph: fundus.Photograph) -> tuple[Array, tuple[int, int]]:
    """Probabilities float32 [4, h, w] at the network's scale, and (width, height) of the field's box there."""
    image, field, size = fundus.to_working_scale(photograph, config["field_diameter_px"], config["multiple"])
    with torch.no_grad():
        maps = model(torch.from_numpy(image), torch.from_numpy(field))[0].numpy()
    return maps[:, : size[1], : size[0]], size


def blobs(probability: Array, rule: dict[str, float]) -> Array:
    """Masks' labels [h, w], 0 where none: what reaches `low` and hangs together, peaks at `peak`, is `least_px` large."""
    count, parts = cv2.connectedComponents((probability >= rule["low"]).astype(np.uint8), connectivity=8)
    peak = np.zeros(count)
    np.maximum.at(peak, parts.reshape(-1), probability.reshape(-1))
    kept = (peak >= rule["peak"]) & (np.bincount(parts.reshape(-1), minlength=count) >= rule["least_px"])
    kept[0] = False
    numbers = np.where(kept, np.cumsum(kept), 0)
    return numbers[parts]


class Pixels:
    """Counts of pixels by byte, of a lesion and of none, over images."""

    def __init__(self) -> None:
        self.lesion, self.other = np.zeros(LEVELS), np.zeros(LEVELS)

    def add(self, probability: Array, truth: Array, counted: Array) -> None:
        level = np.rint(probability[counted] * (LEVELS - 1)).astype(np.uint8)
        self.lesion += np.bincount(level[truth[counted]], minlength=LEVELS)
        self.other += np.bincount(level[~truth[counted]], minlength=LEVELS)

    def curve(self) -> tuple[Array, Array]:
        """Precision and recall at every byte, from the highest down."""
        hits, false = np.cumsum(self.lesion[::-1]), np.cumsum(self.other[::-1])
        return hits / np.maximum(hits + false, 1), hits / max(hits[-1], 1)

    def area(self) -> float:
        """The area under precision-recall."""
        precision, recall = self.curve()
        return float(np.sum(np.diff(recall, prepend=0) * precision))

    def dice(self) -> tuple[float, float, float]:
        """Dice at 0.5, the cut with the highest, and that."""
        precision, recall = self.curve()
        dice = (2 * precision * recall / np.maximum(precision + recall, 1e-9))[::-1]
        return float(dice[LEVELS // 2]), float(dice.argmax() / (LEVELS - 1)), float(dice.max())


def reduced(mask: Array, photograph: fundus.Photograph, size: tuple[int, int]) -> Array:
    """A mask of the photograph at the network's scale."""
    x, y, width, height = photograph.box
    crop = mask[y : y + height, x : x + width].astype(np.uint8) * 255
    return cv2.resize(crop, size, interpolation=cv2.INTER_AREA if size[0] < width else cv2.INTER_LINEAR) > 96


def compare(numbers: Array, truth: Array) -> Array:
    """Lesions in truth, those of them touched by a blob, blobs, blobs that touch no lesion."""
    count, parts = cv2.connectedComponents(truth.astype(np.uint8), connectivity=8)
    both = (numbers > 0) & (parts > 0)
    return np.array([count - 1, len(np.unique(parts[both])), numbers.max(), numbers.max() - len(np.unique(numbers[both]))])


def strength(probability: Array) -> float:
    """How strongly a photograph as a whole shows a lesion: the mean of its 50 highest pixels."""
    return float(np.sort(probability.reshape(-1))[-50:].mean())


class Report:
    """Gathers, photograph by photograph, what the card says of the network."""

    def __init__(self, config: Config, model: nn.Module) -> None:
        self.config, self.model, self.rules = config, model, config["rules"]
        self.figures, self.sheet = [], Sheet("lesions")
        self.reliability = {label: Reliability() for label in LABELS}
        self.called, self.exudates_of = {}, {}

    def figure(self, name: str, set_name: str, value: Any, n: int) -> None:
        self.figures.append({"name": name, "set": set_name, "value": round(float(value), 4), "n": int(n)})
        print(f"{name:44} {value:8.4f}  n {n:<5} {set_name}", flush=True)

    def labelled(self, group: str, pairs: list[Pair]) -> None:
        """Photographs with outlines: pixels, and for whole labels lesions."""
        pixels = {}
        alone, counts = {}, {}
        for set_name, name in pairs:
            outlined = set_name in OUTLINED
            photograph, known, truth, doubt = lesions_data.read(set_name, name)
            maps, size = predict(self.config, self.model, photograph)
            counted = (photograph.field > 127) & (doubt < 0.5)
            for k, label_at in enumerate(known):
                label = LABELS[label_at]
                own = fundus.from_working_scale(maps[label_at], photograph, size)
                pixels.setdefault(label, Pixels()).add(own, truth[..., k], counted)
                if truth[..., k].any():
                    one = Pixels()
                    one.add(own, truth[..., k], counted)
                    alone.setdefault(label, []).append(one.area())
                    if outlined:
                        shown = with_errors(photograph.image, own >= 0.5, truth[..., k])
                        self.sheet.add(alone[label][-1], f"{name} {label}", shown)
                if outlined:
                    self.reliability[label].add(own[counted], truth[counted][..., k])
                numbers = blobs(maps[label_at], self.rules[label])
                if label_at == EXUDATE:
                    self.exudates_of[set_name, name] = strength(maps[label_at]), numbers.max() > 0
                counts.setdefault(label, []).append(compare(numbers, reduced(truth[..., k], photograph, size)))
            if outlined:
                self.count(group, name, maps)
        label_of_set = f"{group}, images kept from training"
        for label, gathered in pixels.items():
            at_half, best, highest = gathered.dice()
            self.figure(f"{label}_area_under_precision_recall", label_of_set, gathered.area(), len(pairs))
            self.figure(f"{label}_mean_of_images_area", label_of_set, np.mean(alone[label]), len(alone[label]))
            self.figure(f"{label}_dice", label_of_set, at_half, len(pairs))
            print(f"    best cut {best:.3f}, Dice {highest:.3f}")
            there, touched, found, false = np.sum(counts[label], 0)
            self.figure(f"{label}_lesion_sensitivity", label_of_set, touched / max(there, 1), there)
            self.figure(f"{label}_false_lesions_per_image", label_of_set, false / len(pairs), found)

    def marked(self, names: list[str]) -> None:
        """ROC's photographs, whose microaneurysms are marked by circles: those that a blob meets, by the card's rule and at the
        peak of one false blob a photograph. Marks are sparse, so that some false ones may be true."""
        found: list[tuple[float, bool]] = []
        marks = met = 0
        for name in names:
            photograph = fundus.read_photograph("roc", name)
            maps, size = predict(self.config, self.model, photograph)
            rule = self.rules["microaneurysm"]
            numbers = blobs(maps[MICROANEURYSM], {**rule, "peak": 0})
            peaks = np.zeros(numbers.max() + 1)
            np.maximum.at(peaks, numbers.reshape(-1), maps[MICROANEURYSM].reshape(-1))
            best = {}
            for at, (x, y, radius) in enumerate(lesions_data.roc_marks().get(name, [])):
                circle = cv2.circle(np.zeros(photograph.field.shape, np.uint8), (x, y), radius, 1, -1) > 0
                marks += 1
                for blob in np.unique(numbers[reduced(circle, photograph, size)]):
                    if blob:
                        best[blob] = at
            hits = {}
            for blob, at in best.items():
                hits[at] = max(hits.get(at, 0.0), peaks[blob])
            found += [(peak, True) for peak in hits.values()] + [(peaks[blob], False) for blob in range(1, len(peaks)) if blob not in best]
            met += sum(peak >= rule["peak"] for peak in hits.values())
        false = sorted((peak for peak, is_mark in found if not is_mark), reverse=True)
        label_of_set = "roc, images kept from training"
        called = sum(peak >= self.rules["microaneurysm"]["peak"] for peak in false)
        self.figure("microaneurysm_marks_found", label_of_set, met / marks, marks)
        self.figure("microaneurysm_unmarked_per_image", label_of_set, called / len(names), len(names))
        for rate in (1, 8):
            cut = false[rate * len(names)] if len(false) > rate * len(names) else 0
            share = sum(is_mark and peak > cut for peak, is_mark in found) / marks
            self.figure(f"microaneurysm_marks_found_at_{rate}_unmarked_per_image", label_of_set, share, marks)

    def count(self, group: str, name: str, maps: Array) -> list[int]:
        """Lesions by label that the rules call on a photograph."""
        found = [int(blobs(maps[k], self.rules[label]).max()) for k, label in enumerate(LABELS)]
        self.called.setdefault(group, []).append(found)
        print(f"    {group} {name}: " + ", ".join(f"{label} {n}" for label, n in zip(LABELS, found)), flush=True)
        return found

    def unlabelled(self, group: str, set_name: str, names: list[str]) -> None:
        """Photographs known as a whole to be healthy, or diseased."""
        for name in names:
            photograph = fundus.read_photograph(set_name, name)
            maps, _ = predict(self.config, self.model, photograph)
            found = self.count(group, name, maps)
            if group == "healthy":
                called = np.max(maps, 0) >= 0.5
                x, y, width, height = photograph.box
                crop = cv2.resize(photograph.image[y : y + height, x : x + width], called.shape[::-1])
                self.sheet.add(1 / (1 + sum(found)), f"{set_name} {name}", with_errors(crop, called, np.zeros_like(called)))

    def groups(self) -> None:
        """How many lesions healthy photographs are given, and which photographs are given any."""
        for group, rows in self.called.items():
            rows = np.array(rows)
            for k, label in enumerate(LABELS):
                self.figure(f"{label}_called_per_image", group, rows[:, k].mean(), len(rows))
                self.figure(f"{label}_share_of_images", group, (rows[:, k] > 0).mean(), len(rows))
            self.figure("any_lesion_share_of_images", group, (rows.sum(1) > 0).mean(), len(rows))

    def exudates(self, set_name: str, names: list[str]) -> None:
        """Photographs with and without exudates, told apart by the map of exudates alone."""
        has = lesions_data.has_exudates()
        scores, called = zip(*(self.exudates_of[set_name, name] for name in names))
        truth, called = np.array([has[name] for name in names]), np.array(called)
        self.figure("exudates_in_image_auc", f"{set_name}, images kept from training", roc_auc_score(truth, scores), len(names))
        self.figure("exudates_in_image_sensitivity", f"{set_name}, images kept from training", called[truth].mean(), truth.sum())
        self.figure("exudates_in_image_specificity", f"{set_name}, images kept from training", (~called[~truth]).mean(), (~truth).sum())
