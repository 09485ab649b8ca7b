"""Convolutions of an exported network in 8 bits.

Weights have a scale for each channel of the output. What flows between the convolutions has 8 bits and a scale for each
place, from the range that training views reach there. A transposed convolution becomes one of 1x1 and a step up, which is the same
in 32 bits and is quick in 8. Normalisation, first convolution, head, sigmoid and a second look stay in 32 bits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn

from .types import Array, Tensor

LEAST_INPUTS = 64
"""A convolution of fewer weights for each output is no work."""
LEAST_OUTPUTS = 8
WEIGHT_LEVELS = 63
"""Weights go from -63 to 63, not to 127: older processors add two products in 16 bits, 2 x 255 x 63, and cut what is beyond."""
FIRST = (".down.0.0", ".light.0")
"""Convolutions of what comes from the photograph itself."""

Model = TypeVar("Model", bound=nn.Module)
Range = tuple[float, float]
Ranges = dict[str, dict[str, Range]]
Step = tuple[np.float32, np.uint8]
"""The scale of a place, and the level that stands for 0."""
LEVELS = ":levels"
"""Ends the name of a place whose values went through 8 bits."""


def convolutions(model: nn.Module) -> Iterator[tuple[str, nn.Conv2d | nn.ConvTranspose2d]]:
    """Those that are stored in 8 bits, by their names in the exported file."""
    for name, layer in model.named_modules():
        if isinstance(layer, (nn.Conv2d, nn.ConvTranspose2d)) and not name.startswith("second.") and ".normalise." not in name and not name.endswith(FIRST):
            if layer.weight.numel() // layer.out_channels >= LEAST_INPUTS and layer.out_channels >= LEAST_OUTPUTS:
                yield name, layer


def is_rectified(model: nn.Module, name: str) -> bool:
    """Whether a ReLU follows the convolution: in our networks a sequence has them after every one."""
    parent, _, at = name.rpartition(".")
    sequence = model.get_submodule(parent)
    if not isinstance(sequence, nn.Sequential):
        return False
    following = [layer for layer in list(sequence)[int(at) + 1 :] if not isinstance(layer, nn.Identity)]
    return bool(following) and isinstance(following[0], nn.ReLU)


@torch.no_grad()
def ranges_of(model: Model, show: Callable[[Model], Any]) -> Ranges:
    """The least and the most that reach each convolution and leave it, after its ReLU, where `show(model)` shows training views.

    Nothing is cut off: a single pixel far beyond the others is what a sure answer rests on.
    """
    reached: dict[tuple[str, str], Range] = {}

    def note(name: str, side: str, values: Tensor) -> None:
        low, high = (float(end) for end in values.detach().aminmax())
        before = reached.get((name, side), (0.0, 1e-6))
        reached[name, side] = (min(before[0], low), max(before[1], high))

    hooks = []
    for name, layer in convolutions(model):
        rectified = is_rectified(model, name)

        def before(_: nn.Module, inputs: tuple[Tensor, ...], name: str = name) -> None:
            note(name, "in", inputs[0])

        def after(_: nn.Module, __: Any, output: Tensor, name: str = name, rectified: bool = rectified) -> None:
            note(name, "out", output.clamp(min=0) if rectified else output)

        hooks += [layer.register_forward_pre_hook(before), layer.register_forward_hook(after)]
    show(model)
    for hook in hooks:
        hook.remove()
    return {name: {"in": reached[name, "in"], "out": reached[name, "out"]} for name, _ in convolutions(model)}


def step_of(bounds: Range) -> Step:
    low, high = bounds
    scale = np.float32((high - low) / 255)
    return scale, np.uint8(round(-low / float(scale)))


def scales_of(weight: Array) -> Array:
    """The scale of each output's weights; weight [outputs, inputs, h, w]."""
    return np.maximum(np.abs(weight).max((1, 2, 3)), 1e-8).astype(np.float32) / np.float32(WEIGHT_LEVELS)


