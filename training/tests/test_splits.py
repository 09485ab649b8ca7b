"""`python3 -m unittest training.tests.test_splits`: no patient and no photograph stands on both sides, by the real names of the sets."""

from __future__ import annotations

import json
import re

from .. import config as configuration
from ..data import disc_alone, fundus, sets
from ..data import landmarks as landmarks_data
from ..tasks import disc, landmarks, vessels
from .drawn import WithSets

CONFIGS = {path.stem: json.loads(path.read_text()) for path in (configuration.ROOT / "configs").glob("*.json")}
SIDES = {task: config["validation"] for task, config in CONFIGS.items() if "validation" in config}


def number(name: str) -> int:
    """Of `idrid_21` and `IDRiD_21`."""
    return int(re.sub(r"\D", "", name))


class Sides(WithSets):
    def setUp(self) -> None:
        super().setUp()
        self.read(landmarks_data, disc_alone)
        discs = ["r1_Im005", "r1_Im006", "r3_G-5-L_left_half", "r3_N-5-R_left_half", "r3_N-25-L_left_half", *(f"r1_Im{n:03}" for n in range(100, 120))]
        self.write("fundus/rim-one/labels.csv", "file,class\n" + "".join(f"{name}.jpg,normal\n" for name in discs))
        places = "".join(f"{name}.jpg,10,10,20,20\n" for name in fundus.names("idrid-grading"))
        self.write("fundus/idrid-fovea/train.csv", f"file,fovea_x,fovea_y,disc_x,disc_y\n{places}IDRiD_999.jpg,1,1,2,2\n")
        self.write("fundus/idrid-grading/same-as-idrid.csv", "grading_stem,segmentation_stem\nIDRiD_012,IDRiD_53\n")
        self.write("fundus/hei-med/labels.csv", "image,disc_x,disc_y\n" + "".join(f"{name},10,10\n" for name in fundus.names("hei-med")))

    def test_both_eyes_of_every_patient_of_eyepacs_stand_on_one_side(self) -> None:
        names = fundus.names("eyepacs224")
        eyes = {side: {name.split("_")[0] for name in names if name.endswith(side)} for side in ("left", "right")}
        self.assertGreater(len(eyes["left"] & eyes["right"]), 100)
        for task, rules in SIDES.items():
            if "eyepacs224" in rules:
                with self.subTest(task=task):
                    kept = set(sets.kept(rules["eyepacs224"], names))
                    held = {name.split("_")[0] for name in kept}
                    learnt = {name.split("_")[0] for name in set(names) - kept}
                    self.assertTrue(held)
                    self.assertFalse(held & learnt)
                    self.assertGreater(len(learnt), len(held))

    def test_the_split_of_a_network_leaves_no_photograph_on_both_sides(self) -> None:
        for task in (landmarks, disc, vessels):
            with self.subTest(task=task.__name__):
                config = configuration.load(task.__name__.split(".")[-1])
                learnt, held = (task.split(config, part) for part in ("train", "validation"))
                self.assertFalse(set(learnt) & set(held))
                self.assertTrue(held)
                self.assertGreater(len(learnt), len(held))

    def test_a_camera_left_out_is_learnt_from_nowhere(self) -> None:
        for task in (landmarks, disc, vessels):
            with self.subTest(task=task.__name__):
                config = configuration.load(task.__name__.split(".")[-1])
                self.assertNotIn("hrf", {set_name for set_name, _ in task.split(config, "train", "hrf")})
                self.assertEqual(sum(set_name == "hrf" for set_name, _ in task.split(config, "validation", "hrf")), 24)

    def test_discs_alone_are_kept_by_the_number_of_their_patient(self) -> None:
        kept = disc_alone.kept(configuration.load("disc"))
        self.assertEqual(kept, ["r1_Im005", "r1_Im100", "r1_Im105", "r1_Im110", "r1_Im115", "r3_G-5-L_left_half", "r3_N-25-L_left_half", "r3_N-5-R_left_half"])

    def test_a_graded_photograph_that_is_outlined_elsewhere_is_on_neither_side(self) -> None:
        config = configuration.load("landmarks")
        graded = {part: [name for s, name in landmarks.split(config, part) if s == "idrid-grading"] for part in ("train", "validation")}
        self.assertEqual(len(graded["validation"]), 100)
        self.assertEqual(len(graded["train"]), len(fundus.names("idrid-grading")) - 101)
        self.assertNotIn("IDRiD_012", graded["train"] + graded["validation"])

    def test_a_place_marked_on_the_large_photograph_is_the_same_place_on_its_copy(self) -> None:
        self.assertEqual([landmarks_data._on_copy(px) for px in ("-0.5", "4287.5")], [-0.5, 1715.5])

    def test_no_place_that_a_network_proposed_is_measured_against(self) -> None:
        known = landmarks_data.marks()
        held = landmarks.split(configuration.load("landmarks"), "validation")
        proposed = [pair for pair, mark in known.items() if mark.get("proposed")]
        self.assertGreater(len(proposed), 100)
        self.assertFalse(set(proposed) & set(held))

    def test_every_name_that_a_configuration_keeps_is_a_photograph_of_its_set(self) -> None:
        """A name that is written wrongly would be learnt from, and nobody would see it."""
        for task, rules in SIDES.items():
            for set_name, rule in rules.items():
                if isinstance(rule, list) and fundus.names(set_name):
                    with self.subTest(task=task, set=set_name):
                        self.assertFalse(set(rule) - set(fundus.names(set_name)))

    def test_an_eye_that_stands_in_two_sets_of_idrid_is_kept_in_both(self) -> None:
        names = {set_name: {number(name) for name in fundus.names(set_name)} for set_name in ("idrid-more", "idrid-green512")}
        self.assertEqual(*names.values())
        kept = [{number(name) for name in SIDES["lesions"][set_name]} for set_name in names]
        self.assertEqual(*kept)
