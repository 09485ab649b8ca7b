"""`python3 -m unittest training.tests.test_masks`: what is drawn in a set becomes the label that it means."""

from __future__ import annotations

import numpy as np

from .. import config as configuration
from ..data import fundus, landmarks, lesions, octa, screening, surface
from ..types import Array
from .drawn import WithSets, blocks

SIDE = 8


def at(mask: Array) -> list[bool]:
    """Which squares of `blocks` a mask fills. It fills a square or leaves it."""
    squares = mask.reshape(SIDE, -1, SIDE)
    wholly, somewhere = squares.all((0, 2)), squares.any((0, 2))
    assert (wholly == somewhere).all()
    return wholly.tolist()


class Idrid(WithSets):
    """Red is a haemorrhage, blue hard and green soft exudate, white microaneurysms, yellow the disc."""

    COLOURS = [0xFF0000, 0x0000FF, 0x00FF00, 0xFFFFFF, 0xFFFF00, 0x000000, 0xFF00FF]

    def setUp(self) -> None:
        super().setUp()
        self.read(lesions, screening, landmarks)
        self.draw("fundus/idrid/masks_rgb/IDRiD_01.png", blocks(self.COLOURS))

    def test_each_colour_is_the_lesion_that_it_means(self) -> None:
        truth = lesions._idrid("IDRiD_01")
        drawn = {label: at(truth[..., place]) for place, label in enumerate(lesions.LABELS)}
        self.assertEqual(drawn["haemorrhage"], [True, False, False, False, False, False, True])
        self.assertEqual(drawn["hard_exudate"], [False, True, False, False, False, False, True])
        self.assertEqual(drawn["soft_exudate"], [False, False, True, False, False, False, False])
        self.assertEqual(drawn["microaneurysm"], [False, False, False, True, False, False, False])

    def test_a_colour_that_means_nothing_stops_the_reading(self) -> None:
        self.draw("fundus/idrid/masks_rgb/IDRiD_02.png", blocks([0xFF0000, 0x00FFFF]))
        with self.assertRaises(ValueError):
            lesions._idrid("IDRiD_02")

    def test_the_screening_network_reads_the_same_lesions(self) -> None:
        shape = (SIDE, SIDE * len(self.COLOURS))
        red, hard, soft, vessels = screening.lesion_masks("idrid", "IDRiD_01", shape)
        truth = lesions._idrid("IDRiD_01")
        self.assertIsNone(vessels)
        np.testing.assert_array_equal(red, truth[..., lesions.HAEMORRHAGE] | truth[..., lesions.MICROANEURYSM])
        np.testing.assert_array_equal(soft, truth[..., lesions.SOFT])
        np.testing.assert_array_equal(hard, truth[..., lesions.EXUDATE])

    def test_the_disc_is_the_yellow_part_alone(self) -> None:
        outline = landmarks.disc_mask("idrid", "IDRiD_01", (SIDE, SIDE * len(self.COLOURS)))
        assert outline is not None
        self.assertEqual(at(outline > 127), [False, False, False, False, True, False, False])


class Kinds(WithSets):
    def test_arteries_and_veins_are_told_where_a_vessel_is_and_nowhere_else(self) -> None:
        self.read(fundus)
        values = np.repeat(np.repeat(np.array([[0, 1, 2, 3, 1]], np.uint8), SIDE, 0), SIDE, 1)
        self.draw("fundus/drive/av/25.png", values)
        truth = values > 0
        truth[:, 4 * SIDE :] = False
        field = np.full(values.shape, 255, np.uint8)
        photograph = fundus.Photograph("drive", "25", np.zeros((*values.shape, 3), np.uint8), field, truth, (0, 0, 40, 8), 40)
        kinds = fundus.read_arteries_veins(photograph)
        assert kinds is not None
        self.assertEqual(kinds[0, ::SIDE].tolist(), [0, fundus.ARTERY, fundus.VEIN, 0, 0])


