"""Where the exported lesion network calls a lesion on photographs that have none: training looks there more often."""

from __future__ import annotations

import hashlib

import numpy as np

from .. import config as configuration
from ..data import fundus
from ..export import deployed_from_onnx
from ..types import Array, Config
from .lesions_report import predict

CUT = 0.5


class FalseCalls:
    """Looks once at each photograph and keeps what it finds in `.runs/`, by the checksum of the exported file."""

    def __init__(self, config: Config) -> None:
        path = configuration.model_folder("lesions") / "model.onnx"
        self.config, self.model = config, deployed_from_onnx(path, config)
        self.path = configuration.RUNS / "lesions" / f"false-calls-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.npz"
        self.known = dict(np.load(self.path)) if self.path.exists() else {}

    def of(self, photograph: fundus.Photograph, labels: list[int]) -> Array:
        """Pixels of the network's scale, [n, 2] as x, y from the field's box, at which any of `labels` is called."""
        key = f"{photograph.set}/{photograph.name}"
        if key not in self.known:
            maps, _ = predict(self.config, self.model, photograph)
            ys, xs = np.nonzero(maps[labels].max(0) >= CUT)
            self.known[key] = np.c_[xs, ys].astype(np.float32)
        return self.known[key]

    def keep(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(self.path, **self.known)
