"""What is measured of the network of other disease: on the photographs kept from training, as the product asks it.

`python3 -m training.tasks.other_disease_report fold1,fold2,fold3,fold4` prints, of the fifths that each run was trained
without, the area under the curve of every label and the calibration that the configuration holds, and for the cuts which share
is told at some of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from torch import nn

from .. import config as configuration
from ..data import fundus, sets
from ..data import other_disease as data
from ..data.screening import small_copy
from ..export import deployed_from_run, read_run
from ..networks.unet import Deployed
from ..report import Reliability, Sheet
from ..types import Array, Card, Config, Pair
from .screening_report import Figures, fit_calibration, interval

KEPT = "ODIR-5K, patients kept from training"
SPECIFICITY = 0.9
PREVALENCE = 0.1
"""The share of eyes with a kind, for its predictive value."""
HELD = 0.6
"""A kind is named where its predictive value is above this."""
LABEL = {name: at for at, name in enumerate(data.LABELS)}


def answers(model: nn.Module, pair: Pair, size: int) -> Array:
    """What the model answers of a photograph, [k]: the mean of it as it is and mirrored."""
    image, field = small_copy(fundus.read_photograph(*pair), size)
    picture = torch.from_numpy(image.transpose(2, 0, 1)[None].astype(np.float32) / 255)
    inside = torch.from_numpy((field > 127).astype(np.float32))[None, None]
    views = [torch.cat([part, part.flip(3)]) for part in (picture * inside, inside)]
    with torch.no_grad():
        return np.asarray(model(*views).mean(0).numpy())


def is_normal(name: str) -> bool:
    return all(word in data.NO_DISEASE for word in data.words_of(name))


def truth_of(pair: Pair, label: str) -> float:
    """1, 0, or nan where it is not known."""
    return data.labels_of(*pair)[0].get(label, np.nan)


def sensitivity_at(truth: Array, values: Array, specificity: float) -> tuple[float, float]:
    """The lowest cut that leaves `specificity` of those without below it, and the share of the others from there on."""
    cut = float(np.nextafter(np.quantile(values[truth == 0], specificity, method="higher"), 2))
    return cut, float(np.mean(values[truth == 1] >= cut))


def predictive_value(sensitivity: float, alarms: float) -> float:
    return PREVALENCE * sensitivity / max(PREVALENCE * sensitivity + (1 - PREVALENCE) * alarms, 1e-9)


def odir(names: list[str], all_answers: dict[Pair, Array], label: str) -> Array:
    return np.array([all_answers["odir400", name][LABEL[label]] for name in names])


def evaluate(config: Config, model: Deployed) -> Card:
    """Figures and calibration curves for the card; leaves a contact sheet of the worst."""
    figures, curves = Figures(), []
    cuts = {"other": config["cuts"]["other"]["value"], "laser": config["cuts"]["scars"]["value"]}
    kinds = {name: cut["value"] for name, cut in config["cuts"]["kinds"].items()}
    kept = [name for name in fundus.names("odir400") if data.fold_of(config, "odir400", name) == 0]
    pairs = [("odir400", name) for name in kept] + [("laser", n) for n in fundus.names("laser") if data.fold_of(config, "laser", n) == 0]
    healthy = {
        "IDRiD, graded 0, kept from training": [("idrid-grading", n) for n, g in data.idrid_grades().items() if g == 0 and data.fold_of(config, "idrid-grading", n) == 0],
        "HRF, healthy, a camera never seen": [("hrf", n) for n in fundus.names("hrf") if n.endswith("_h")],
        "STARE, normal, a camera never seen": [("stare", n) for n in sets.STARE_NORMAL],
    }  # fmt: skip
    found = {pair: answers(model, pair, config["input_size_px"]) for pair in [*pairs, *(p for some in healthy.values() for p in some)]}

    def suspected(pair: Pair) -> bool:
        return bool(found[pair][LABEL["other"]] >= cuts["other"] or any(found[pair][LABEL[kind]] >= cut for kind, cut in kinds.items()))

    def share(name: str, set_name: str, some: list[Pair], told: Callable[[Pair], bool], **more: Any) -> None:
        figures.add(name, set_name, float(np.mean([told(pair) for pair in some])), len(some), **more)

    normal = [pair for pair in pairs if pair[0] == "odir400" and is_normal(pair[1])]
    other = [("odir400", name) for name in kept if truth_of(("odir400", name), "other") == 1]
    retinopathy = [("odir400", name) for name in kept if truth_of(("odir400", name), "other") == 0 and not is_normal(name)]
    both = [*normal, *other]
    truth = np.array([pair in set(other) for pair in both], float)
    values = np.array([found[pair][LABEL["other"]] for pair in both])
    figures.add("any abnormality against normal: AUC", KEPT, roc_auc_score(truth, values), len(both), positive=len(other), interval95=interval(both, truth, values))
    _, sensitivity = sensitivity_at(truth, values, SPECIFICITY)
    figures.add("any abnormality against normal: sensitivity at specificity 0.90", KEPT, sensitivity, len(both), positive=len(other))
    share("other disease, suspected", KEPT, other, suspected)
    share("normal, suspected", KEPT, normal, suspected)
    share("diabetic retinopathy alone, suspected", KEPT, retinopathy, suspected)
    for set_name, some in healthy.items():
        share("healthy, suspected", set_name, some, suspected)
    for kind in [name for name in data.KINDS if name != "laser"]:
        known = [name for name in kept if not np.isnan(truth_of(("odir400", name), kind))]
        is_kind = np.array([truth_of(("odir400", name), kind) for name in known])
        some = [("odir400", name) for name, one in zip(known, is_kind) if one == 1]
        figures.add(f"{kind}: AUC", KEPT, roc_auc_score(is_kind, odir(known, found, kind)), len(known), positive=len(some))
        share(f"{kind}: suspected", KEPT, some, suspected)
        if kind in kinds:
            told = odir(known, found, kind) >= kinds[kind]
            hit, alarm = float(told[is_kind == 1].mean()), float(told[is_kind == 0].mean())
            figures.add(f"{kind}: named", KEPT, hit, len(some), cut=kinds[kind])
            figures.add(f"{kind}: predictive value at one eye in ten", KEPT, predictive_value(hit, alarm), len(known), positive=len(some))
    treated = [pair for pair in pairs if truth_of(pair, "laser") == 1]
    untreated = [pair for pair in pairs if truth_of(pair, "laser") == 0]

    def scarred(pair: Pair) -> bool:
        return bool(found[pair][LABEL["laser"]] >= cuts["laser"])

    share("laser, scars told", "laser scars, kept from training", [p for p in treated if p[0] == "laser"], scarred)
    share("laser, scars told", KEPT, [p for p in treated if p[0] == "odir400"], scarred)
    share("no laser, scars told", KEPT, untreated, scarred)
    for set_name, some in healthy.items():
        share("healthy, scars told", set_name, some, scarred)
    graded = [name for name in kept if data.odir_rows()[name]["dr_grade"]]
    referable = np.array([float(int(data.odir_rows()[name]["dr_grade"]) >= 2) for name in graded])
    figures.add("referable retinopathy, 400 px: AUC", KEPT, roc_auc_score(referable, odir(graded, found, "referable")), len(graded), positive=int(referable.sum()))
    reliability = Reliability()
    reliability.add(values, truth)
    curves += reliability.curve("other")
    sheet = Sheet(config["task"], tile_px=300)
    for pair, t, value in zip(both, truth, values):
        sheet.add(value if t else 1 - value, f"{pair[1]} {'; '.join(data.words_of(pair[1]))[:34]}", fundus.read_photograph(*pair).image)
    sheet.write(20)
    return {"figures": figures.rows, "calibration_curve": curves}


def main() -> None:
    """Of the fifths that the runs were trained without."""
    torch.set_num_threads(1)
    config = configuration.load("other_disease")
    found: dict[Pair, Array] = {}
    for run in sys.argv[1].split(","):
        kept = read_run("other_disease", run)
        network = deployed_from_run(kept, {"scale": [1] * len(LABEL), "shift": [0] * len(LABEL)}).network
        some = [(s, n) for s in ("odir400", "laser") for n in fundus.names(s) if data.fold_of(config, s, n) == int(kept["leave_out"])]
        found |= {pair: answers(network, pair, config["input_size_px"]) for pair in some}
    print(json.dumps(calibration(found)))
    tell_cuts(found)


def tell_cuts(found: dict[Pair, Array]) -> None:
    """Prints what each label reaches, and what is told at cuts that leave shares of those without it below."""
    eyes = [pair for pair in found if pair[0] == "odir400"]
    scale, shift = (np.array(part) for part in calibration(found).values())
    for label, at in LABEL.items():
        some = [p for p in eyes if label != "other" or truth_of(p, label) == 1 or is_normal(p[1])]
        known = [pair for pair in some if not np.isnan(truth_of(pair, label))]
        truth = np.array([truth_of(pair, label) for pair in known])
        values = 1 / (1 + np.exp(-scale[at] * (np.array([found[p][at] for p in known]) - shift[at])))
        print(f"{label:24} n {len(known):4} positive {int(truth.sum()):4} AUC {roc_auc_score(truth, values):.3f}")
        for specificity in (0.8, 0.85, 0.9, 0.95, 0.98, 0.99):
            cut, hit = sensitivity_at(truth, values, specificity)
            alarms = float(np.mean(values[truth == 0] >= cut))
            print(f"    cut {cut:.3f}: {hit:.3f} of those with it, {alarms:.3f} of the others, predictive value {predictive_value(hit, alarms):.2f}")


def calibration(found: dict[Pair, Array]) -> Card:
    scale, shift = [], []
    for label, at in LABEL.items():
        known = [pair for pair in found if pair[0] == "odir400" and not np.isnan(truth_of(pair, label))]
        one, other = fit_calibration(np.array([found[p][at] for p in known]), np.array([truth_of(p, label) for p in known]))
        scale.append(round(one, 3))
        shift.append(round(other, 3))
    return {"scale": scale, "shift": shift}


if __name__ == "__main__":
    main()
