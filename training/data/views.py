"""Random views of whole photographs, made by torch on whatever device the network is on: a batch at once.

Every function takes a generator of the device, so that a view is a function of the seed and the step.
"""

from __future__ import annotations

import math
import random

import torch
import torch.nn.functional as F

from ..types import Tensor

QUANTA = (
    (16, 11, 10, 16, 24, 40, 51, 61), (12, 12, 14, 19, 26, 58, 60, 55), (14, 13, 16, 24, 40, 57, 69, 56), (14, 17, 22, 29, 51, 87, 80, 62),
    (18, 22, 37, 56, 68, 109, 103, 77), (24, 35, 55, 64, 81, 104, 113, 92), (49, 64, 78, 87, 103, 121, 120, 101), (72, 92, 95, 98, 112, 100, 103, 99),
)  # fmt: skip
"""JPEG's table of the luma, annex K."""


class Chance:
    """Numbers drawn for a batch of `n`, each of the shape [n, 1, 1, 1] or what is asked."""

    def __init__(self, seed: int, n: int, device: torch.device) -> None:
        self.generator = torch.Generator(device).manual_seed(seed)
        # On the CPU: a number that decides which way a batch goes must not wait for the device.
        self.host = random.Random(seed)
        self.n, self.device = n, device

    def uniform(self, low: float, high: float, *shape: int) -> Tensor:
        drawn = torch.rand((self.n, *(shape or (1, 1, 1))), generator=self.generator, device=self.device)
        return low + (high - low) * drawn

    def log_uniform(self, low: float, high: float, *shape: int) -> Tensor:
        return torch.exp(self.uniform(math.log(low), math.log(high), *shape))

    def normal(self, spread: float, *shape: int) -> Tensor:
        return spread * torch.randn((self.n, *(shape or (1, 1, 1))), generator=self.generator, device=self.device)

    def happens(self, share: float, *shape: int) -> Tensor:
        return (self.uniform(0, 1, *shape) < share).float()

    def pick(self, low: float, high: float) -> float:
        """One number for the whole batch."""
        return self.host.uniform(low, high)


def placed(chance: Chance, image: Tensor, field: Tensor, size: int, narrowed: float) -> tuple[Tensor, Tensor]:
    """Turned, moved, stretched and mirrored views of `size` px; a share `narrowed` shows the middle of the field alone, as a
    camera of a smaller angle does. image [n, c, S, S] 0..1, field [n, 1, S, S] 0/1."""
    n = len(image)
    angle = torch.where(chance.happens(0.5, 1) > 0, chance.uniform(0, 2 * math.pi, 1), chance.normal(0.2, 1))[:, 0]
    narrow = chance.happens(narrowed, 1)[:, 0] * chance.uniform(0.05, 0.45, 1)[:, 0]
    zoom = torch.exp(chance.normal(0.07, 1)[:, 0]) / (1 - narrow)
    stretch = torch.exp(chance.normal(0.04, 1)[:, 0])
    mirror = 1 - 2 * chance.happens(0.5, 1)[:, 0]
    cos, sin = torch.cos(angle) / zoom, torch.sin(angle) / zoom
    move = chance.normal(0.05, 2)
    rows = torch.stack([cos * stretch * mirror, -sin / stretch, move[:, 0], sin * stretch * mirror, cos / stretch, move[:, 1]], 1)
    grid = F.affine_grid(rows.reshape(n, 2, 3), [n, 1, size, size], align_corners=False)
    seen = F.grid_sample(torch.cat([image * field, field], 1), grid, align_corners=False)
    at = (torch.arange(size, device=image.device) + 0.5) / size * 2 - 1
    disc = ((at[None] ** 2 + at[:, None] ** 2) < 1)[None, None] | (narrow[:, None, None, None] == 0)
    inside = ((seen[:, -1:] > 0.99) & disc).float()
    return seen[:, :-1], inside


def _cosines(device: torch.device) -> Tensor:
    k = torch.arange(8, device=device, dtype=torch.float32)
    table = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) / 2
    table[0] /= math.sqrt(2)
    return table


