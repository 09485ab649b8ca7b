"""Views between drawn and real eyes; no photograph is needed."""

from __future__ import annotations

import unittest
from typing import cast

import numpy as np
import torch

from .. import config as configuration
from ..data import surface as surface_data
from ..data import surface_paste
from ..data.surface import LABELS
from ..networks.unet import BlockUNet
from ..tasks import surface
from ..types import Tensor

SIZE = 96


def dark_eye() -> surface_paste.Scene:
    """A cornea in the middle of a dark eye whose lids lie beyond the picture."""
    ys, xs = np.indices((SIZE, SIZE), np.float32)
    far = np.hypot(xs - 48, ys - 48) / 30
    truth, known = np.zeros((2, len(LABELS), SIZE, SIZE), np.float32)
    scene = surface_paste.Scene(np.full((SIZE, SIZE, 3), 0.1, np.float32), truth, known, far)
    scene.set("cornea", (far <= 1).astype(np.float32))
    scene.set("opening", np.ones_like(far))
    return scene


class Pasted(unittest.TestCase):
    def test_a_cornea_comes_to_lie_on_another(self) -> None:
        source = {"x": 10.0, "y": 20.0, "rx": 5.0, "ry": 4.0}
        target = {"x": 50.0, "y": 60.0, "rx": 20.0, "ry": 30.0}
        for angle in (0.0, 1.0, 4.0):
            move = surface_paste.onto(source, target, angle)
            middle, rim = move @ [10, 20, 1], move @ [15, 20, 1]
            np.testing.assert_allclose(middle, [50, 60])
            self.assertAlmostEqual(np.hypot((rim[0] - 50) / 20, (rim[1] - 60) / 30), 1)

    def test_one_move_follows_another(self) -> None:
        first, second = np.array([[2.0, 0, 1], [0, 3, 0]]), np.array([[0.0, -1, 0], [1, 0, 5]])
        np.testing.assert_allclose(surface_paste.then(first, second) @ [1, 1, 1], second @ [3, 3, 1])

    def test_staining_glows_green_where_it_is_pasted(self) -> None:
        for seed in range(5):
            scene, patch = dark_eye(), np.zeros((SIZE, SIZE), np.float32)
            patch[36:60, 36:60] = 1
            surface_paste.stained(np.random.default_rng(seed), scene, patch, np.zeros_like(patch))
            self.assertGreater(scene.image[40:56, 40:56, 1].mean(), scene.image[40:56, 40:56, 2].mean())
            self.assertAlmostEqual(float(scene.image[:8, :8].mean()), 0.1, places=2)

    def test_glow_beside_the_cornea_changes_neither_the_cornea_nor_the_truth(self) -> None:
        changed = False
        for seed in range(8):
            scene, before = dark_eye(), dark_eye()
            shape = np.ones((SIZE, SIZE), np.float32)
            surface_paste.conjunctiva(np.random.default_rng(seed), scene, [shape])
            np.testing.assert_array_equal(scene.truth, before.truth)
            np.testing.assert_allclose(scene.image[scene.far < 1], 0.1, atol=1e-4)
            changed = changed or float(scene.image.max()) > 0.3
        self.assertTrue(changed)


class Kept(unittest.TestCase):
    def test_two_pictures_of_one_eye_stand_on_one_side(self) -> None:
        held = surface_data.kept(configuration.load("surface"), "sustech", ["494", "552", "371", "439", "470", "612"])
        self.assertEqual(held, ["371", "439", "470"])

    def test_marked_corneas_are_of_the_set_and_inside_the_photograph(self) -> None:
        self.assertIsNone(surface_data.marked_cornea("sustech", "426"))
        for name in ("377", "650"):
            cornea = surface_data.marked_cornea("sustech", name)
            assert cornea is not None
            self.assertTrue(0 < cornea["x"] < 800 and 0 < cornea["y"] < 533)


class Same(torch.nn.Module):
    """A network whose answer is given."""

    def __init__(self, logits: Tensor) -> None:
        super().__init__()
        self.logits = logits

    def normalise(self, image: Tensor, field: Tensor) -> Tensor:
        return image

    def features(self, blocks: Tensor) -> Tensor:
        return self.logits


def answering(logits: Tensor) -> BlockUNet:
    return cast(BlockUNet, Same(logits))


class Weighed(unittest.TestCase):
    def test_a_small_ulcer_that_is_missed_costs_as_much_as_a_large_one(self) -> None:
        """Beside what entropy costs, which follows the area."""
        config = {"optimiser": {"dice_weight": 1, "label_weights": [0, 0, 1, 0]}}
        costs = []
        for side in (24, 96):
            truth = torch.zeros(2, len(LABELS), 128, 128)
            truth[0, 2, :side, :side] = 1
            truth[1, 2, :96, :96] = 1
            logits = torch.where(truth > 0, 20.0, -20.0)
            batch = [(255 * part).byte() for part in (truth[:, :3], truth[:, :1], truth, torch.ones_like(truth))]
            found = surface.loss(config, answering(logits), batch)
            logits[0] = -20
            missed = surface.loss(config, answering(logits), batch)
            self.assertLess(float(found), 1e-3)
            costs.append(float(missed) - 20 * side**2 / (2 * 128**2))
        self.assertAlmostEqual(costs[0], costs[1], delta=0.06)
        self.assertGreater(costs[0], 0.4)


class Told(unittest.TestCase):
    def test_an_ulcer_that_is_not_found_is_counted_so(self) -> None:
        truth = np.zeros((20, 20), bool)
        truth[:10] = True
        each = [surface.measured(truth, truth), surface.measured(np.zeros_like(truth), truth)]
        told = surface.summary("sustech", each)
        self.assertEqual((told["dice"], told["none"]), (0.5, 0.5))
        self.assertAlmostEqual(told["area_error_90th"], 0.9)
        self.assertEqual(set(surface.summary("drawn", each)), {"dice", "area_error"})


if __name__ == "__main__":
    unittest.main()
