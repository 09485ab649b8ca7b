"""`python3 -m unittest training.tests.test_eight_bits`: what holds without any photograph."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from .. import config as configuration
from ..eight_bits import WEIGHT_LEVELS, convolutions, levels_of, ranges_of, weights_in, write_levels
from ..evaluate import tasks
from ..export import deployed_from_onnx, fold, parity_input, weights_from_onnx, write_onnx
from ..networks.unet import BlockUNet, Deployed
from ..tasks import vessels
from ..types import Tensor

SIZE = 64


class InEightBits(unittest.TestCase):
    """A small network with random weights, as it was and as a file in 8 bits."""

    def setUp(self) -> None:
        torch.manual_seed(1)
        network = BlockUNet(inputs=3, outputs=2, widths=[16, 24, 32], norm_window_cells=9, merge_depth=1)
        self.model = Deployed(fold(network), 1.0, 0.0).eval()
        self.views: list[Tensor] = [torch.from_numpy(part) for part in parity_input(SIZE)]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "model.onnx"
        write_onnx(self.model, self.path, SIZE, maps=True)
        write_levels(self.path, self.model, ranges_of(self.model, lambda model: model(*self.views)))
        self.config = {**configuration.load("vessels"), "calibration": {"scale": 1.0, "shift": 0.0}}
        self.network = mock.patch.object(vessels, "network", lambda _: network)

    def test_says_nearly_what_it_said(self) -> None:
        with self.network, torch.no_grad():
            said = deployed_from_onnx(self.path, self.config)(*self.views)
        change = (said - self.model(*self.views)).abs()
        self.assertGreater(float(change.max()), 0)
        self.assertLess(float(change.mean()), 2e-3)

    def test_keeps_every_weight_within_half_a_step(self) -> None:
        with self.network:
            again = weights_from_onnx(self.path, self.config)
        kept = dict(convolutions(self.model))
        self.assertEqual(set(levels_of(self.path)), set(kept))
        for name, layer in kept.items():
            weight, stored = layer.weight.detach(), again.state_dict()[f"{name}.weight"]
            outputs = 1 if isinstance(layer, torch.nn.ConvTranspose2d) else 0
            most = weight.abs().transpose(0, outputs).flatten(1).amax(1)
            change = (weight - stored).abs().transpose(0, outputs).flatten(1).amax(1)
            self.assertTrue(bool((change <= most / WEIGHT_LEVELS * 0.501).all()), name)

    def test_computes_in_8_bits_between_the_first_convolution_and_the_head(self) -> None:
        graph = onnx.load(self.path).graph
        stored = {kept.name: numpy_helper.to_array(kept).dtype for kept in graph.initializer}
        self.assertFalse([node.name for node in graph.node if node.op_type == "ConvTranspose"])
        for name in weights_in(self.path):
            self.assertEqual(stored[f"{name}:stored"], np.int8 if name.endswith("weight") else np.int32)
        self.assertEqual(stored["network.down.0.0.weight"], np.float32)
        self.assertEqual(stored["network.head.weight"], np.float32)


class Shipped(unittest.TestCase):
    def test_no_sum_of_two_products_leaves_16_bits(self) -> None:
        for name in tasks():
            path = configuration.model_folder(name) / "model.onnx"
            for kept in onnx.load(path).graph.initializer:
                if kept.name.endswith(".weight:stored"):
                    most = int(np.abs(numpy_helper.to_array(kept).astype(int)).max())
                    self.assertLess(2 * 255 * most, 2**15, f"{name} {kept.name}")


if __name__ == "__main__":
    unittest.main()
