"""Fits the joined model of the stage to what the networks show of graded photographs.

    npx tsx analysis/fit/fundus/grading-rows.ts     what the networks show, resumable
    npx tsx analysis/fit/fundus/grading.ts --signs  the signs, as the product counts them
    python3 -m training.tasks.grading [--write]               fits; with --write into the card
    npx tsx analysis/fit/fundus/grading.ts --write  measures it as left out

A chain of ridge logistic models, no sign speaking against disease: referable or not; then mild or none, and severe or
moderate, and proliferative or severe. Writes the chances of each stage by the model fitted without a photograph's
part (a fifth of IDRiD, or another camera as a whole) to `left-out.csv`.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from ..config import PROJECT, RUNS

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

FOLDER = RUNS / "grading"
CARD = PROJECT / "models" / "fundus" / "grading" / "card.json"
RIDGE = 1.0
GRADED = [132, 20, 123, 66, 46]
"""Photographs of each stage in IDRiD's graded set."""

MODELS: dict[str, list[str]] = {
    "referable": ["supported_red", "microaneurysms", "hard_exudates", "soft_exudates", "both_colours"],
    "mild": ["network", "microaneurysms"],
    "severe": ["haemorrhages", "soft_exudates", "haemorrhage_area"],
    "proliferative": ["haemorrhage_area"],
}
"""The signs that each model of the chain weighs."""


class Table:
    """One row a photograph."""

    def __init__(self, path: Path) -> None:
        with path.open() as file:
            self.rows = list(csv.DictReader(file))
        self.least = np.array([int(row["least"]) for row in self.rows])
        self.most = np.array([int(row["most"]) for row in self.rows])
        self.part = np.array([row["part"] for row in self.rows])
        self.whole = np.array([row["photograph"].endswith(" whole") for row in self.rows])
        self.unseen = np.array([row["unseen"] == "1" for row in self.rows])

    def signs(self, names: list[str]) -> Numbers:
        return np.array([[float(row[name]) for name in names] for row in self.rows])

    def labels(self, model: str) -> tuple[Flags, Flags]:
        """Which photographs a model may learn from, and which of them are positive."""
        graded = self.least == self.most
        if model == "referable":
            return (self.least >= 2) | (self.most < 2), self.least >= 2
        if model == "mild":
            return graded & (self.most < 2), self.least == 1
        if model == "severe":
            return graded & (self.least >= 2), self.least >= 3
        return graded & (self.least >= 3), self.least == 4

    def frequencies(self) -> Numbers:
        """Each stage of the graded set weighs as in the whole set, however many of its photographs have a row."""
        weights = np.ones(len(self.rows))
        graded = self.of("idrid-grading") & self.whole
        for stage, photographs in enumerate(GRADED):
            rows = graded & (self.least == stage)
            weights[rows] = photographs / max(1, rows.sum())
        weights[graded] /= weights[graded].mean()
        return weights

    def of(self, name: str) -> Flags:
        return np.array([row["set"] == name for row in self.rows])

    def cameras(self) -> Numbers:
        """A set and truth weighs as the root of its number of whole photographs, however many were changed beside."""
        groups = [(row["set"], int(row["least"]) >= 2) for row in self.rows]
        whole = [group for group, is_whole in zip(groups, self.whole) if is_whole]
        weights = np.array([1 / np.sqrt(max(1, whole.count(group))) for group in groups])
        return weights / weights.mean()


def logistic(odds: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-odds))


def fitted(signs: Numbers, positive: Flags, weights: Numbers) -> Numbers:
    """The bias, then a weight of each sign."""

    def loss(w: Numbers) -> tuple[float, Numbers]:
        chance = np.clip(logistic(signs @ w[1:] + w[0]), 1e-12, 1 - 1e-12)
        lost = -(weights * np.where(positive, np.log(chance), np.log(1 - chance))).sum()
        off = weights * (chance - positive)
        slope = np.concatenate([[off.sum()], signs.T @ off + RIDGE * w[1:]])
        return float(lost + RIDGE * (w[1:] ** 2).sum() / 2), slope

    bounds = [(None, None)] + [(0, None)] * signs.shape[1]
    start = np.zeros(signs.shape[1] + 1)
    result = minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B")
    return np.asarray(result.x)


def fit(table: Table, use: Flags) -> dict[str, Numbers]:
    answer = {}
    frequencies, cameras = table.frequencies(), table.cameras()
    for model, names in MODELS.items():
        able, positive = table.labels(model)
        rows = able & use
        # Only the first model learns from more than one camera with both answers.
        weights = frequencies * cameras if model == "referable" else frequencies
        answer[model] = fitted(table.signs(names)[rows], positive[rows], weights[rows])
    return answer


def stages(table: Table, models: dict[str, Numbers]) -> Numbers:
    chance = {
        model: logistic(table.signs(MODELS[model]) @ w[1:] + w[0]) for model, w in models.items()
    }
    referable, mild = chance["referable"], chance["mild"]
    severe = referable * chance["severe"]
    most = severe * chance["proliferative"]
    return np.stack(
        [(1 - referable) * (1 - mild), (1 - referable) * mild, referable - severe, severe - most, most], axis=1
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    table = Table(FOLDER / "signs.csv")
    # What a network learnt from shows too much of the graded set; other cameras have too few without it.
    usable = table.unseen | ~table.of("idrid-grading")
    left_out = np.zeros((len(table.rows), 5))
    for part in sorted(set(table.part)):
        inside = table.part == part
        left_out[inside] = stages(table, fit(table, usable & table.whole & ~inside))[inside]
    with (FOLDER / "left-out.csv").open("w") as file:
        for row, chances in zip(table.rows, left_out):
            file.write(",".join([row["photograph"], *(f"{chance:.5f}" for chance in chances)]) + "\n")
    models = fit(table, usable & table.whole)
    shown = {
        model: {
            "bias": round(float(w[0]), 3),
            "weights": {name: round(float(value), 3) for name, value in zip(MODELS[model], w[1:])},
        }
        for model, w in models.items()
    }
    print(json.dumps(shown, indent=2))
    if asked.write:
        card = json.loads(CARD.read_text())
        card["stages"] = shown
        CARD.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
