"""A U-Net on 2x2 pixel blocks that normalises its own input."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from ..types import Tensor


class LocalNormalisation(nn.Module):
    """image [n, c, H, W] 0..1 and field [n, 1, H, W] 0/1 -> blocks [n, 4c + 1, H/2, W/2].

    With `luma_detail`, an RGB image keeps its colours in the coarse alone and has the luma's detail in every channel, as
    JPEG stores it: what was never compressed then looks like what was.
    Each channel less its local mean over its local spread, both taken inside the field alone, over a square of
    `window_cells` cells of 8x8 px. The blocks are a strided convolution with fixed weights, as `pixel_unshuffle`
    exports badly. The last channel is the field.
    """

    blocks: Tensor
    corners: Tensor
    luma: Tensor

    def __init__(self, channels: int, window_cells: int, luma_detail: bool = False) -> None:
        super().__init__()
        self.channels, self.window, self.luma_detail = channels, window_cells, luma_detail
        blocks = torch.zeros(4 * channels, channels, 2, 2)
        for k in range(4):
            for c in range(channels):
                blocks[k * channels + c, c, k // 2, k % 2] = 1
        self.register_buffer("blocks", blocks, persistent=False)
        self.register_buffer("corners", blocks.sum(1, keepdim=True), persistent=False)
        if luma_detail:
            self.register_buffer("luma", torch.tensor([0.299, 0.587, 0.114]).reshape(1, 3, 1, 1), persistent=False)

    def _with_luma_detail(self, image: Tensor, field: Tensor) -> Tensor:
        """Colours as they are over some 12 px, and how far the luma lies from that."""
        cells = [F.avg_pool2d(F.avg_pool2d(part, 4), 3, stride=1, padding=1) for part in (image * field, field)]
        coarse = F.interpolate(cells[0] / cells[1].clamp(min=1e-4), scale_factor=4.0, mode="bilinear", align_corners=False)
        return coarse + F.conv2d(image - coarse, self.luma)

    def _box(self, cells: Tensor) -> Tensor:
        half = self.window // 2
        rows = F.avg_pool2d(cells, (self.window, 1), stride=1, padding=(half, 0))
        return F.avg_pool2d(rows, (1, self.window), stride=1, padding=(0, half))

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        channels = self.channels
        if self.luma_detail:
            image = self._with_luma_detail(image, field)
        inside = image * field
        sums = self._box(torch.cat([F.avg_pool2d(part, 8) for part in (inside, inside * image, field)], 1))
        share = sums[:, 2 * channels :].clamp(min=1e-4)
        mean = sums[:, :channels] / share
        variance = sums[:, channels : 2 * channels] / share - mean * mean
        gain = 1 / torch.sqrt(variance.clamp(min=0) + 1e-4)
        local = F.interpolate(torch.cat([mean, gain], 1), scale_factor=4.0, mode="bilinear", align_corners=False)
        mean, gain = local[:, :channels], local[:, channels:]
        pixels = F.conv2d(image, self.blocks, stride=2)
        present = F.conv2d(field, self.corners, stride=2)
        normal = (pixels - torch.cat([mean] * 4, 1)) * torch.cat([gain] * 4, 1) * present
        return torch.cat([normal.clamp(-8, 8), F.avg_pool2d(field, 2)], 1)


def conv_block(inputs: int, outputs: int, depth: int) -> nn.Sequential:
    """3x3 convolutions, each with its batch normalisation and its ReLU."""
    layers = []
    for source in [inputs] + [outputs] * (depth - 1):
        layers += [nn.Conv2d(source, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


class BlockUNet(nn.Module):
    """image [n, 3, H, W] 0..1, field [n, 1, H, W] 0/1 -> logits [n, outputs, H, W]; H, W multiples of 32."""

    def __init__(self, inputs: int, outputs: int, widths: list[int], norm_window_cells: int, merge_depth: int, luma_detail: bool = False) -> None:
        super().__init__()
        self.normalise = LocalNormalisation(inputs, norm_window_cells, luma_detail)
        self.down = nn.ModuleList(conv_block(a, b, 2) for a, b in zip([4 * inputs + 1] + widths, widths))
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in zip(widths, widths[1:]))
        self.merge = nn.ModuleList(conv_block(a, a, merge_depth) for a in widths[:-1])
        self.head = nn.Conv2d(widths[0], 4 * outputs, 1)

    def features(self, blocks: Tensor) -> Tensor:
        """blocks [n, 4 inputs + 1, H/2, W/2] -> logits [n, outputs, H, W]."""
        kept = []
        x = blocks
        for level, convolutions in enumerate(self.down):
            x = convolutions(F.max_pool2d(x, 2) if level else x)
            kept.append(x)
        for level in reversed(range(len(self.up))):
            x = self.merge[level](kept[level] + self.up[level](x))
        return F.pixel_shuffle(self.head(x), 2)

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        return self.features(self.normalise(image, field))


class Deployed(nn.Module):
    """A network as it is exported: probabilities [n, k, H, W], zero outside the field, or [n, k] of the whole picture.

    scale, shift: one number for every output, or a list of one for each; they put the best cut of each at 0.5.
    second: looks again at what the maps show.
    """

    network: nn.Module
    scale: Tensor
    shift: Tensor

    def __init__(self, network: nn.Module, scale: float | list[float], shift: float | list[float], second: nn.Module | None = None) -> None:
        super().__init__()
        self.network = network
        self.second = second
        self.register_buffer("scale", self._column(scale))
        self.register_buffer("shift", self._column(shift))

    @staticmethod
    def _column(values: float | list[float]) -> Tensor:
        return torch.tensor(values, dtype=torch.float32).reshape(-1, 1, 1)

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        logits = self.network(image, field)
        if logits.dim() == 2:
            # No reshape of the calibration: the exporter would fold it away, and the weights could not be read back.
            return torch.sigmoid(self.scale * (logits[..., None, None] - self.shift)).flatten(1)
        probability = torch.sigmoid(self.scale * (logits - self.shift)) * field
        return probability if self.second is None else self.second(image, probability)
