"""The sets of labelled photographs: their names, licences and splits, and which photographs show no retinopathy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Union

UNKNOWN = "research use; no licence for commercial use is known"

LICENCES: dict[str, str] = {
    "drive": f"DRIVE: {UNKNOWN}",
    "stare": f"STARE: {UNKNOWN}",
    "hrf": "HRF: CC BY 4.0, to be confirmed with its publisher before commercial use",
    "drishti": f"Drishti-GS: {UNKNOWN}",
    "rim-one": "RIM-ONE DL: research and education, no commercial use",
    "hei-med": "HEI-MED: non-commercial research",
    "idrid": "IDRiD: CC BY 4.0",
    "idrid-more": "IDRiD, 34 photographs more: CC BY 4.0",
    "idrid-grading": "IDRiD, graded: CC BY 4.0",
    "idrid-green512": "IDRiD, green channel: CC BY 4.0",
    "roc": f"Retinopathy Online Challenge: {UNKNOWN}",
    "odir400": "ODIR-5K, at 400 px: terms of the challenge, research use",
    "laser": "laser scars (LMD): none stated, cite J Diabetes Res 2021",
    "octa500-3mm": "OCTA-500, 3x3 mm: terms not known",
    "octa500-6mm": "OCTA-500, 6x6 mm: terms not known",
    "rossa": "ROSSA: MIT",
    "synthetic": "simulated OCTA vessel graphs: MIT",
    "faz": "FAZ of 3x3 mm OCTA scans: CC BY 4.0",
    "panels": "panels of figures that show photographs of SUSTech-SYSU: terms not known",
    "sustech": f"SUSTech-SYSU, ulcers: {UNKNOWN}",
    "drawn": "drawn eyes: made by this project",
    "aptos224-filtered": "APTOS 2019, filtered: rules of the Kaggle competition; no licence for commercial use is known",
    "eyepacs224": "EyePACS: rules of the Kaggle competition; no licence for commercial use is known",
}
"""By the set's folder under the folders of `EYE_DATA`; `drawn` by `scripts/draw-surface.ts`."""
QUALITY_LABELS = "quality labels of EyeQ: CC BY-NC-SA"
"""Labels of EyePACS by other people than its grades."""

VESSELS = ("drive", "stare", "hrf")
"""Somebody drew the vessels."""
KINDS = ("drive", "hrf")
"""Somebody told arteries from veins."""

STARE_NORMAL = ("im0077", "im0081", "im0082", "im0162", "im0163", "im0235", "im0236", "im0239", "im0240", "im0255")
"""Normal by the list of the set's authors."""
DRIVE_DISEASED = ("25", "26", "32")
"""The authors of the set name a disease. Nobody labelled a grade."""

Rule = Union[int, str, Sequence[str]]
"""Which photographs of a set are kept from training, as a configuration says it: their names; `"every fifth"`; or a
number by which the patient's number divides, so that both eyes of a patient stand on one side."""


def licence(set_name: str, note: str = "") -> str:
    """The set's name and licence; `note` stands behind the name."""
    name, terms = LICENCES[set_name].split(": ", 1)
    return f"{name}{note}: {terms}"


def terms(licences: Iterable[str]) -> str:
    """What a card says of the weights learnt from sets of these licences."""
    return "The weights were learnt from sets whose terms bind their use. " + ". ".join(licences) + "."


def kept(rule: Rule, names: Sequence[str]) -> list[str]:
    """Those of `names`, all photographs of a set that count, that are kept from training."""
    if rule == "every fifth":
        return list(names[4::5])
    if isinstance(rule, int):
        return [name for name in names if patient(name) % rule == 0]
    return [name for name in names if name in rule]


def patient(name: str) -> int:
    """The patient's number, with which a name begins."""
    return int("".join(c for c in name.split("_")[0] if c.isdigit()))


def has_no_retinopathy(set_name: str, name: str) -> bool:
    """HRF's healthy photographs, and those of DRIVE without a named disease; of no other set is it told."""
    return name.endswith("_h") or (set_name == "drive" and name not in DRIVE_DISEASED)