def _quantised(plane: Tensor, quality: Tensor, coarser: float) -> Tensor:
    """plane [n, c, h, w] 0..255 as JPEG of `quality` [n] keeps it; sides are multiples of 8."""
    n, c, h, w = plane.shape
    cosines = _cosines(plane.device)
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100 * coarser
    quanta = (torch.tensor(QUANTA, device=plane.device, dtype=torch.float32)[None] * scale[:, None, None]).clamp(min=1).round()
    quanta = quanta[:, None, None, None]
    blocks = (plane - 128).reshape(n, c, h // 8, 8, w // 8, 8).transpose(3, 4)
    turned = cosines @ blocks @ cosines.T
    back = cosines.T @ ((turned / quanta).round() * quanta) @ cosines
    return back.transpose(3, 4).reshape(n, c, h, w) + 128


def compressed(image: Tensor, quality: Tensor) -> Tensor:
    """image [n, 3, h, w] 0..1, sides multiples of 16, as JPEG keeps it, with half the detail in colours."""
    red, green, blue = (image[:, c : c + 1] * 255 for c in range(3))
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    colours = torch.cat([(blue - luma) * 0.564 + 128, (red - luma) * 0.713 + 128], 1)
    luma = _quantised(luma, quality, 1)
    colours = F.interpolate(_quantised(F.avg_pool2d(colours, 2), quality, 1.3), scale_factor=2.0, mode="nearest") - 128
    red, blue = luma + 1.402 * colours[:, 1:], luma + 1.772 * colours[:, :1]
    green = (luma - 0.299 * red - 0.114 * blue) / 0.587
    return (torch.cat([red, green, blue], 1) / 255).clamp(0, 1)


def blurred(image: Tensor, sigma: float) -> Tensor:
    reach = max(1, round(2.5 * sigma))
    bell = torch.exp(-(torch.arange(-reach, reach + 1, device=image.device, dtype=torch.float32) ** 2) / (2 * sigma * sigma))
    bell = (bell / bell.sum()).repeat(3, 1)
    rows = F.conv2d(image, bell[:, None, :, None], padding=(reach, 0), groups=3)
    return F.conv2d(rows, bell[:, None, None, :], padding=(0, reach), groups=3)


def stored(chance: Chance, image: Tensor, least_px: int) -> Tensor:
    """As it comes back from a smaller, compressed, perhaps soft or sharpened file: one size and sharpness for the batch."""
    size = image.shape[-1]
    if chance.pick(0, 1) < 0.35:
        image = blurred(image, chance.pick(0.4, 1.6))
    elif chance.pick(0, 1) < 0.2:
        image = (image + chance.pick(0.3, 1) * (image - blurred(image, chance.pick(0.8, 2.5)))).clamp(0, 1)
    side = 16 * round(math.exp(chance.pick(math.log(least_px), math.log(size))) / 16) if chance.pick(0, 1) < 0.5 else size
    if side < size:
        image = F.interpolate(image, (side, side), mode="bilinear", align_corners=False, antialias=True)
    if chance.pick(0, 1) < 0.6:
        image = compressed(image, chance.uniform(45, 96, 1)[:, 0])
    if side < size:
        image = F.interpolate(image, (size, size), mode="bicubic", align_corners=False).clamp(0, 1)
    return image


def another_camera(chance: Chance, image: Tensor, mixing: float) -> Tensor:
    """Another colour, light, veil and grain. mixing: how far the channels leak into each other."""
    image = image.clamp(1e-4, 1) ** chance.log_uniform(0.7, 1.43)
    image = image ** torch.exp(chance.normal(0.08, 3, 1, 1))
    mix = torch.eye(3, device=image.device) + chance.normal(mixing, 3, 3)
    mix = mix * chance.log_uniform(0.7, 1.35, 1, 1) * torch.exp(chance.normal(1.2 * mixing, 3, 1))
    image = torch.einsum("nij,njhw->nihw", mix, image)
    light = F.interpolate(chance.normal(0.16, 1, 4, 4), image.shape[-2:], mode="bicubic", align_corners=False)
    image = image * torch.exp(light * chance.happens(0.4))
    veil = F.interpolate(chance.normal(0.04, 1, 3, 3), image.shape[-2:], mode="bicubic", align_corners=False)
    image = image + veil * chance.happens(0.25) * chance.uniform(0, 1, 3, 1, 1)
    grain = torch.randn(image.shape, generator=chance.generator, device=image.device)
    return (image + grain * chance.uniform(0, 0.025) * chance.happens(0.4)).clamp(0, 1)
