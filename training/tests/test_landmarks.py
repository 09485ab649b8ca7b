"""`python3 -m unittest training.tests.test_landmarks`: places and shapes, without any photograph."""

from __future__ import annotations

import unittest

import cv2
import numpy as np

from ..tasks.disc import back_on, cut_square, largest, square_box, vertical_ratio
from ..tasks.landmarks import find_disc, find_fovea
from ..types import Array, Point


def disc_of(size: int, centre: Point, radius: float) -> Array:
    ys, xs = np.mgrid[:size, :size] + 0.5
    return np.hypot(xs - centre[0], ys - centre[1]) <= radius


class Places(unittest.TestCase):
    def test_the_disc_is_the_part_of_the_greatest_sum(self) -> None:
        probability = 0.6 * disc_of(120, (30, 40), 9) + 0.95 * disc_of(120, (80.5, 70.5), 15)
        centre, diameter, peak = find_disc(probability.astype(np.float32))
        np.testing.assert_allclose(centre, (80.5, 70.5), atol=0.05)
        self.assertAlmostEqual(diameter, 30, delta=0.3)
        self.assertAlmostEqual(peak, 0.95, places=5)

    def test_no_disc_is_none(self) -> None:
        self.assertIsNone(find_disc(np.full((50, 50), 0.49, np.float32)))

    def test_the_fovea_is_the_middle_of_its_bump(self) -> None:
        ys, xs = np.mgrid[:100, :140] + 0.5
        bump = 0.8 * np.exp(-((xs - 91.3) ** 2 + (ys - 33.8) ** 2) / (2 * 9**2))
        centre, height = find_fovea(bump.astype(np.float32))
        np.testing.assert_allclose(centre, (91.3, 33.8), atol=0.2)
        self.assertAlmostEqual(height, 0.8, delta=0.01)


class Squares(unittest.TestCase):
    def test_a_square_and_its_map_lie_on_the_same_pixels(self) -> None:
        for side in (64, 96, 200):
            picture = np.where(disc_of(300, (40.5, 200.5), 25), 255, 0).astype(np.uint8)
            box = square_box((40, 200), side)
            seen = cut_square(picture, box, 96)
            back = back_on(seen.astype(np.float32) / 255, box, picture.shape)
            wanted = (picture > 127) & (back_on(np.ones((96, 96)), box, picture.shape) > 0)
            called = back > 0.5
            self.assertGreater(2 * (called & wanted).sum() / (called.sum() + wanted.sum()), 0.97)

    def test_what_reaches_over_the_edge_is_black(self) -> None:
        seen = cut_square(np.full((50, 50, 3), 200, np.uint8), square_box((0, 25), 20), 40)
        self.assertEqual(int(seen[:, :18].max()), 0)
        self.assertEqual(int(seen[:, 22:].min()), 200)


class Shapes(unittest.TestCase):
    def test_the_vertical_ratio_is_that_of_the_heights(self) -> None:
        disc, cup = np.zeros((200, 200), np.uint8), np.zeros((200, 200), np.uint8)
        cv2.ellipse(disc, (100, 100), (40, 50), 0, 0, 360, 1, -1)
        cv2.ellipse(cup, (105, 100), (20, 30), 0, 0, 360, 1, -1)
        self.assertAlmostEqual(vertical_ratio(disc > 0, cup > 0), 61 / 101, places=5)

    def test_specks_do_not_count(self) -> None:
        mask = disc_of(100, (50, 50), 20)
        np.testing.assert_array_equal(largest(mask | disc_of(100, (90, 10), 4)), mask)


if __name__ == "__main__":
    unittest.main()
