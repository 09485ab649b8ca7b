"""Folders of drawn pictures in the place of the labelled sets, so that a test needs no photograph."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from unittest import mock

import cv2
import numpy as np

from ..types import Array


class WithSets(unittest.TestCase):
    """Has `self.sets`, an empty folder that takes the place of `EYE_DATA` in the modules that `read` names."""

    def setUp(self) -> None:
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.sets = Path(kept.name)

    def read(self, *modules: ModuleType) -> None:
        for module in modules:
            place = mock.patch.object(module, "DATA", self.sets)
            place.start()
            self.addCleanup(place.stop)

    def write(self, path: str, text: str) -> None:
        (self.sets / path).parent.mkdir(parents=True, exist_ok=True)
        (self.sets / path).write_text(text)

    def draw(self, path: str, picture: Array) -> None:
        """A grey picture, or one whose channels are red, green and blue."""
        (self.sets / path).parent.mkdir(parents=True, exist_ok=True)
        stored = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
        if not cv2.imwrite(str(self.sets / path), stored):
            raise OSError(path)


def blocks(colours: list[int], side: int = 8) -> Array:
    """Squares of these colours, 0xRRGGBB, beside each other."""
    row = np.array([[colour >> 16, colour >> 8 & 255, colour & 255] for colour in colours], np.uint8)
    return np.repeat(np.repeat(row[None], side, 0), side, 1)
