"""The retinopathy task: referable disease in photographs too small for their lesions to be told one by one.

    python3 -m training.train retinopathy --run main --start training/.runs/lesions/seventh/checkpoint.pt
    python3 -m training.train retinopathy --run second --start training/.runs/lesions/sixth/checkpoint.pt     with the seed 20261123
    python3 -m training.tasks.screening_report retinopathy --run main,second     prints the calibration for the configuration
    python3 -m training.export retinopathy --run main,second

It begins with the lesion network's weights; batches, loss and figures are the screening network's, at a larger scale.
"""

from __future__ import annotations

import torch.nn.functional as F
from torch import nn

from ..networks.unet import BlockUNet, Deployed
from ..types import Card, Config, Tensor
from . import screening, screening_report
from .screening import Batches, Concluding, loss, map_head

__all__ = ["Batches", "card", "evaluate", "loss", "network"]

TOLD = ("referable", "dr_1", "dr_3", "dr_4")
"""What is asked of it; quality is learnt beside."""


class RetinopathyNetwork(Concluding):
    """image [n, 3, S, S] 0..1, field [n, 1, S, S] -> (logits [n, 6], map logits [n, 4, S/4, S/4]); the lesion network's way
    down, and up again as far as the maps."""

    def __init__(self, widths: list[int], norm_window_cells: int, merge_depth: int, hidden: int, dropout: float) -> None:
        super().__init__(widths[-1], hidden, dropout)
        whole = BlockUNet(3, 1, widths, norm_window_cells, merge_depth)
        self.normalise, self.down = whole.normalise, whole.down
        # The finest level has no way up.
        self.up, self.merge = whole.up, whole.merge
        self.up[0], self.merge[0] = nn.Identity(), nn.Identity()
        self.map = map_head(widths[1])

    def blocks(self, image: Tensor, field: Tensor) -> Tensor:
        return self.normalise(image, field)

    def trunk(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """blocks [n, 13, S/2, S/2] -> the deepest features and the map logits."""
        kept = []
        for level, convolutions in enumerate(self.down):
            x = convolutions(F.max_pool2d(x, 2) if level else x)
            kept.append(x)
        merged = x
        for level in reversed(range(1, len(self.up))):
            merged = self.merge[level](kept[level] + self.up[level](merged))
        return x, self.map(merged)


def network(config: Config) -> RetinopathyNetwork:
    """The network to train, of logits."""
    return RetinopathyNetwork(**config["network"])


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    whole = screening.card(config)
    return {
        **whole,
        "output": {
            **whole["output"],
            "meaning": (
                "referable: diabetic retinopathy of grade 2 or more; dr_1, dr_3, dr_4: grade at least 1, 3, 4. Calibrated as shares "
                "among EyePACS photographs. ungradable and less_than_good were learnt beside these and are not to be used."
            ),
        },
    }


class FourViews(nn.Module):
    """The mean logits of the photograph as it is, mirrored, and both upside down: as the product looks at it."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        return sum(self.network(image.flip(axes), field.flip(axes)) for axes in ((), (3,), (2,), (2, 3))) / 4


def evaluate(config: Config, model: Deployed, leave_out: str | None = None, views: bool = False) -> Card:
    """Figures and calibration curves on EyePACS of the mean of four views; `leave_out` and `views` do not apply."""
    model.network = FourViews(model.network)
    return screening_report.evaluate_graded(config, model, TOLD)
