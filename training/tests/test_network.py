"""`python3 -m unittest training.tests.test_network`: what holds without any photograph."""

from __future__ import annotations

import json
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch

from .. import config as configuration
from ..data.fundus import SDF_RANGE_PX, signed_distance
from ..evaluate import tasks
from ..export import deployed_from_onnx, fold, network_of, parity_input, unfold, weights_from_onnx, write_onnx
from ..networks.unet import BlockUNet, Deployed
from ..tasks import other_disease, vessels
from ..train import begin_with
from ..types import Array


class Exported(unittest.TestCase):
    """Every model under `models/fundus/` that has a network."""

    def load(self, name: str) -> tuple[Callable[[Array, Array], Array], Array, Array]:
        """A function that runs the exported file, and the fixture's input."""
        config = configuration.load(name)
        model = deployed_from_onnx(configuration.model_folder(name) / "model.onnx", config)

        def run(image: Array, field: Array) -> Array:
            with torch.no_grad():
                return model(torch.from_numpy(image), torch.from_numpy(field)).numpy()

        return run, *parity_input(config.get("parity_px", 96), config.get("image_channels", 3))

    def test_gives_what_the_parity_fixture_holds(self) -> None:
        for name in tasks():
            with self.subTest(task=name):
                run, image, field = self.load(name)
                fixture = json.loads((configuration.ROOT / "fixtures" / f"{name}-parity.json").read_text())
                card = json.loads((configuration.model_folder(name) / "card.json").read_text())
                self.assertEqual(fixture["sha256"], card["sha256"])
                probability = run(image, field)
                self.assertEqual(probability.shape[1], len(card["labels"]))
                off = np.abs(probability.reshape(-1) - fixture["probability"])
                self.assertLess(float(off.max()), fixture["within"]["worst"])
                self.assertLess(float(off.mean()), fixture["within"]["mean"])

    def test_is_zero_outside_the_field_and_blind_to_what_is_there(self) -> None:
        for name in tasks():
            with self.subTest(task=name):
                run, image, field = self.load(name)
                probability = run(image, field)
                if probability.ndim == 4:
                    self.assertEqual(float((probability * (field == 0)).max()), 0)
                changed = np.where(field > 0, image, 0.9).astype(np.float32)
                np.testing.assert_allclose(run(changed, field), probability, atol=1e-5)

    def test_says_the_same_of_a_dimmer_light(self) -> None:
        for name in tasks():
            with self.subTest(task=name):
                run, image, field = self.load(name)
                change = np.abs(run(image * np.float32(0.7), field) - run(image, field))
                labels = json.loads((configuration.model_folder(name) / "card.json").read_text())["labels"]
                # What clouds an eye dims its photograph, so that this one label may follow the light.
                told = [at for at, label in enumerate(labels) if label != "media_opacity"]
                self.assertLess(float(change[:, told].mean()), 0.01)


class Unfolded(unittest.TestCase):
    def test_says_what_the_exported_file_says_and_is_ready_to_be_trained_on(self) -> None:
        config = configuration.load("vessels")
        folded = weights_from_onnx(configuration.model_folder("vessels") / "model.onnx", config).network
        views = [torch.from_numpy(part) for part in parity_input(config["parity_px"])]
        network = unfold(folded, vessels.network(config), lambda network: network(*views))
        with torch.no_grad():
            said = folded(*views)
            np.testing.assert_allclose(network.eval()(*views), said, atol=1e-3)
            # The very photographs by which its normalisations were set: in training it must say the same of them.
            np.testing.assert_allclose(network.train()(*views), said, atol=0.05)


class Grown(unittest.TestCase):
    def test_a_wider_network_begins_by_saying_what_the_narrower_says(self) -> None:
        torch.manual_seed(1)
        narrow, wide = (BlockUNet(inputs=3, outputs=2, widths=widths, norm_window_cells=9, merge_depth=1).eval() for widths in ([4, 6, 8], [5, 9, 12]))
        begin_with(wide, narrow.state_dict())
        image, field = torch.rand(1, 3, 64, 64), torch.ones(1, 1, 64, 64)
        with torch.no_grad():
            np.testing.assert_allclose(wide(image, field), narrow(image, field), atol=1e-5)


class Finished(unittest.TestCase):
    def test_the_map_of_scars_of_all_members_is_an_output_beside_the_answers(self) -> None:
        config = configuration.load("other_disease")
        small = {**config, "network": {**config["network"], "widths": [4, 4, 4, 4, 4], "deepest": 4, "hidden": 4}}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.onnx"
            calibration = config["calibration"]
            model = Deployed(fold(network_of(small)), calibration["scale"], calibration["shift"]).eval()
            write_onnx(model, path, 128, maps=False)
            other_disease.finish(path)
            graph = onnx.load(path).graph
        self.assertEqual([output.name for output in graph.output], ["probability", "scars"])
        self.assertEqual([side.dim_value for side in graph.output[1].type.tensor_type.shape.dim], [1, 1, 16, 16])
        self.assertEqual(len(graph.node[-1].input), config["members"])


class SignedDistance(unittest.TestCase):
    def test_passes_zero_half_a_pixel_outside_the_last_vessel_pixel(self) -> None:
        truth = np.zeros((21, 21), bool)
        truth[:, 9:12] = True
        distance = (signed_distance(truth)[10].astype(float) / 127.5 - 1) * SDF_RANGE_PX
        np.testing.assert_allclose(distance[8:13], [-0.5, 0.5, 1.5, 0.5, -0.5], atol=0.05)


if __name__ == "__main__":
    unittest.main()
