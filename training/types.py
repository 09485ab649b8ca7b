"""Names of the types that many functions share."""

from typing import Any

import numpy as np
import torch

Array = np.ndarray
Tensor = torch.Tensor
Rng = np.random.Generator

Config = dict[str, Any]
"""The configuration of a task, `configs/<task>.json`."""
Card = dict[str, Any]
"""A model's card, or a part of it."""
Source = dict[str, Any]
"""What a task's batches keep of a photograph."""
Pair = tuple[str, str]
"""Set and name of a photograph."""
Point = tuple[float, float]
"""x, y in px."""