class Graph:
    """An exported graph that is rewritten node by node."""

    def __init__(self, path: Path) -> None:
        self.file = onnx.load(path)
        self.graph = self.file.graph
        self.nodes: list[Any] = []
        self.levels: dict[str, str] = {}
        """By the name of a place the name of what flows there once it went through 8 bits."""
        self.used: dict[str, dict[str, Step]] = {}
        """The steps before and after each convolution, as `levels_of` reads them back."""
        self.steps: dict[str, Step] = {}

    def keep(self, name: str, values: Any) -> str:
        self.graph.initializer.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def add(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def through_levels(self, place: str, step: Step) -> str:
        """What flows at a place, brought to 8 bits and back."""
        if place not in self.levels:
            scale, zero = self.keep(f"{place}:scale", step[0]), self.keep(f"{place}:zero", step[1])
            stored = self.add("QuantizeLinear", [place, scale, zero], f"{place}:stored")
            self.levels[place] = self.add("DequantizeLinear", [stored, scale, zero], f"{place}{LEVELS}")
            self.steps[place] = step
        return self.levels[place]

    def weights(self, name: str, weight: Array, bias: Array, scale_in: np.float32) -> list[str]:
        """weight [outputs, inputs, h, w], bias [outputs]; both as the graph brings them back from 8 and 32 bits."""
        scales = scales_of(weight)
        stored = np.clip(np.rint(weight / scales[:, None, None, None]), -WEIGHT_LEVELS, WEIGHT_LEVELS).astype(np.int8)
        both = (scales * scale_in).astype(np.float32)
        names = []
        for part, values, steps in (("weight", stored, scales), ("bias", np.rint(bias / both).astype(np.int32), both)):
            own = f"{name}.{part}"
            inputs = [self.keep(f"{own}:stored", values), self.keep(f"{own}:scale", steps), self.keep(f"{own}:zero", np.zeros(len(steps), values.dtype))]
            names.append(self.add("DequantizeLinear", inputs, f"{own}{LEVELS}", axis=0))
        return names

    def pass_on(self, node: Any) -> None:
        """A node that stays as it is, on what went through 8 bits where that is there."""
        node.input[:] = [self.levels.get(place, place) for place in node.input]
        self.nodes.append(node)

    def save(self, path: Path) -> None:
        """Writes the graph without what nothing uses any more."""
        used = {place for node in self.nodes for place in node.input} | {out.name for out in self.graph.output}
        del self.graph.node[:]
        self.graph.node.extend(node for node in self.nodes if used.intersection(node.output))
        stored = [kept for kept in self.graph.initializer if kept.name in used]
        del self.graph.initializer[:]
        self.graph.initializer.extend(stored)
        steps = {name: {side: [float(scale), float(zero)] for side, (scale, zero) in sides.items()} for name, sides in self.used.items()}
        helper.set_model_props(self.file, {"levels": json.dumps(steps)})
        onnx.checker.check_model(self.file)
        onnx.save(self.file, path)


def one_step_up(weight: Array) -> Array:
    """A transposed convolution's weight [inputs, outputs, 2, 2] as that of one of 1x1, [4 outputs, inputs, 1, 1]."""
    inputs, outputs = weight.shape[:2]
    return np.ascontiguousarray(weight.transpose(1, 2, 3, 0)).reshape(4 * outputs, inputs, 1, 1)


def from_step_up(weight: Array) -> Array:
    """[4 outputs, inputs, 1, 1] -> [inputs, outputs, 2, 2]."""
    outputs, inputs = weight.shape[0] // 4, weight.shape[1]
    return np.ascontiguousarray(weight.reshape(outputs, 2, 2, inputs).transpose(3, 0, 1, 2))


def write_levels(path: Path, model: nn.Module, ranges: Ranges) -> None:
    """Rewrites an exported file so that the convolutions in `ranges` work in 8 bits. By which steps it rounds stands in the file's
    metadata: `levels_of` reads it back."""
    graph = Graph(path)
    layers = dict(convolutions(model))
    rectified: dict[str, str] = {}
    """By the name of a ReLU's output the convolution before it."""
    for node in list(graph.graph.node):
        name = node.input[1].removesuffix(".weight") if node.op_type in ("Conv", "ConvTranspose") else ""
        if name not in ranges:
            graph.pass_on(node)
            if node.op_type == "MaxPool" and node.input[0].removesuffix(LEVELS) in graph.steps:
                graph.through_levels(node.output[0], graph.steps[node.input[0].removesuffix(LEVELS)])
            elif node.output and node.output[0] in rectified:
                graph.through_levels(node.output[0], step_of(ranges[rectified[node.output[0]]]["out"]))
            continue
        place, output = node.input[0], node.output[0]
        levels = graph.through_levels(place, step_of(ranges[name]["in"]))
        step = step_of(ranges[name]["out"])
        graph.used[name] = {"in": graph.steps[place], "out": step}
        layer = layers[name]
        weight = layer.weight.detach().numpy()
        bias = layer.bias.detach().numpy() if layer.bias is not None else np.zeros(layer.out_channels, np.float32)
        scale = graph.steps[place][0]
        if node.op_type == "ConvTranspose":
            inputs = graph.weights(name, one_step_up(weight), np.repeat(bias, 4), scale)
            blocks = graph.add("Conv", [levels, *inputs], f"{output}:blocks", kernel_shape=[1, 1])
            graph.add("DepthToSpace", [graph.through_levels(blocks, step)], output, blocksize=2, mode="CRD")
            graph.through_levels(output, step)
            continue
        node.input[:] = [levels, *graph.weights(name, weight, bias, scale)]
        graph.nodes.append(node)
        if is_rectified(model, name):
            rectified[next(other.output[0] for other in graph.graph.node if output in other.input)] = name
        else:
            graph.through_levels(output, step)
    graph.save(path)


def levels_of(path: Path | str) -> dict[str, dict[str, tuple[float, float]]]:
    """The scale and the level of 0 before and after each convolution of a file in 8 bits; empty for another file."""
    for prop in onnx.load(path).metadata_props:
        if prop.key == "levels":
            return {name: {side: (step[0], step[1]) for side, step in sides.items()} for name, sides in json.loads(prop.value).items()}
    return {}


def weights_in(path: Path | str) -> dict[str, Tensor]:
    """The weights and biases that a file keeps in 8 bits, as they count, by the names of torch."""
    stored = {kept.name: numpy_helper.to_array(kept) for kept in onnx.load(path).graph.initializer}
    found = {}
    for name in levels_of(path):
        weight = stored[f"{name}.weight:stored"] * stored[f"{name}.weight:scale"][:, None, None, None]
        bias = stored[f"{name}.bias:stored"] * stored[f"{name}.bias:scale"]
        is_up = ".up." in f".{name}"
        found[f"{name}.weight"] = torch.from_numpy(from_step_up(weight) if is_up else weight.astype(np.float32))
        found[f"{name}.bias"] = torch.from_numpy((bias[::4] if is_up else bias).astype(np.float32))
    return found


def round_in(model: Model, levels: dict[str, dict[str, tuple[float, float]]]) -> Model:
    """Lets a model round what flows before and after its convolutions, as the file in 8 bits does."""

    def rounded(values: Tensor, step: tuple[float, float]) -> Tensor:
        scale, zero = step
        return (torch.clamp(torch.round(values / scale) + zero, 0, 255) - zero) * scale

    for name, sides in levels.items():
        layer = model.get_submodule(name)

        def before(_: nn.Module, inputs: tuple[Tensor, ...], step: tuple[float, float] = sides["in"]) -> tuple[Tensor, ...]:
            return (rounded(inputs[0], step), *inputs[1:])

        def after(_: nn.Module, __: Any, output: Tensor, step: tuple[float, float] = sides["out"]) -> Tensor:
            return rounded(output, step)

        # torch types its hooks as returning nothing, and takes what they return.
        layer.register_forward_pre_hook(before)  # type: ignore[arg-type]
        layer.register_forward_hook(after)  # type: ignore[arg-type]
    return model
