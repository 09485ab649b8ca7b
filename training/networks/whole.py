"""Networks that see the whole picture at one working scale, and learn labels that not every picture has."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ..types import Array, Config, Tensor
from .unet import BlockUNet


def loss(config: Config, network: BlockUNet, batch: list[Tensor]) -> Tensor:
    """Cross-entropy and soft Dice of each label where it is known."""
    image, field, truth, known = batch
    with torch.no_grad():
        blocks = network.normalise(image, field).contiguous(memory_format=torch.channels_last)
    with torch.autocast(image.device.type, torch.bfloat16):
        logits = network.features(blocks)
    logits = logits.float()
    over = (0, 2, 3)
    count = known.sum(over).clamp(min=1)
    entropy = (F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * known).sum(over) / count
    probability = torch.sigmoid(logits) * known
    overlap = (2 * (probability * truth).sum(over) + 50) / ((probability + truth * known).sum(over) + 50)
    return (entropy + config["optimiser"]["dice_weight"] * (1 - overlap)).sum()


def to_input(config: Config, image: Array) -> tuple[Tensor, Tensor]:
    """A picture at the working scale, uint8 [h, w] or [h, w, 3], as the network's image and field, padded to its multiple."""
    planes = image[None] if image.ndim == 2 else image.transpose(2, 0, 1)
    channels, height, width = planes.shape
    padded = [-(-side // config["multiple"]) * config["multiple"] for side in (height, width)]
    picture, field = np.zeros((1, channels, *padded), np.float32), np.zeros((1, 1, *padded), np.float32)
    picture[0, :, :height, :width] = planes / np.float32(255)
    field[0, 0, :height, :width] = 1
    return torch.from_numpy(picture), torch.from_numpy(field)


def predict(config: Config, model: nn.Module, image: Array) -> Array:
    """Probabilities float32 [labels, h, w] of a picture at the working scale."""
    height, width = image.shape[:2]
    with torch.no_grad():
        return model(*to_input(config, image))[0, :, :height, :width].numpy()