class Grades(WithSets):
    def setUp(self) -> None:
        super().setUp()
        self.read(screening)
        rows = ["1_left.jpeg,0,", "1_right.jpeg,1,0", "2_left.jpeg,2,1", "2_right.jpeg,3,2", "3_left.jpeg,4,"]
        self.write("fundus/eyepacs224/labels.csv", "image,dr_grade,eyeq_quality\n" + "\n".join(rows) + "\n")

    def told(self, set_name: str, name: str) -> dict[str, float]:
        grades, quality = screening.answers(set_name, name)
        return dict(zip(screening.LABELS, screening.truth_of({"grades": grades, "quality": quality})))

    def test_a_grade_answers_every_question_that_it_reaches(self) -> None:
        reached = {"1_left": 0, "1_right": 1, "2_left": 2, "2_right": 3, "3_left": 4}
        for name, grade in reached.items():
            told = self.told("eyepacs224", name)
            questions = {"dr_1": 1, "referable": 2, "dr_3": 3, "dr_4": 4}
            self.assertEqual({label: told[label] for label in questions}, {label: int(grade >= least) for label, least in questions.items()})

    def test_a_reject_is_less_than_good_and_an_unlabelled_quality_is_unknown(self) -> None:
        self.assertEqual([self.told("eyepacs224", "2_right")[label] for label in ("ungradable", "less_than_good")], [1, 1])
        self.assertEqual([self.told("eyepacs224", "2_left")[label] for label in ("ungradable", "less_than_good")], [0, 1])
        self.assertEqual([self.told("eyepacs224", "1_right")[label] for label in ("ungradable", "less_than_good")], [0, 0])
        self.assertEqual([self.told("eyepacs224", "1_left")[label] for label in ("ungradable", "less_than_good")], [-1, -1])

    def test_a_named_disease_of_drive_is_no_healthy_eye(self) -> None:
        self.assertEqual(self.told("drive", "21")["referable"], 0)
        self.assertEqual(self.told("drive", "25")["referable"], -1)
        self.assertEqual((self.told("hrf", "01_h")["referable"], self.told("hrf", "01_dr")["referable"], self.told("hrf", "01_g")["referable"]), (0, 1, -1))


class Surface(WithSets):
    def test_red_is_patches_green_dots_and_blue_the_opening(self) -> None:
        config = {**configuration.load("surface"), "longest_px": 3 * SIDE}
        folder = self.sets / "drawn"
        self.draw("drawn/images/1.png", blocks([0x808080] * 3))
        self.draw("drawn/truth/1.png", blocks([0xFF0000, 0x00FF00, 0x0000FF]))
        self.write("drawn/truth/1.json", '{"cornea": {"x": 3.5, "y": 3.5, "rx": 3, "ry": 3}}')
        before = surface.DRAWN, dict(surface.FOLDERS)
        surface.DRAWN = surface.FOLDERS["drawn"] = folder
        try:
            truth = surface.read_photograph(config, "drawn", "1").truth
        finally:
            surface.DRAWN = before[0]
            surface.FOLDERS.update(before[1])
        for place, label in enumerate(("patch", "dots", "opening")):
            self.assertEqual(at(np.asarray(truth[label]) > 127), [square == place for square in range(3)])
        cornea = np.asarray(truth["cornea"])
        self.assertEqual((cornea[3, 3], cornea[3, 12]), (255, 0))


class Scans(WithSets):
    def test_what_nobody_drew_is_unknown_and_not_empty(self) -> None:
        self.read(octa)
        config = configuration.load("octa")
        self.draw("octa/octa500-3mm/images/1.png", np.full((304, 304), 90, np.uint8))
        drawn = np.zeros((304, 304), np.uint8)
        drawn[:, :100] = 255
        self.draw("octa/octa500-3mm/large_vessels/1.png", drawn)
        truth = octa.read_scan(config, "octa500-3mm", "1").truth
        assert truth["large_vessel"] is not None
        self.assertAlmostEqual(float(truth["large_vessel"].mean()), 100 / 304, places=2)
        self.assertIsNone(truth["vessel"])
        self.assertIsNone(truth["zone"])
