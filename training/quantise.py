"""Ships a network again with its convolutions in 8 bits: `python3 -m training.quantise lesions`, after `training.export`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

import torch

from . import config as configuration
from . import export
from .eight_bits import levels_of, ranges_of
from .networks.unet import Deployed
from .types import Config

VIEWS = 96
"""Training views by which the ranges are set."""


def views_of(config: Config) -> Callable[[Deployed], None]:
    """Shows a model's network, or each of an ensemble, training views that no step of its training saw."""
    task = export.task_of(config)
    optimiser = config["optimiser"]
    batches = task.Batches(config)

    def show(model: Deployed) -> None:
        torch.manual_seed(config["seed"])
        network = model.network
        for member in list(network.members) if isinstance(network, export.Ensemble) else [network]:
            for step in range(-(-VIEWS // optimiser["batch"])):
                task.loss(config, member, batches.batch(optimiser["processes"], step))

    return show


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task")
    options = parser.parse_args()
    config = configuration.load(options.task)
    folder = configuration.model_folder(options.task)
    if levels_of(folder / "model.onnx"):
        raise SystemExit("the shipped file is in 8 bits already: export it anew first")
    model = export.weights_from_onnx(folder / "model.onnx", config)
    ranges = ranges_of(model, views_of(config))
    trained = json.loads((folder / "card.json").read_text())["trained"]
    export.ship(options.task, config, model, trained, ranges)


if __name__ == "__main__":
    main()
