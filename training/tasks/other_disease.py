"""The task of other disease: does a photograph show anything beside diabetic retinopathy, of which kind, and was the eye treated by laser.

    python3 -m training.data.other_disease                   writes the small copies that it learns from
    python3 -m training.tasks.other_disease_start            writes the runs `start0` and `start1`: the trunks of the retinopathy networks
    python3 -m training.train other_disease --run main --start training/.runs/other_disease/start0/checkpoint.pt
    python3 -m training.train other_disease --run fold1 --leave-out 1 --start ...    another fifth left out, to choose and to calibrate
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper
from torch import nn

from ..data import fundus, sets, views
from ..data import other_disease as data
from ..networks.unet import Deployed, LocalNormalisation, conv_block
from ..types import Card, Config, Rng, Tensor
from . import card_input, other_disease_report


class OtherDiseaseNetwork(nn.Module):
    """image [n, 3, S, S] 0..1, field [n, 1, S, S] -> logits [n, 14]; S a multiple of 64.

    The retinopathy network's way down and one level more. Beside normalised colours it sees light as it is, at a quarter
    of the scale: a broad pale area or a veil does not survive normalisation. Every label pools the cells that it chooses.
    Scars of laser are small, so they have a map of their own at an eighth of the scale, on which their label rests.
    """

    at_scars: Tensor

    def __init__(self, widths: list[int], deepest: int, norm_window_cells: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.normalise = LocalNormalisation(3, norm_window_cells)
        self.down = nn.ModuleList(conv_block(a, b, 2) for a, b in zip([13, *widths], [*widths, deepest]))
        self.light = nn.Sequential(
            nn.Conv2d(12, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True), nn.Conv2d(32, widths[0], 3, padding=1)
        )
        last: nn.Conv2d = self.light[3]  # type: ignore[assignment]
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias if last.bias is not None else last.weight)
        labels = len(data.LABELS)
        self.cell = nn.Conv2d(widths[-1], 2 * labels, 1)
        self.hidden = nn.Sequential(nn.Dropout(dropout), nn.Linear(2 * (widths[-1] + deepest), hidden), nn.ReLU(), nn.Dropout(dropout))
        self.answer = nn.Linear(hidden, labels)
        near, far = widths[2], widths[3]
        self.scars = nn.Sequential(nn.Conv2d(near + far, near, 3, padding=1, bias=False), nn.BatchNorm2d(near), nn.ReLU(inplace=True), nn.Conv2d(near, 1, 1))
        self.scarred = nn.Linear(2, 1)
        self.register_buffer("at_scars", torch.tensor([[float(name == "laser") for name in data.LABELS]]), persistent=False)

    def blocks(self, image: Tensor, field: Tensor) -> tuple[Tensor, Tensor]:
        light = F.conv2d(image * field, self.normalise.blocks, stride=2)
        return self.normalise(image, field), F.avg_pool2d(light, 2) * 2 - 0.8

    def trunk(self, x: Tensor, light: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Features at 1/32 and at 1/64 of the scale, and the map of scars at 1/8, logits."""
        kept = []
        for level, convolutions in enumerate(self.down):
            x = F.max_pool2d(x, 2) if level else x
            x = convolutions(x + self.light(light) if level == 1 else x)
            kept.append(x)
        around = F.interpolate(kept[3], scale_factor=2.0, mode="nearest")
        return kept[-2], kept[-1], self.scars(torch.cat([kept[2], around], 1))

    def conclude(self, fine: Tensor, deep: Tensor, scars: Tensor, field: Tensor) -> Tensor:
        pooled = []
        for features, side in ((fine, 32), (deep, 64)):
            seen = F.avg_pool2d(field, side)
            pooled.append((features * seen).sum((2, 3)) / seen.sum((2, 3)).clamp(min=1))
            pooled.append((features * (seen > 0.3)).amax((2, 3)))
        answer = self.answer(self.hidden(torch.cat(pooled, 1)))
        cells = self.cell(fine).flatten(2)
        outside = (F.avg_pool2d(field, 32).flatten(2) < 0.3) * 50.0
        labels = len(data.LABELS)
        share = torch.softmax(cells[:, :labels] - outside, 2)
        shown = F.avg_pool2d(field, 8)
        scar = torch.sigmoid(scars) * shown
        most = F.avg_pool2d(scar, 5, stride=1, padding=2).amax((2, 3))
        seen = torch.cat([scar.sum((2, 3)) / shown.sum((2, 3)).clamp(min=1), most], 1)
        return answer + (share * cells[:, labels:]).sum(2) + self.scarred(torch.log(seen + 1e-3) + 4) * self.at_scars

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        return self.conclude(*self.trunk(*self.blocks(image, field)), field)


