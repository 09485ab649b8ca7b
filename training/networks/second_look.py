"""A second look at the spots of a map: a small network that sees each of them alone, from near by."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from ..types import Tensor
from .unet import conv_block

NOTHING = -1e4
"""Stands for 'not moved' beside log-odds."""


class SpotNetwork(nn.Module):
    """spots [n, c, side, side] 0..1 -> logits [n]: whether the spot in the middle is what is looked for.

    A spot has its mean taken away, channel by channel, and lies over its own spread: the light of the camera says nothing.
    """

    def __init__(self, inputs: int, widths: list[int]) -> None:
        super().__init__()
        self.down = nn.ModuleList(conv_block(a, b, 2) for a, b in zip([inputs] + widths, widths))
        self.head = nn.Linear(2 * widths[-1], 1)

    def forward(self, spots: Tensor) -> Tensor:
        x = spots - spots.mean((2, 3), keepdim=True)
        x = x / (x.square().mean((1, 2, 3), keepdim=True).sqrt() + 0.02)
        for level, layers in enumerate(self.down):
            x = layers(F.max_pool2d(x, 2) if level else x)
        middle = x.shape[2] // 2
        near = x[:, :, middle - 1 : middle + 1, middle - 1 : middle + 1].mean((2, 3))
        both = torch.cat([near, x.mean((2, 3))], 1)
        return self.head(F.dropout(both, 0.3, self.training)).flatten()


def peaks(probability: Tensor, least: float, apart: int) -> Tensor:
    """Of a map [1, 1, H, W] the pixels of at least `least` that are the highest of the `apart` x `apart` around them: bool [H, W]."""
    highest = F.max_pool2d(probability, apart, stride=1, padding=apart // 2)
    return ((probability == highest) & (probability >= least))[0, 0]


def spots_at(image: Tensor, at: Tensor, side: int) -> Tensor:
    """image [1, c, H, W] and n places [n, 2] as y, x -> [n, c, side, side], black beyond the image."""
    half = side // 2
    padded = F.pad(image, [half] * 4)[0]
    step = torch.arange(side)
    rows, columns = at[:, :1] + step, at[:, 1:] + step
    places = (rows[:, :, None] * padded.shape[2] + columns[:, None, :]).flatten(1)
    return padded.flatten(1)[:, places].reshape(len(image[0]), -1, side, side).transpose(0, 1)


class SecondLook(nn.Module):
    """image [1, c, H, W] and probabilities [1, k, H, W] -> the same with the first output moved about each of its peaks.

    The log-odds of a peak become `own` times themselves and `seen` times what the network of spots says, and `shift`. What lies
    within `reach` of it, px across, is moved as far, by the highest move where several reach it. The `most` surest peaks are looked at, so that a
    picture full of spots needs no more memory; what the network says counts as 0 for the others.
    """

    spots: nn.Module

    def __init__(self, inputs: int, widths: list[int], side: int, least: float, apart: int, most: int, reach: int, own: float, seen: float, shift: float) -> None:
        super().__init__()
        self.spots = SpotNetwork(inputs, widths)
        self.side, self.least, self.apart, self.most, self.reach = side, least, apart, most, reach
        self.own, self.seen, self.shift = own, seen, shift

    def forward(self, image: Tensor, probability: Tensor) -> Tensor:
        first = probability[:, :1]
        # One place more, which moves nothing: no layer is asked for no spots.
        at = torch.cat([torch.nonzero(peaks(first, self.least, self.apart)), torch.zeros(1, 2, dtype=torch.long)])
        sure = first.clamp(1e-6, 1 - 1e-6)
        # `torch.logit` is not exported.
        odds = torch.log(sure / (1 - sure))
        here = odds[0, 0][at[:, 0], at[:, 1]]
        surest = torch.sort(here, descending=True).indices[: self.most]
        told = torch.zeros_like(here).index_put((surest,), self.spots(spots_at(image, at[surest], self.side)))
        further = (self.own - 1) * here + self.seen * told + self.shift
        is_peak = first[0, 0][at[:, 0], at[:, 1]] >= self.least
        moves = torch.full_like(first[0, 0], NOTHING).index_put((at[:, 0], at[:, 1]), torch.where(is_peak, further, torch.full_like(further, NOTHING)))
        spread = F.max_pool2d(moves[None, None], self.reach, stride=1, padding=self.reach // 2)
        moved = torch.sigmoid(odds + torch.where(spread > NOTHING / 2, spread, torch.zeros_like(spread))) * (first > 0)
        return torch.cat([moved, probability[:, 1:]], 1)
