"""Measures how well boosted trees tell a fundus photograph from other pictures. Nothing of it is shipped.

    npx tsx analysis/src/fundus/is-fundus.rows.fit.ts [FOLDER ...]   the features of photographs and other pictures
    python3 -m training.is_fundus                                    fits and prints

Boosted trees of depth two. Each camera, and each kind of other picture, is left out in its turn for the figures.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import GradientBoostingClassifier

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

ROWS = Path(__file__).parent / ".runs" / "is-fundus" / "rows.csv"
ABOUT = ["fundus", "group", "kind", "name", "view"]
TREES = 80
DEPTH = 2
RATE = 0.15
LEAST_CHANCE = 0.5


class Table:
    """One row for each view of a picture."""

    def __init__(self, path: Path) -> None:
        with path.open() as file:
            # The fit samples rows, so it depends on their order.
            self.rows = sorted(csv.DictReader(file), key=lambda row: [row[name] for name in ABOUT])
        self.names = [name for name in self.rows[0] if name not in ABOUT]
        self.evidence = np.array([[float(row[name]) for name in self.names] for row in self.rows])
        self.fundus = self.of("fundus") == "1"
        self.group = self.of("group")
        self.view = self.of("view")

    def of(self, name: str) -> npt.NDArray[np.str_]:
        return np.array([row[name] for row in self.rows])

    def weights(self) -> Numbers:
        """Both answers weigh the same, and a group weighs as the root of its number."""
        weights = np.ones(len(self.rows))
        for group in set(self.group):
            weights[self.group == group] = 1 / np.sqrt((self.group == group).sum())
        for answer in (True, False):
            weights[self.fundus == answer] /= weights[self.fundus == answer].sum()
        return weights * len(self.rows)


def fitted(table: Table, use: Flags) -> GradientBoostingClassifier:
    model = GradientBoostingClassifier(
        n_estimators=TREES, max_depth=DEPTH, learning_rate=RATE, subsample=0.7, min_samples_leaf=8, random_state=0
    )
    return model.fit(table.evidence[use], table.fundus[use], sample_weight=table.weights()[use])


def left_out(table: Table) -> Numbers:
    """The chance of each row by the model that saw nothing of its group."""
    chances = np.zeros(len(table.rows))
    for group in sorted(set(table.group)):
        inside = table.group == group
        chances[inside] = fitted(table, ~inside).predict_proba(table.evidence[inside])[:, 1]
    return chances


def family(kind: str) -> str:
    """What other pictures of one kind are called in the figures."""
    if kind.startswith("octa/") or kind in ("drawn scan", "drawn octa"):
        return "OCTA scans, five sets and drawn ones"
    if kind in ("surface/panels", "drawn stained eye", "drawn surface"):
        return "stained eyes, one set and drawn ones"
    if kind == "things":
        return "photographs, icons and charts of everyday programs"
    return "drawn discs, balls, eyes, OCT sections, pages, charts and textures"


def print_figures(table: Table, chances: Numbers) -> None:
    taken = chances >= LEAST_CHANCE
    crop = np.array(["crop" in view for view in table.view])

    def say(name: str, share: Flags, among: Flags) -> None:
        print(f"{name}: {share[among].mean():.3f}, n {among.sum()}")

    for camera in sorted(set(table.group[table.fundus])):
        inside = table.group == camera
        if (inside & crop).any():
            say(f"{camera}, crops without a dark edge: share refused", ~taken, inside & crop)
        say(f"{camera}, other views: share refused", ~taken, inside & ~crop)
    kinds = np.array([family(kind) for kind in table.of("kind")])
    for kind in sorted(set(kinds[~table.fundus])):
        say(f"{kind}: share let in", taken, ~table.fundus & (kinds == kind))


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    table = Table(ROWS)
    chances = left_out(table)
    print_figures(table, chances)
    wrong = (chances >= LEAST_CHANCE) != table.fundus
    for row, chance in zip([row for row, is_wrong in zip(table.rows, wrong) if is_wrong], chances[wrong]):
        print(f"wrong: {row['kind']} {row['name']} {row['view']} {chance:.2f}")


if __name__ == "__main__":
    main()
