"""What `apply` makes is compared with the program by its tests (MapReadersTest); here is what it refuses."""

import math
import tempfile
import unittest
from pathlib import Path

import recalibration

LEARNED = {"format": 1, "space": {"kind": "classes", "size": 2}, "map": {"kind": "temperature", "temperature": 2}}


class ApplyTest(unittest.TestCase):
    def test_refuses_predictions_that_the_map_is_not_for(self):
        for prediction in ([0.1, 0.2, 0.7], {"mean": 1, "sd": 1}):
            with self.assertRaisesRegex(ValueError, "the map is not for"):
                recalibration.apply(LEARNED, prediction)

    def test_says_that_no_map_is_in_force(self):
        for learned in (None, "null"):
            with self.subTest(learned), self.assertRaisesRegex(ValueError, "^no map is in force: use the prediction as it is$"):
                recalibration.apply(learned, [0.5, 0.5])

    def test_refuses_what_is_no_map_and_no_prediction(self):
        for learned, words in (
            (LEARNED | {"map": {}}, "a map has a 'kind', got {}"),
            (LEARNED | {"space": {}}, "a space has the kind 'classes' or 'reals' and a size, got {}"),
            (LEARNED | {"space": {"kind": "classes", "size": None}}, "a space has the kind"),
            ([], r"a map is an object of JSON, got \[\]"),
            ("2", "a map is an object of JSON, got 2"),
        ):
            with self.subTest(learned), self.assertRaisesRegex(ValueError, words):
                recalibration.apply(learned, [0.5, 0.5])
        for prediction in (0.5, None):
            with self.assertRaisesRegex(ValueError, "a prediction is a list of class probabilities, or a dict, got"):
                recalibration.apply(LEARNED, prediction)

    def test_refuses_a_map_of_two_classes_for_three(self):
        three = LEARNED | {"space": {"kind": "classes", "size": 3}, "map": {"kind": "beta", "a": 1, "b": 1, "c": 0}}
        with self.assertRaisesRegex(ValueError, "a map of kind beta is for two classes, got 3"):
            recalibration.apply(three, [0.2, 0.3, 0.5])

    def test_refuses_normal_distributions_for_a_map_that_was_learned_from_ensembles(self):
        regression = {"kind": "normal-regression", "a": 0, "b": 1, "c": 0, "d": 4, "of": "ensembles"}
        learned = LEARNED | {"space": {"kind": "reals", "size": 1}, "map": regression}
        self.assertEqual(recalibration.apply(learned, {"members": [0, 2]}), {"mean": 1, "sd": math.sqrt(8)})
        with self.assertRaisesRegex(ValueError, "was learned from ensembles, and is for these alone"):
            recalibration.apply(learned, {"mean": 1, "sd": 1})

    def test_refuses_what_is_no_distribution(self):
        for prediction in ([2, -1], [0.3, float("nan")], [-0.4, 1.7], [0.5, 0.6]):
            with self.assertRaisesRegex(ValueError, "probabilities must be at least 0, and their sum 1"):
                recalibration.apply(LEARNED, prediction)
        numbers = LEARNED | {"space": {"kind": "reals", "size": 1}}
        for prediction in ({"mean": float("nan"), "sd": 1}, {"mean": 0, "sd": -1}):
            with self.assertRaisesRegex(ValueError, "a mean must be finite"):
                recalibration.apply(numbers, prediction)
        for prediction in ({"mean": None, "sd": 1}, {"members": [1, None]}, {"levels": [0.5]}, {"counts": "1"}):
            with self.subTest(prediction), self.assertRaises(ValueError):
                recalibration.apply(numbers, prediction)
        with self.assertRaisesRegex(ValueError, "a prediction has 'mean' and 'sd'"):
            recalibration.apply(numbers, {"mean": 0})
        for levels, values, words in (
            ([], [], "a value for each level"),
            ([0.5], [1, 2], "a value for each level"),
            ([0.5, 0.5], [1, 2], "levels must ascend"),
            ([0.5, 1.5], [1, 2], "levels must ascend"),
            ([0.1, 0.9], [1, float("inf")], "quantiles must be finite"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                recalibration.apply(numbers, {"levels": levels, "values": values})

    def test_takes_probabilities_that_were_rounded_to_three_decimals(self):
        self.assertEqual([0.5, 0.5], recalibration.apply(LEARNED, [0.4995, 0.4995]))
        twelve = LEARNED | {"space": {"kind": "classes", "size": 12}}
        self.assertEqual(12, len(recalibration.apply(twelve, [0.083] * 11 + [0.093])))
        with self.assertRaisesRegex(ValueError, "their sum 1"):
            recalibration.apply(twelve, [0.083] * 11 + [0.08])

    def test_refuses_a_kind_that_is_not_for_such_predictions(self):
        with self.assertRaisesRegex(ValueError, "a map of kind quantile-map is not for classes"):
            recalibration.apply(LEARNED | {"map": {"kind": "quantile-map", "shares": [0.4], "levels": [0.5]}}, [0.5, 0.5])

    def test_refuses_broken_maps(self):
        for broken, words in (
            ({"kind": "temperature"}, "temperature is missing or wrong, got None"),
            ({"kind": "temperature", "temperature": -1}, "temperature is missing or wrong, got -1"),
            ({"kind": "temperature", "temperature": "2"}, "temperature is missing or wrong, got '2'"),
            ({"kind": "class-shift", "index": 5, "log_odds": 1}, "index is missing or wrong, got 5"),
            ({"kind": "vector-scaling", "scales": [1, 1, 1], "offsets": [0, 0]}, "scales is missing or wrong"),
            ({"kind": "dirichlet", "weights": [[1, 0]], "offsets": [0, 0]}, "weights is missing or wrong"),
            ({"kind": "isotonic", "curve": {"from": [0, 1], "to": [1, 0]}}, "knots must ascend"),
            ({"kind": "isotonic", "curve": {"from": [], "to": []}}, "knots must ascend"),
            ({"kind": "location-scale", "shift": 0, "scale": 0}, "scale is missing or wrong, got 0"),
            ({"kind": "chain"}, "maps is missing or wrong"),
            ({"kind": "by-segment", "attribute": "a", "maps": {}}, "others is missing or wrong"),
            (None, "a map has a 'kind', got None"),
        ):
            with self.subTest(broken), self.assertRaisesRegex(ValueError, words):
                recalibration.apply(LEARNED | {"map": broken}, [0.5, 0.5])
        with self.assertRaisesRegex(ValueError, "a map has 'space' and 'map'"):
            recalibration.apply({"format": 1, "space": LEARNED["space"]}, [0.5, 0.5])

    def test_refuses_a_segment_that_is_no_text(self):
        others = LEARNED["map"]
        by_segment = LEARNED | {"map": {"kind": "by-segment", "attribute": "store", "maps": {"12": others}, "others": others}}
        for value in (12, None, ["12"]):
            with self.assertRaisesRegex(ValueError, "a segment attribute must be a text, got .* for store"):
                recalibration.apply(by_segment, [0.5, 0.5], {"store": value})
        self.assertEqual(recalibration.apply(by_segment, [0.5, 0.5], {"store": "12"}), [0.5, 0.5])

    def test_refuses_a_form_that_it_does_not_know(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "map.json")
            path.write_text('{"format": 2}')
            with self.assertRaisesRegex(ValueError, "the format must be 1, got 2"):
                recalibration.apply(recalibration.read(path), [0.5, 0.5])

    def test_makes_certain_what_steep_odds_make_certain(self):
        steep = LEARNED | {"map": {"kind": "beta", "a": 100, "b": 100, "c": 0}}
        self.assertEqual(recalibration.apply(steep, [1, 0]), [1, 0])
        for shift, certain in ((800, [0, 1]), (-800, [1, 0])):
            shifted = LEARNED | {"map": {"kind": "class-shift", "index": 1, "log_odds": shift}}
            self.assertEqual(recalibration.apply(shifted, [0.5, 0.5]), certain)
            self.assertEqual(recalibration.apply(shifted, [1, 0]), [1, 0])
            self.assertEqual(recalibration.apply(shifted, [0, 1]), [0, 1])


if __name__ == "__main__":
    unittest.main()
