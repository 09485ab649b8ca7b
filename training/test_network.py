"""`python3 -m unittest training.test_network`: what holds without any photograph."""

import json
import unittest

import numpy as np
import torch

from . import config as configuration
from .export import deployed_from_onnx, parity_input
from .fundus import SDF_RANGE_PX, signed_distance


class ExportedVessels(unittest.TestCase):
    def setUp(self):
        folder = configuration.model_folder("vessels")
        self.card = json.loads((folder / "card.json").read_text())
        self.model = deployed_from_onnx(folder / "model.onnx", configuration.load("vessels"))

    def run_model(self, image, field):
        with torch.no_grad():
            return self.model(torch.from_numpy(image), torch.from_numpy(field)).numpy()

    def test_gives_what_the_parity_fixture_holds(self):
        fixture = json.loads((configuration.ROOT / "fixtures" / "vessels-parity.json").read_text())
        probability = self.run_model(*parity_input(fixture["size"])).reshape(-1)
        self.assertEqual(fixture["sha256"], self.card["sha256"])
        np.testing.assert_allclose(probability, fixture["probability"], atol=1e-4)

    def test_is_zero_outside_the_field_and_blind_to_what_is_there(self):
        image, field = parity_input(96)
        probability = self.run_model(image, field)
        self.assertEqual(float(probability[field == 0].max()), 0)
        np.testing.assert_allclose(self.run_model(np.where(field > 0, image, 0.9).astype(np.float32), field), probability, atol=1e-5)

    def test_says_the_same_of_a_dimmer_light(self):
        image, field = parity_input(96)
        dim = self.run_model(image * np.float32(0.7), field)
        self.assertLess(float(np.abs(dim - self.run_model(image, field)).mean()), 0.01)


class SignedDistance(unittest.TestCase):
    def test_passes_zero_half_a_pixel_outside_the_last_vessel_pixel(self):
        truth = np.zeros((21, 21), bool)
        truth[:, 9:12] = True
        distance = (signed_distance(truth)[10].astype(float) / 127.5 - 1) * SDF_RANGE_PX
        np.testing.assert_allclose(distance[8:13], [-0.5, 0.5, 1.5, 0.5, -0.5], atol=0.05)


if __name__ == "__main__":
    unittest.main()
