"""Maps applied here are those that the command applies: EVENKEEL is the command."""

import csv
import json
import random
import tempfile
import unittest
from pathlib import Path

import evenkeel
import recalibration

CURVE = {"from": [-2.0, 0.1, 1.5], "to": [-0.5, -0.5, 2.5]}
TEMPERATURE = {"kind": "temperature", "temperature": 1.7}
OF_CLASSES = [
    TEMPERATURE,
    {"kind": "class-shift", "index": 1, "log_odds": 0.4},
    {"kind": "top-class-shift", "log_odds": -0.7},
    {"kind": "isotonic", "curve": CURVE},
    {"kind": "chain", "maps": [TEMPERATURE, {"kind": "isotonic", "curve": CURVE}]},
    {"kind": "chain", "maps": []},
]
OF_TWO_CLASSES = [*OF_CLASSES, {"kind": "beta", "a": 1.2, "b": 0.8, "c": -0.1}]
OF_NUMBERS = [
    {"kind": "location-scale", "shift": 0.3, "scale": 1.4},
    {"kind": "normal-regression", "a": 0.5, "b": 0.9, "c": 0.2, "d": 1.3},
]


def learned(step, kind, size):
    return {
        "format": 1,
        "model": "table",
        "space": {"kind": kind, "size": size},
        "labels": 100,
        "from": "2026-01-01T00:00:00Z",
        "to": "2026-01-02T00:00:00Z",
        "gain": {"mean": 0.1, "lower": 0.05, "upper": 0.2},
        "map": step,
    }


def probabilities(classes, rows=50):
    draws = random.Random(classes)
    odds = [[draws.gauss(0, 3) for _ in range(classes)] for _ in range(rows)]
    powers = [[2.718281828459045**x for x in row] for row in odds]
    certain = [[1.0 if k == n else 0.0 for k in range(classes)] for n in range(classes)]
    return [[x / sum(row) for x in row] for row in powers] + certain


def by_command(table, arguments, document):
    """What the command makes of the rows of a table, the parameters of each as floats."""
    with tempfile.TemporaryDirectory() as folder:
        rows, mapped, out = (Path(folder, name) for name in ("rows.csv", "map.json", "out.csv"))
        with open(rows, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(table[0]))
            writer.writeheader()
            writer.writerows(table)
        mapped.write_text(json.dumps(document), encoding="utf-8")
        evenkeel._call(None, ["recalibrate", str(rows), *arguments, f"--map={mapped}", f"--out={out}"])
        with open(out, encoding="utf-8", newline="") as file:
            return [
                [float(value) for name, value in row.items() if name not in ("id", "made_at", "target", "known_at")]
                for row in csv.DictReader(file)
            ]


class ApplyTest(unittest.TestCase):
    def assert_same(self, expected, actual):
        self.assertEqual(len(expected), len(actual))
        for one, other in zip(expected, actual, strict=True):
            for a, b in zip(one, other, strict=True):
                self.assertAlmostEqual(a, b, delta=1e-12 * max(abs(a), 1e-300))

    def test_makes_of_class_probabilities_what_the_command_makes(self):
        for size, steps in ((2, OF_TWO_CLASSES), (3, OF_CLASSES)):
            rows = probabilities(size)
            table = [{f"p_{k}": p for k, p in enumerate(row)} | {"y": 0} for row in rows]
            for step in steps:
                with self.subTest(size=size, step=step):
                    document = learned(step, "classes", size)
                    expected = by_command(table, ["--probabilities=p_*", "--label=y"], document)
                    self.assert_same(expected, [recalibration.apply(document, row) for row in rows])

    def test_makes_of_normal_distributions_what_the_command_makes(self):
        draws = random.Random(4)
        table = [{"m": draws.gauss(0, 5), "s": draws.expovariate(1), "y": 0} for _ in range(50)]
        for step in OF_NUMBERS:
            with self.subTest(step=step):
                document = learned(step, "reals", 1)
                expected = by_command(table, ["--normal=m,s", "--label=y"], document)
                ours = [recalibration.apply(json.dumps(document), {"mean": row["m"], "sd": row["s"]}) for row in table]
                self.assert_same(expected, [[one["mean"], one["sd"]] for one in ours])

    def test_refuses_predictions_that_the_map_is_not_for(self):
        document = learned(TEMPERATURE, "classes", 2)
        for prediction in ([0.1, 0.2, 0.7], {"mean": 1, "sd": 1}):
            with self.assertRaisesRegex(ValueError, "the map is not for"):
                recalibration.apply(document, prediction)

    def test_refuses_a_form_that_it_does_not_know(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "map.json")
            path.write_text('{"format": 2}')
            with self.assertRaisesRegex(ValueError, "the format must be 1, got 2"):
                recalibration.read(path)


if __name__ == "__main__":
    unittest.main()
