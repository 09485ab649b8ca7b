"""Measures a model on the photographs it was not trained on.

`python3 -m training.evaluate vessels` measures the shipped file and writes the figures into its card; without a task, every
model that has a network, and prints one table of all figures.
"""

from __future__ import annotations

import argparse
import json

import cv2
import torch

from . import config as configuration
from .export import deployed_from_onnx, deployed_from_run, read_run, task_of
from .types import Card


def tasks() -> list[str]:
    """The tasks whose models have a network, in the order of their names."""
    return sorted(path.parent.name for path in (configuration.PROJECT / "models").glob("*/*/model.onnx"))


def evaluate_shipped(name: str, views: bool) -> list[Card]:
    """Measures the exported file and writes what was found into its card, every figure with its command. Figures of other
    commands stay."""
    config = configuration.load(name)
    folder = configuration.model_folder(name)
    found = task_of(config).evaluate(config, deployed_from_onnx(folder / "model.onnx", config), None, views)
    base = f"python3 -m training.evaluate {name}"
    command = base + " --views" if views else base
    figures = [{**figure, "command": command} for figure in found["figures"]]
    card = json.loads((folder / "card.json").read_text())
    others = [figure for figure in card["figures"] if not figure["command"].startswith(base)]
    card = {**card, **found, "figures": figures + others}
    (folder / "card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", nargs="?", help="left out: every model")
    parser.add_argument("--run", help="measure this run's averaged weights, and write nothing")
    parser.add_argument("--views", action="store_true", help="also narrowed fields, as a camera of a smaller angle sees")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if options.run:
        config, kept = configuration.load(options.task), read_run(options.task, options.run)
        task_of(config).evaluate(config, deployed_from_run(kept, config["calibration"]), kept["leave_out"], options.views)
        return
    figures = {name: evaluate_shipped(name, options.views) for name in ([options.task] if options.task else tasks())}
    if not options.task:
        for name, rows in figures.items():
            for row in rows:
                print(f"{name:10} {row['name']:42} {row['value']:8} n {row['n']:6}  {row['set']}")


if __name__ == "__main__":
    main()
