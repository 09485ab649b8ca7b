"""What is measured of the networks that answer for the whole photograph: on photographs kept from training.

`python3 -m training.tasks.screening_report TASK` prints scale and shift of every output of the run `main`, or of `--run NAME`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from torch import nn

from .. import config as configuration
from ..data import screening as data
from ..export import deployed_from_run, read_run
from ..networks.unet import Deployed
from ..report import Reliability, Sheet
from ..types import Array, Card, Config, Pair, Source, Tensor

REJECT, REFERABLE = 0, 1


def tensors(sources: list[Source]) -> tuple[Tensor, Tensor]:
    """Image and field of small copies, as the product shows them."""
    image = torch.from_numpy(np.stack([s["image"] for s in sources]).transpose(0, 3, 1, 2).astype(np.float32) / 255)
    field = torch.from_numpy((np.stack([s["field"] for s in sources]) > 127).astype(np.float32))[:, None]
    return image * field, field


def logits(network: nn.Module, sources: list[Source]) -> Array:
    """Logits [n, k] before any calibration."""
    with torch.no_grad():
        parts = [network(*tensors(sources[at : at + 16])) for at in range(0, len(sources), 16)]
    return torch.cat(parts).numpy()


def kept_answers(config: Config, network: nn.Module, all_sources: dict[Pair, Source]) -> tuple[list[Pair], Array]:
    """The EyePACS pairs kept from training, and their logits [n, k]."""
    pairs = [pair for pair in all_sources if pair[0] == "eyepacs224" and data.is_kept(config, *pair)]
    return pairs, logits(network, [all_sources[pair] for pair in pairs])


def fit_calibration(values: Array, truth: Array) -> tuple[float, float]:
    """Scale and shift that make sigmoid(scale (logit - shift)) the share of positives."""
    line = LogisticRegression(C=100).fit(values[:, None], truth)
    scale = float(line.coef_[0, 0])
    return scale, -float(line.intercept_[0]) / scale


def calibration(config: Config, network: nn.Module) -> Config:
    """Scale and shift of every output, fitted on the patients kept from training."""
    all_sources = data.sources(config["input_size_px"])
    pairs, values = kept_answers(config, network, all_sources)
    truths = np.array([data.truth_of(all_sources[pair]) for pair in pairs])
    fits = [fit_calibration(values[t >= 0, at], t[t >= 0]) for at, t in enumerate(truths.T)]
    return {"scale": [round(scale, 3) for scale, _ in fits], "shift": [round(shift, 3) for _, shift in fits]}


def interval(pairs: list[Pair], truth: Array, values: Array, rounds: int = 1000) -> list[float]:
    """95 % of the areas under the curve when patients are drawn anew."""
    patients = {}
    for at, (_, name) in enumerate(pairs):
        patients.setdefault(name.split("_")[0], []).append(at)
    groups, rng, areas = list(patients.values()), np.random.default_rng(0), []
    while len(areas) < rounds:
        drawn = np.concatenate([groups[k] for k in rng.integers(len(groups), size=len(groups))])
        if 0 < truth[drawn].sum() < len(drawn):
            areas.append(roc_auc_score(truth[drawn], values[drawn]))
    return [round(float(edge), 3) for edge in np.percentile(areas, (2.5, 97.5))]


def operating_points(truth: Array, values: Array) -> list[tuple[float, float, float]]:
    """(cut, sensitivity, specificity) of the highest cut that finds at least 80 and 90 of 100."""
    points = []
    for wanted in (0.8, 0.9):
        cut = float(np.sort(values[truth == 1])[int(np.floor((1 - wanted) * truth.sum()))])
        points.append((round(cut, 4), float(np.mean(values[truth == 1] >= cut)), float(np.mean(values[truth == 0] < cut))))
    return points


def other_cameras(config: Config, network: nn.Module, probability_of: Callable[[Array], Array], all_sources: dict[Pair, Source]) -> dict[str, Array]:
    """Probabilities on the larger photographs kept from training: name of the group -> [n, k]."""
    groups = {}
    for (set_name, name), source in all_sources.items():
        if set_name == "eyepacs224" or not data.is_kept(config, set_name, name):
            continue
        kind = {"hrf": name.split("_")[-1], "hei-med": "exudates" if source["grades"][1] == 1 else "none"}
        groups.setdefault(f"{set_name} {kind.get(set_name, '')}".strip(), []).append(source)
    return {group: probability_of(logits(network, sources)) for group, sources in groups.items()}


class Figures:
    """Prints what is found and keeps it for the card."""

    def __init__(self) -> None:
        self.rows = []

    def add(self, name: str, set_name: str, value: float | Array, n: int, **more: Any) -> None:
        print(f"{name:44} {value:7.3f} n {n:4} {set_name} {more or ''}", flush=True)
        self.rows.append({"name": name, "set": set_name, "value": round(float(value), 4), "n": int(n), **more})


def _probability_of(model: Deployed, values: Array) -> Array:
    scale, shift = (part.numpy().reshape(-1) for part in (model.scale, model.shift))
    return 1 / (1 + np.exp(-scale * (values - shift)))


def evaluate_graded(config: Config, model: Deployed, told: Sequence[str]) -> Card:
    """What is found on the EyePACS photographs kept from training, of the labels `told`: figures and calibration curves for
    the card. Leaves a contact sheet."""
    all_sources = data.sources(config["input_size_px"])
    pairs, values = kept_answers(config, model.network, all_sources)
    probability = _probability_of(model, values)
    truths = np.array([data.truth_of(all_sources[pair]) for pair in pairs])
    figures, curves = Figures(), []
    for name in told:
        at = data.LABELS.index(name)
        truth = truths[:, at]
        known = truth >= 0
        of = [pair for pair, k in zip(pairs, known) if k]
        area = roc_auc_score(truth[known], probability[known, at])
        more = {"positive": int(truth[known].sum()), "interval95": interval(of, truth[known], values[known, at])}
        figures.add(f"{name}: AUC", "EyePACS, patients kept from training", area, known.sum(), **more)
        reliability = Reliability()
        reliability.add(probability[known, at], truth[known])
        curves += reliability.curve(name)
        if at in (REJECT, REFERABLE):
            for cut, sensitivity, specificity in operating_points(truth[known], probability[known, at]):
                figures.add(f"{name}: specificity at sensitivity {sensitivity:.2f}", "EyePACS", specificity, known.sum(), cut=cut)
    readable = np.array([all_sources[p]["quality"][0] != 1 for p in pairs])
    truth = truths[:, REFERABLE]
    area = roc_auc_score(truth[readable], values[readable, REFERABLE])
    more = {"interval95": interval([p for p, k in zip(pairs, readable) if k], truth[readable], values[readable, REFERABLE])}
    figures.add("referable: AUC without known rejects", "EyePACS", area, readable.sum(), **more)
    sheet = Sheet(config["task"], tile_px=256)
    for pair, p, t in zip(pairs, probability[:, REFERABLE], truth):
        sheet.add(p if t else 1 - p, f"{pair[1]} {'referable' if t else 'not'}", all_sources[pair]["image"])
    sheet.write()
    return {"figures": figures.rows, "calibration_curve": curves}


def evaluate(config: Config, model: Deployed) -> Card:
    """The same of every label, and what is found on the larger photographs kept from training."""
    found, figures = evaluate_graded(config, model, data.LABELS), Figures()
    all_sources = data.sources(config["input_size_px"])
    groups = other_cameras(config, model.network, lambda values: _probability_of(model, values), all_sources)
    for group, probability in groups.items():
        for at in (REJECT, REFERABLE):
            figures.add(f"{data.LABELS[at]}: median", f"{group}, kept from training", np.median(probability[:, at]), len(probability))
    others = [s for (set_name, name), s in all_sources.items() if set_name != "eyepacs224" and data.is_kept(config, set_name, name)]
    told = np.array([data.truth_of(s)[REFERABLE] for s in others])
    answered = logits(model.network, [s for s, t in zip(others, told) if t >= 0])[:, REFERABLE]
    ill = told[told >= 0] > 0.5
    more = {"positive": int(ill.sum())}
    figures.add("referable: AUC", "larger photographs kept from training", roc_auc_score(ill, answered), len(ill), **more)
    return {**found, "figures": found["figures"] + figures.rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task")
    parser.add_argument("--run", default="main")
    options = parser.parse_args()
    torch.set_num_threads(1)
    config = configuration.load(options.task)
    model = deployed_from_run(read_run(options.task, options.run), config["calibration"])
    print(json.dumps(calibration(config, model.network)))


if __name__ == "__main__":
    main()
