"""`python3 -m unittest training.tests.test_views`: a view that is turned or mirrored turns its labels too."""

from __future__ import annotations

import unittest

import numpy as np

from ..data import augment, screening
from ..types import Array, Source

SIZE = 96


def spot(size: int, x: float, y: float) -> Array:
    ys, xs = np.mgrid[:size, :size]
    return np.where(np.hypot(xs - x, ys - y) <= 5, 255, 0).astype(np.uint8)


def middle(picture: Array) -> Array:
    ys, xs = np.nonzero(picture > 127)
    return np.array([xs.mean(), ys.mean()])


class Views(unittest.TestCase):
    def test_a_spot_of_the_photograph_and_its_label_come_to_lie_on_one_place(self) -> None:
        """At the size of the photograph and at half of it, as a view from afar takes it."""
        mark = spot(200, 130, 80)
        source = {"points": np.array([[120, 90]])}
        half = mark.reshape(100, 2, 100, 2).mean((1, 3)).astype(np.uint8)
        turned = set()
        for seed in range(12):
            warp = augment.placement(np.random.default_rng(seed), source, 1.0, SIZE)
            label = middle(warp(mark, augment.INTERPOLATIONS[0]))
            np.testing.assert_allclose(middle(warp(half, augment.INTERPOLATIONS[0], 0.5)), label, atol=0.8)
            turned.add(tuple(np.round(label).tolist()))
        self.assertGreater(len(turned), 6)

    def test_labels_move_with_a_small_copy_mirrored_ones_too(self) -> None:
        field = np.full((SIZE, SIZE), 255, np.uint8)
        marks = [spot(SIZE, 60, 40), spot(SIZE, 40, 66)]
        image = np.dstack([*marks, np.zeros_like(field)])
        source: Source = {"image": image, "field": field, "maps": np.stack(marks)}
        hands = set()
        for seed in range(20):
            view, _, maps = screening.turned(np.random.default_rng(seed), source, SIZE)
            places = []
            for channel in range(2):
                places.append(middle(view[..., channel]))
                np.testing.assert_allclose(middle(maps[channel]), places[-1], atol=0.01)
            (ax, ay), (bx, by) = places[0] - SIZE / 2, places[1] - SIZE / 2
            hands.add(bool(ax * by - ay * bx > 0))
        self.assertEqual(hands, {True, False})


if __name__ == "__main__":
    unittest.main()
