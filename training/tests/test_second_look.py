"""`python3 -m unittest training.tests.test_second_look`: how a second look moves a map, without any photograph."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import Any

import onnx
import torch

from ..export import fold, write_onnx
from ..networks.second_look import SecondLook, spots_at
from ..networks.unet import Deployed
from ..types import Tensor

SIZE = 64


def second_look(**other: Any) -> SecondLook:
    torch.manual_seed(2)
    options: dict[str, Any] = {"inputs": 3, "widths": [8, 8], "side": 16, "least": 0.1, "apart": 11, "most": 100, "reach": 15, "own": 1.0, "seen": 0.0, "shift": 0.0}
    return SecondLook(**{**options, **other}).eval()


class Flat(torch.nn.Module):
    """Logits of a photograph: high where its red is."""

    def forward(self, image: Tensor, field: Tensor) -> Tensor:
        return torch.cat([8 * image[:, :1] - 6, image[:, 1:2]], 1)


class Light(torch.nn.Module):
    """In place of a network of spots: how bright each is."""

    def forward(self, spots: Tensor) -> Tensor:
        return spots.mean((1, 2, 3))


class Looks(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(1)
        self.image = torch.rand(1, 3, SIZE, SIZE)
        self.map = torch.zeros(1, 2, SIZE, SIZE)
        self.map[0, 1] = 0.3
        self.map[0, 0, 10:13, 10:13] = 0.6
        self.map[0, 0, 11, 11] = 0.8
        self.map[0, 0, 40, 50] = 0.05

    def test_says_the_same_where_it_adds_nothing(self) -> None:
        self.assertLess(float((second_look()(self.image, self.map) - self.map).abs().max()), 1e-6)

    def test_moves_a_peak_and_what_is_near_and_nothing_else(self) -> None:
        moved = second_look(shift=2.0)(self.image, self.map)
        raised = torch.sigmoid(torch.logit(self.map[0, 0, 10:13, 10:13]) + 2)
        self.assertLess(float((moved[0, 0, 10:13, 10:13] - raised).abs().max()), 1e-5)
        self.assertAlmostEqual(float(moved[0, 0, 40, 50]), 0.05, places=6)
        self.assertTrue(torch.equal(moved[:, 1], self.map[:, 1]))
        self.assertEqual(float(moved[0, 0][self.map[0, 0] == 0].max()), 0)

    def test_of_two_spots_each_is_moved_by_what_is_seen_there(self) -> None:
        self.map[0, 0, 50, 20] = 0.8
        self.image[..., 25:, :] = 1
        look = second_look(seen=1.0)
        look.spots = Light()
        moved = torch.logit(look(self.image, self.map))[0, 0]
        before = torch.logit(self.map)[0, 0]
        self.assertAlmostEqual(float(moved[50, 20] - before[50, 20]), 1, places=4)
        self.assertAlmostEqual(float(moved[11, 11] - before[11, 11]), float(self.image[..., 3:19, 3:19].mean()), places=4)

    def test_of_too_many_spots_the_surest_are_looked_at(self) -> None:
        self.map[0, 0, 50, 20] = 0.7
        look = second_look(seen=1.0, most=1)
        look.spots = Light()
        moved = look(self.image, self.map)[0, 0]
        self.assertAlmostEqual(float(moved[50, 20]), 0.7, places=5)
        self.assertGreater(float(moved[11, 11]), 0.81)

    def test_a_map_without_a_spot_stays(self) -> None:
        empty = torch.full((1, 2, SIZE, SIZE), 0.05)
        self.assertLess(float((second_look(shift=5.0)(self.image, empty) - empty).abs().max()), 1e-6)

    def test_a_spot_is_what_lies_around_its_place(self) -> None:
        seen = spots_at(self.image, torch.tensor([[20, 30], [0, 0]]), 16)
        self.assertTrue(torch.equal(seen[0], self.image[0, :, 12:28, 22:38]))
        self.assertTrue(torch.equal(seen[1, :, 8:, 8:], self.image[0, :, :8, :8]))
        self.assertEqual(float(seen[1, :, :8].abs().max()), 0)

    def test_is_part_of_the_exported_graph(self) -> None:
        """Places are found anew in each picture: nothing of the example is kept in the graph."""
        model = Deployed(Flat(), 1.0, 0.0, fold(second_look(seen=1.0, widths=[8, 12]))).eval()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.onnx"
            write_onnx(model, path, SIZE, maps=True)
            kinds = {node.op_type for node in onnx.load(path).graph.node}
        self.assertIn("NonZero", kinds)


if __name__ == "__main__":
    unittest.main()
