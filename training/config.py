"""Where things are, and the one configuration file of each model."""

from __future__ import annotations

import json
import os
from pathlib import Path

from .types import Config

ROOT = Path(__file__).resolve().parent
PROJECT = ROOT.parent
DATA = Path(os.environ.get("EYE_DATA", PROJECT.parent / "shared" / "data")).resolve()
RUNS = ROOT / ".runs"


def load(task: str) -> Config:
    """The configuration of `task` as a dictionary."""
    return json.loads((ROOT / "configs" / f"{task}.json").read_text())


def model_folder(task: str) -> Path:
    """Where the model that the product loads, and its card, lie."""
    return PROJECT / "models" / load(task).get("modality", "fundus") / task
