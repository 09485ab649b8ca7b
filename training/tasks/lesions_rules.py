"""Chooses the card's rules for lesions: `python3 -m training.tasks.lesions_rules` prints them, for `configs/lesions.json`.

A lesion hangs together above 0.5, the cut of the map, and covers the config's `least_px`. Its peak must pass that of every
lesion but those of SPARED_SHARE of the photographs without any, which were kept from training: one constant, no search.
"""

from __future__ import annotations

import argparse

import cv2
import numpy as np
import torch

from .. import config as configuration
from ..data import fundus
from ..data import lesions as lesions_data
from ..data.lesions import LABELS
from ..export import deployed_from_onnx, deployed_from_run, read_run
from ..types import Array, Config, Pair
from . import lesions
from .lesions_report import blobs, compare, predict, reduced

SPARED_SHARE = 0.06
"""How many of the photographs without lesions may be given one of a kind: one of 17, or 25 with the glaucomatous ones of HRF."""
LOW = 0.5
STEP = 0.005


def without_lesions(config: Config) -> list[Pair]:
    """(set, name) of photographs kept from training that should be given no lesion at all."""
    held = [pair for pair in lesions.split(config, "validation") if lesions_data.is_healthy(*pair)]
    return held + [("hrf", name) for name in fundus.names("hrf") if name.endswith("_g")]


def highest_peak(probability: Array, least_px: float) -> float:
    """The highest peak of any part above LOW that is large enough, or 0."""
    numbers = blobs(probability, {"low": LOW, "peak": LOW, "least_px": least_px})
    return float(probability[numbers > 0].max(initial=0))


def peak_that_spares(peaks: list[float]) -> float:
    """The lowest peak, in steps of STEP, at which no more than SPARED_SHARE of the photographs is given a lesion."""
    allowed = int(SPARED_SHARE * len(peaks))
    highest = sorted(peaks, reverse=True)[allowed]
    return round(float(min(1 - STEP / 5, STEP * np.ceil((highest + 1e-6) / STEP))), 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", help="the averaged weights of this run and not the exported file")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    config = configuration.load("lesions")
    if options.run:
        model = deployed_from_run(read_run("lesions", options.run), config["calibration"])
    else:
        model = deployed_from_onnx(configuration.model_folder("lesions") / "model.onnx", config)
    clean = [predict(config, model, fundus.read_photograph(*pair))[0] for pair in without_lesions(config)]
    rules = {}
    for at, label in enumerate(LABELS):
        least_px = config["rules"][label]["least_px"]
        peaks = [highest_peak(maps[at], least_px) for maps in clean]
        rules[label] = {"low": LOW, "peak": peak_that_spares(peaks), "least_px": least_px}
        print(label, "peaks of photographs without:", " ".join(f"{peak:.4f}" for peak in sorted(peaks, reverse=True)[:8]))
    counts = np.zeros((len(LABELS), 4), int)
    for pair in lesions.split(config, "validation"):
        if pair[0] not in lesions_data.OUTLINED:
            continue
        photograph, known, truth, _ = lesions_data.read(*pair)
        maps, size = predict(config, model, photograph)
        for k in known:
            counts[k] += compare(blobs(maps[k], rules[LABELS[k]]), reduced(truth[..., k], photograph, size))
    for k, label in enumerate(LABELS):
        there, touched, called, false = counts[k]
        print(f'"{label}": {rules[label]},  IDRiD: {touched} of {there} found, {false} of {called} called are none'.replace("'", '"'))


if __name__ == "__main__":
    main()
