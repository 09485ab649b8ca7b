"""Writes the runs `start0` and `start1` of the task of other disease, which hold the trunks of the two retinopathy networks
with batch normalisations that say the same: `python3 -m training.tasks.other_disease_start`."""

from __future__ import annotations

import torch

from .. import config as configuration
from ..export import deployed_from_onnx, unfold
from . import retinopathy

LOOKS = 10


def main() -> None:
    config = configuration.load("retinopathy")
    batches = retinopathy.Batches(config)

    def show(network: torch.nn.Module) -> None:
        for step in range(LOOKS):
            retinopathy.loss(config, network, batches.batch(0, step))  # type: ignore[arg-type]

    folded = deployed_from_onnx(configuration.model_folder("retinopathy") / "model.onnx", config).network
    for at, member in enumerate(folded.members):  # type: ignore[arg-type]
        network = unfold(member, retinopathy.network(config), show)
        kept = {name: weight for name, weight in network.state_dict().items() if name.startswith("down.")}
        path = configuration.RUNS / "other_disease" / f"start{at}" / "checkpoint.pt"
        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save({"average": kept, "step": 0, "earlier_steps": 0}, path)
        print(path, len(kept), "weights")


if __name__ == "__main__":
    main()