def network(config: Config) -> OtherDiseaseNetwork:
    """The network to train, of logits."""
    return OtherDiseaseNetwork(**config["network"])


class Batches:
    """Training batches, each a function of (seed, rank, step) alone; the kept fifth is never among them, and with `leave_out`
    another one neither. A batch holds copies as they are: `loss` makes the views, where the network is."""

    def __init__(self, config: Config, leave_out: str | None = None) -> None:
        self.config = config
        copies = data.read_copies(config)
        chosen = {pair: copy for pair, copy in copies.items() if copy["fold"] is None or str(copy["fold"]) != leave_out}
        shares = config["sampling"]
        per_set = {name: sum(self._rarity(copy) for pair, copy in chosen.items() if pair[0] == name) for name in shares}
        self.copies = [{**copy, "image": np.ascontiguousarray(copy.pop("image").transpose(2, 0, 1))} for copy in chosen.values()]
        chance = np.array([shares[pair[0]] * self._rarity(copy) / per_set[pair[0]] for pair, copy in chosen.items()])
        self.chance = chance / chance.sum()

    def _rarity(self, copy: dict[str, Any]) -> float:
        told = [self.config["rarity"].get(name, 1) for name, truth in zip(data.LABELS, copy["truth"]) if truth == 1]
        return max(told, default=self.config["rarity"]["none"])

    def batch(self, rank: int, step: int) -> list[Tensor]:
        """Tensors image uint8 [n, 3, s, s], field and scars uint8 [n, 1, s, s] 0/255, whether the scars are known [n], truth [n, 14],
        weight [n, 14] (0 unknown), and a seed."""
        rng: Rng = np.random.default_rng([self.config["seed"], rank, step])
        drawn = [self.copies[k] for k in rng.choice(len(self.copies), self.config["optimiser"]["batch"], p=self.chance)]
        image = np.stack([copy["image"] for copy in drawn])
        field = np.stack([copy["field"] for copy in drawn])[:, None]
        scars = np.stack([np.zeros_like(copy["field"]) if copy["scars"] is None else copy["scars"] for copy in drawn])[:, None]
        tables = [np.stack([copy[key] for copy in drawn]) for key in ("truth", "weight")]
        treated, told = (table[:, data.LABELS.index("laser")] for table in tables)
        outlined = np.array([copy["scars"] is not None for copy in drawn])
        known = (outlined | ((treated == 0) & (told > 0))).astype(np.float32)
        seed = torch.tensor(int(rng.integers(2**31)))
        return [*(torch.from_numpy(part) for part in (image, field, scars, known, *tables)), seed]


SMOOTHING = 0.03
PARTS = 4
"""Groups of a batch that share size and sharpness."""


@torch.no_grad()
def seen(config: Config, image: Tensor, field: Tensor, scars: Tensor, seed: int) -> tuple[Tensor, Tensor, Tensor]:
    """Random views, image [n, 3, S, S] 0..1, field [n, 1, S, S] 0/1 and share of scars [n, 1, S/8, S/8], of copies as `Batches` gives them."""
    size, device = config["input_size_px"], image.device
    chance = views.Chance(seed, len(image), device)
    together = torch.cat([image, scars], 1).float() / 255
    placed, inside = views.placed(chance, together, (field > 127).float(), size, config["narrowed"])
    picture, scarred = placed[:, :3], F.avg_pool2d(placed[:, 3:] * inside, 8)
    parts = []
    for at, part in enumerate(picture.chunk(PARTS)):
        own = views.Chance(seed + 1 + at, len(part), device)
        parts.append(views.another_camera(own, views.stored(own, part, config["least_stored_px"]), config["mixing"]))
    return torch.cat(parts) * inside, inside, scarred


