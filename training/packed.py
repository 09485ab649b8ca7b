"""What a task learns from in one small file, for a machine that is lent for a time and has no photographs.

    python3 -m training.packed disc landmarks      writes training/.runs/<task>/batches.pkl
    python3 -m training.train disc --packed ...    learns from it

Pictures are stored as WebP of quality 92, masks and shares without loss: a run from them is not the same step for step as one
from the photographs.
"""

from __future__ import annotations

import argparse
import importlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from . import config as configuration
from .types import Array

LEAST = 4000
"""Smaller arrays are stored as they are."""


def picture(stored: bytes) -> Array:
    return cv2.imdecode(np.frombuffer(stored, np.uint8), cv2.IMREAD_COLOR)


def mask(stored: bytes) -> Array:
    return cv2.imdecode(np.frombuffer(stored, np.uint8), cv2.IMREAD_GRAYSCALE)


def share(stored: bytes) -> Array:
    return mask(stored).astype(np.float32) / 255


class Packer(pickle.Pickler):
    """Pickles arrays as files of pictures: uint8 [h, w, 3] and [h, w], and float32 [h, w] of 0..1, the last in 255 steps."""

    def reducer_override(self, thing: Any) -> Any:
        if not isinstance(thing, np.ndarray) or thing.size < LEAST:
            return NotImplemented
        if thing.dtype == np.uint8 and thing.ndim == 3 and thing.shape[2] == 3:
            return self._as(picture, ".webp", thing, [cv2.IMWRITE_WEBP_QUALITY, 92])
        if thing.dtype == np.uint8 and thing.ndim == 2:
            return self._as(mask, ".png", thing, [cv2.IMWRITE_PNG_COMPRESSION, 9])
        if thing.dtype == np.float32 and thing.ndim == 2 and thing.min() >= 0 and thing.max() <= 1:
            return self._as(share, ".png", np.rint(thing * 255).astype(np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 9])
        return NotImplemented

    @staticmethod
    def _as(read: Callable[[bytes], Array], kind: str, thing: Array, how: list[int]) -> tuple[Callable[[bytes], Array], tuple[bytes]]:
        return read, (cv2.imencode(kind, thing, how)[1].tobytes(),)


def path_of(task: str) -> Path:
    return configuration.RUNS / task / "batches.pkl"


def write(task: str, batches: Any) -> Path:
    path = path_of(task)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        Packer(file, 4).dump(batches)
    return path


def read(task: str) -> Any:
    """The batches of a task as `write` left them. Read no file of others: unpickling runs what it says."""
    return pickle.loads(path_of(task).read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="+")
    for name in parser.parse_args().tasks:
        config = configuration.load(name)
        path = write(name, importlib.import_module(f"training.tasks.{config['task']}").Batches(config))
        print(path, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
