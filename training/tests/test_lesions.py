"""`python3 -m unittest training.tests.test_lesions`: lesions and their rules, without any photograph."""

from __future__ import annotations

import unittest

import numpy as np

from ..tasks.lesions_report import blobs
from ..tasks.lesions_rules import highest_peak, peak_that_spares


class Rules(unittest.TestCase):
    def setUp(self) -> None:
        self.map = np.zeros((40, 40), np.float32)
        self.map[5:9, 5:9] = 0.7
        self.map[6, 6] = 0.9
        self.map[20, 20] = 0.99

    def test_what_is_too_small_has_no_peak(self) -> None:
        self.assertAlmostEqual(highest_peak(self.map, 6), 0.9, places=6)
        self.assertAlmostEqual(highest_peak(self.map, 1), 0.99, places=6)
        self.assertEqual(highest_peak(self.map, 30), 0)

    def test_the_peak_chosen_spares_all_but_the_share_of_photographs(self) -> None:
        peaks = [0.1 * k for k in range(10)] + [0.95] * 7 + [0.96] * 8
        chosen = peak_that_spares(peaks)
        self.assertEqual(sum(peak >= chosen for peak in peaks), 0)
        self.assertAlmostEqual(peak_that_spares([0.3] * 24 + [0.99]), 0.305)

    def test_a_lesion_needs_its_peak(self) -> None:
        rule = {"low": 0.5, "peak": 0.95, "least_px": 1}
        self.assertEqual(blobs(self.map, rule).max(), 1)
        self.assertEqual(blobs(self.map, {**rule, "peak": 0.9 - 1e-6}).max(), 2)


if __name__ == "__main__":
    unittest.main()
