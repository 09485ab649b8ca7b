"""What the evaluation of every task shows: how far probabilities can be believed, and the images it did worst on."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from .config import RUNS
from .types import Array, Card

HIT, FALSE, MISSED = (0, 200, 0), (230, 0, 0), (0, 90, 255)


def dice(called: Array, truth: Array) -> float:
    """Of two masks; 1 where both are empty."""
    total = np.count_nonzero(called) + np.count_nonzero(truth)
    return 2 * np.count_nonzero(called & truth) / total if total else 1.0


class Reliability:
    """How often what was given a probability was so, gathered over images in ten bins."""

    def __init__(self) -> None:
        self.n, self.predicted, self.observed = np.zeros(10), np.zeros(10), np.zeros(10)

    def add(self, probability: Any, truth: Any) -> None:
        """probability, truth: arrays of one shape, of pixels or of images."""
        p, t = np.ravel(probability).astype(float), np.ravel(truth).astype(float)
        at = np.minimum((p * 10).astype(int), 9)
        self.n += np.bincount(at, minlength=10)
        self.predicted += np.bincount(at, p, 10)
        self.observed += np.bincount(at, t, 10)

    def curve(self, label: str) -> list[Card]:
        """For the card's `calibration_curve`: one row for each bin that holds anything."""
        return [
            {
                "label": label,
                "from": round(k / 10, 1),
                "to": round((k + 1) / 10, 1),
                "predicted": round(self.predicted[k] / self.n[k], 4),
                "observed": round(self.observed[k] / self.n[k], 4),
                "n": int(self.n[k]),
            }
            for k in range(10)
            if self.n[k]
        ]


def with_errors(image: Array, called: Array, truth: Array) -> Array:
    """uint8 [h, w, 3]: found rightly green, wrongly red, missed blue, over the photograph."""
    picture = image.copy()
    for where, colour in ((called & truth, HIT), (called & ~truth, FALSE), (~called & truth, MISSED)):
        picture[where] = (0.4 * picture[where] + 0.6 * np.array(colour)).astype(np.uint8)
    return picture


class Sheet:
    """A contact sheet of the images with the lowest scores: `training/.runs/sheets/<name>.png`."""

    def __init__(self, name: str, tile_px: int = 640) -> None:
        self.path, self.tile_px, self.tiles = RUNS / "sheets" / f"{name}.png", tile_px, []

    def add(self, score: float, title: str, picture: Array) -> None:
        """picture: uint8 RGB of any size."""
        shrink = self.tile_px / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        tile = np.zeros((self.tile_px + 28, self.tile_px, 3), np.uint8)
        tile[28 : 28 + small.shape[0], : small.shape[1]] = small[..., ::-1]
        cv2.putText(tile, f"{title} {score:.3f}", (6, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (255, 255, 255), 1, cv2.LINE_AA)
        self.tiles.append((score, tile))

    def write(self, count: int = 10, columns: int = 5) -> None:
        """Writes the worst `count`, the worst first."""
        worst = [tile for _, tile in sorted(self.tiles, key=lambda pair: pair[0])[:count]]
        if not worst:
            return
        worst += [np.zeros_like(worst[0])] * (-len(worst) % columns)
        rows = [np.hstack(worst[at : at + columns]) for at in range(0, len(worst), columns)]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(self.path), np.vstack(rows))
