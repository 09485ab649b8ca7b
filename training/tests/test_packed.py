"""`python3 -m unittest training.tests.test_packed`: what is packed comes back as it was, pictures nearly so."""

from __future__ import annotations

import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import numpy as np

from .. import config as configuration
from .. import packed
from ..types import Array


@dataclass
class Learnt:
    image: Array
    field: Array
    share: Array
    places: Array
    words: list[str]


class Packed(unittest.TestCase):
    def test_comes_back_with_masks_unchanged_and_pictures_nearly_so(self) -> None:
        y, x = np.mgrid[:96, :120]
        image = np.stack([100 + 60 * np.sin(x / 15), 80 + 40 * np.cos(y / 11), x], 2).astype(np.uint8)
        before = Learnt(image, np.where(x > y, 255, 0).astype(np.uint8), (x / 255).astype(np.float32), np.array([1.5, -2.0]), ["disc"])
        with tempfile.TemporaryDirectory() as kept, mock.patch.object(configuration, "RUNS", Path(kept)):
            size = packed.write("drawn", before).stat().st_size
            after = packed.read("drawn")
        self.assertLess(size, image.size / 2)
        np.testing.assert_array_equal(after.field, before.field)
        np.testing.assert_array_equal(after.places, before.places)
        np.testing.assert_allclose(after.share, before.share, atol=0.002)
        self.assertLess(float(np.abs(after.image.astype(int) - image).mean()), 2)
        self.assertEqual(after.words, before.words)


if __name__ == "__main__":
    unittest.main()
