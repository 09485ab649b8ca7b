"""What a card says of the input of a network that reads photographs of the fundus."""

from __future__ import annotations

from ..types import Card, Config


def pictures(layout: str) -> Card:
    """The photograph and its field of view."""
    return {
        "image": {"name": "image", "type": "float32", "layout": f"1,3,{layout}", "channels": "RGB", "range": [0, 1]},
        "field": {"name": "field", "type": "float32", "layout": f"1,1,{layout}", "values": "1 inside the field of view, 0 outside"},
    }


def _cut(fitted: str, padded: str) -> str:
    return (
        f"Crop the photograph to the bounding box of its field, resize so that {fitted} is "
        f"field_diameter_px, pad with zeros at the right and the bottom{padded}. The graph normalises by itself."
    )


def whole_field(config: Config, fitted: str = "the box's longer side") -> Card:
    """The box of the field, of any shape whose sides are multiples."""
    return {
        **pictures("height,width"),
        "field_diameter_px": config["field_diameter_px"],
        "multiple": config["multiple"],
        "preparation": _cut(fitted, ""),
    }


def square(config: Config) -> Card:
    """The box of the field in a square of one size."""
    size = config["input_size_px"]
    return {
        **pictures("size,size"),
        "field_diameter_px": size,
        "size_px": size,
        "multiple": size,
        "preparation": _cut("the box's longer side", " to a square of size_px"),
    }
