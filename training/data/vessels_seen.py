"""What the exported vessel network shows of photographs whose vessels nobody drew: training holds on to it in any light."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cached_property

import numpy as np

from .. import config as configuration
from ..export import Deployed, deployed_from_onnx
from ..types import Array, Config
from . import fundus

CUT = 0.5


class SeenVessels:
    """Looks once at each photograph and keeps what it shows in `.runs/`, by the checksum of the exported file, whose
    shape must be the configuration's until then."""

    def __init__(self, config: Config, predict: Callable[..., list[Array]]) -> None:
        self.path = configuration.model_folder("vessels") / "model.onnx"
        self.config, self.predict = config, predict
        self.folder = configuration.RUNS / "vessels" / f"seen-{hashlib.sha256(self.path.read_bytes()).hexdigest()[:8]}"

    @cached_property
    def model(self) -> Deployed:
        return deployed_from_onnx(self.path, self.config)

    def of(self, photograph: fundus.Photograph) -> Array:
        """bool [h, w]: the vessels on the photograph's own grid."""
        path = self.folder / f"{photograph.set}-{photograph.name}.npy"
        if not path.exists():
            vessel, _, _ = self.predict(self.config, self.model, photograph)
            self.folder.mkdir(parents=True, exist_ok=True)
            # Several processes may look at once: what lies there is always whole.
            part = path.with_suffix(f".{os.getpid()}")
            with open(part, "wb") as file:
                np.save(file, np.packbits(vessel >= CUT))
            os.replace(part, path)
        shape = photograph.field.shape
        return np.unpackbits(np.load(path), count=shape[0] * shape[1]).reshape(shape).astype(bool)
