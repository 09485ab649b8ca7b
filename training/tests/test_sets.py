"""`python3 -m unittest training.tests.test_sets`: which photographs are kept from training, without any photograph."""

import json
import unittest

from .. import config as configuration
from ..data import sets


class Kept(unittest.TestCase):
    def test_both_eyes_of_a_patient_stand_on_one_side(self) -> None:
        names = ["16_left", "16_right", "17_left", "17_right", "120_left"]
        self.assertEqual(sets.kept(4, names), ["16_left", "16_right", "120_left"])

    def test_every_fifth_is_the_fifth_of_each_five(self) -> None:
        self.assertEqual(sets.kept("every fifth", list("abcdefghijk")), ["e", "j"])

    def test_names_that_a_set_does_not_have_are_not_kept(self) -> None:
        self.assertEqual(sets.kept(["b", "z"], ["a", "b"]), ["b"])

    def test_no_photograph_that_a_card_names_stands_on_both_sides(self) -> None:
        for path in configuration.PROJECT.glob("models/**/card.json"):
            for part in json.loads(path.read_text()).get("data", []):
                if isinstance(part.get("training"), list):
                    with self.subTest(card=path.parent.name, set=part["set"]):
                        self.assertFalse(set(part["training"]) & set(part["validation"]))
                        self.assertIn(sets.LICENCES[part["set"]].split(": ", 1)[1], part["licence"])


if __name__ == "__main__":
    unittest.main()