def scar_loss(logits: Tensor, share: Tensor, known: Tensor, field: Tensor) -> Tensor:
    """Cross-entropy of each cell of the map, and soft Dice of the photographs with outlined scars."""
    cells = F.avg_pool2d(field, 8) * known[:, None, None, None]
    entropy = (F.binary_cross_entropy_with_logits(logits, share, reduction="none") * (1 + 3 * share) * cells).sum() / cells.sum().clamp(min=1)
    outlined = (share.amax((1, 2, 3)) > 0).float() * known
    probability = torch.sigmoid(logits) * cells
    dice = (2 * (probability * share).sum((1, 2, 3)) + 1) / ((probability + share).sum((1, 2, 3)) + 1)
    return entropy + 0.5 * ((1 - dice) * outlined).sum() / outlined.sum().clamp(min=1)


def loss(config: Config, network: OtherDiseaseNetwork, batch: list[Any]) -> Tensor:
    """Cross-entropy of the known answers, and the loss of the map of scars."""
    image, field, scars, known, truth, weight, seed = batch
    image, field, share = seen(config, image, field, scars, int(seed))
    with torch.no_grad():
        blocks, light = (part.contiguous(memory_format=torch.channels_last) for part in network.blocks(image, field))
    with torch.autocast(image.device.type, torch.bfloat16):
        fine, deep, scarred = network.trunk(blocks, light)
    answers = network.conclude(fine.float(), deep.float(), scarred.float(), field)
    soft = truth * (1 - SMOOTHING) + SMOOTHING / 2
    weight = weight * image.new_tensor(config["answer_weights"])
    entropy = (F.binary_cross_entropy_with_logits(answers, soft, reduction="none") * weight).sum() / len(truth)
    return entropy + config["scar_weight"] * scar_loss(scarred.float(), share, known, field)


def finish(path: Path) -> None:
    """Gives the exported graph its second output: the map of scars that each member draws within, as their mean."""
    file = onnx.load(path)
    graph = file.graph
    drawn = [node.output[0] for node in graph.node if node.op_type == "Sigmoid" and "/scars/" in node.input[0]]
    shown = [node.output[0] for node in graph.node if node.op_type == "Mul" and set(drawn) & set(node.input)]
    graph.node.append(helper.make_node("Mean", shown, ["scars"]))
    side = graph.input[0].type.tensor_type.shape.dim[3].dim_value // 8
    graph.output.append(helper.make_tensor_value_info("scars", TensorProto.FLOAT, [1, 1, side, side]))
    onnx.checker.check_model(file)
    onnx.save(file, path)


def parts_of(config: Config, set_name: str) -> Card:
    """The card's `training` and `validation` of a set."""
    if set_name == "odir400":
        return {"training": "the other patients", "validation": "patients whose number divides by five"}
    if set_name == "eyepacs224":
        return {"training": "patients whose number does not divide by four", "validation": []}
    copies = [name for s, name in data.read_copies(config) if s == set_name]
    kept = [name for name in fundus.names(set_name) if data.fold_of(config, set_name, name) == 0]
    return {"training": copies, "validation": kept}


def card(config: Config) -> Card:
    """What the card says that does not depend on the run."""
    return {
        "task": config["task"],
        "labels": list(data.LABELS),
        "cuts": config["cuts"],
        "licence": sets.terms(sets.licence(set_name) for set_name in data.SETS),
        "input": card_input.square(config),
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": f"1,{len(data.LABELS)}",
            "range": [0, 1],
            "meaning": (
                "other: anything beside diabetic retinopathy and its treatment; then kinds of it, laser scars, and retinopathy of grade "
                "at least 1, 2, 3, 4. Calibrated as shares among ODIR-5K's eyes, of which most are ill; the cuts to use are `cuts`. "
                "The grades were learnt beside and are not told. A second output, `scars` [1, 1, S/8, S/8], is the map of laser scars, "
                "0..1 and 0 outside the field, the mean of the members; the cut is 0.5."
            ),
        },
        "data": [{"set": set_name, **parts_of(config, set_name), "licence": sets.licence(set_name)} for set_name in data.SETS],
    }


def evaluate(config: Config, model: Deployed, leave_out: str | None = None, views: bool = False) -> Card:
    """Figures and calibration curves; `leave_out` and `views` do not apply."""
    return other_disease_report.evaluate(config, model)
