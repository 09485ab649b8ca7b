"""Measures a model on the photographs it was not trained on.

`python3 -m training.evaluate vessels` measures the shipped file and writes the figures into its card.
"""

import argparse
import importlib
import json

import torch

from . import config as configuration
from .export import deployed_from_checkpoint, deployed_from_onnx


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task")
    parser.add_argument("--run", help="measure this run's averaged weights, and write nothing")
    parser.add_argument("--views", action="store_true", help="also narrowed fields, as a camera of a smaller angle sees")
    options = parser.parse_args()
    torch.set_num_threads(1)
    config = configuration.load(options.task)
    task = importlib.import_module(f"training.{options.task}")
    folder = configuration.model_folder(options.task)
    if options.run:
        checkpoint = configuration.RUNS / options.task / options.run / "checkpoint.pt"
        model, kept = deployed_from_checkpoint(checkpoint, config["calibration"])
        task.evaluate(config, model, kept["leave_out"], options.views)
        return
    figures = task.evaluate(config, deployed_from_onnx(folder / "model.onnx", config), None, options.views)
    card = json.loads((folder / "card.json").read_text())
    card["figures"] = [{**f, "command": f"python3 -m training.evaluate {options.task}"} for f in figures]
    (folder / "card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
