"""Run by `python3 -m unittest` here, with EVENKEEL as the command."""

import json
import math
import random
import sys
import tempfile
import types
import unittest
import unittest.mock
from datetime import datetime
from pathlib import Path

import evenkeel


def coins(probability, rows=400):
    """A coin that falls on heads half of the time."""
    throws = random.Random(1)
    return [
        {"p": probability, "y": throws.randrange(2), "side": "left" if n % 2 else "right"} for n in range(rows)
    ]


class EvaluateTest(unittest.TestCase):
    def test_judges_rows_and_their_segments(self):
        report = evenkeel.evaluate(coins(0.9), probabilities="p", label="y", segment=["side"])

        self.assertEqual(report.models[0]["whole"]["finding"], "miscalibrated")
        self.assertIn("Miscalibrated", str(report))
        self.assertIn("Worse than climatology", str(report))
        self.assertEqual({row["segment"] for row in report.measures}, {"", "side=left", "side=right"})
        self.assertIn("<td>log_loss</td>", report._repr_html_())

    def test_finds_nothing_where_nothing_is(self):
        report = evenkeel.evaluate(
            coins(0.5), probabilities="p", label="y", kernel="gaussian(euclidean, 0.5)", bad_rows=0.02
        )

        self.assertEqual(report.models[0]["whole"]["finding"], "calibrated")
        self.assertEqual(report.models[0]["kernel"]["predictions"], "gaussian(euclidean, 0.5)")

    def test_takes_what_writes_itself_as_a_data_frame_does(self):
        class Frame:
            def to_csv(self, path, index):
                Path(path).write_text("p,y\n" + "0.9,0\n0.9,1\n" * 100)

        report = evenkeel.evaluate(Frame(), probabilities="p", label="y")

        self.assertEqual(report.models[0]["rows"]["labelled"], 200)

    def test_says_what_is_wrong_in_the_words_of_the_command(self):
        with self.assertRaisesRegex(evenkeel.EvenkeelError, "no column is like 'x'|has no column 'x'"):
            evenkeel.evaluate(coins(0.5), probabilities="x", label="y")

    def test_a_condition_that_holds_leaves_the_report(self):
        for options in ({"fail_on": "p<0.01"}, {"fail_on": ["gain>9", "p<0.01"]}, {"options": ["--fail-on", "gain>9", "--fail-on", "p<0.01"]}):
            report = evenkeel.evaluate(coins(0.9), probabilities="p", label="y", **options)

            self.assertTrue(report.failed)
            self.assertEqual(report.models[0]["whole"]["finding"], "miscalibrated")
        self.assertFalse(evenkeel.evaluate(coins(0.9), probabilities="p", label="y", fail_on="gain>9").failed)
        with self.assertRaisesRegex(evenkeel.EvenkeelError, "--fail-on 'p=1': write a name"):
            evenkeel.evaluate(coins(0.9), probabilities="p", label="y", fail_on="p=1")

    def test_takes_rows_in_any_form_but_not_none(self):
        rows = ({"p": 0.5, "y": n % 2} | ({"later": 1} if n > 9 else {}) for n in range(100))

        self.assertEqual(evenkeel.evaluate(rows, probabilities="p", label="y").models[0]["rows"]["labelled"], 100)
        for nothing in ([], {"p": [0.5], "y": [1]}):
            with self.assertRaisesRegex(evenkeel.EvenkeelError, "dicts of which each is a row"):
                evenkeel.evaluate(nothing, probabilities="p", label="y")


class BacktestTest(unittest.TestCase):
    def test_tells_the_alerts_of_a_table(self):
        result = evenkeel.backtest(
            coins(0.9, 4000), probabilities="p", label="y", options=["-Dbudget.false-alarms=1"]
        )

        self.assertEqual(result.alerts[0]["state"], "FIRING")
        self.assertIn("over-confident", str(result))
        self.assertEqual(result.series[0]["labelled"], 4000)


    def test_a_severe_alert_leaves_the_result(self):
        for probability, failed in ((0.9, True), (0.5, False)):
            result = evenkeel.backtest(
                coins(probability, 4000),
                probabilities="p",
                label="y",
                fail_on="critical",
                options=["-Dbudget.false-alarms=1"],
            )

            self.assertEqual(result.failed, failed)
            self.assertEqual(result.series[0]["labelled"], 4000)

    def test_compares_with_other_settings(self):
        with tempfile.TemporaryDirectory() as folder:
            others = Path(folder, "others.yaml")
            others.write_text("defaults: {alert: {miscalibration: 'off'}}\n")
            for file in (str(others), others):
                result = evenkeel.backtest(coins(0.5, 40), probabilities="p", label="y", compare=file)

                self.assertIn(str(others), json.dumps(result.data))


class RecordsTest(unittest.TestCase):
    def test_reads_json_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "alerts.jsonl")
            path.write_text('{"state": "FIRING"}\n\n{"state": "RESOLVED"}\n')

            self.assertEqual([row["state"] for row in evenkeel.records(path)], ["FIRING", "RESOLVED"])

    def test_names_may_have_what_only_some_take_for_the_end_of_a_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "alerts.jsonl")
            path.write_text('{"model": "a\u2028b\u2029c\u0085d"}\r\n{"model": "e"}\n', encoding="utf-8", newline="")

            self.assertEqual([row["model"] for row in evenkeel.records(path)], ["a\u2028b\u2029c\u0085d", "e"])


class FrameTest(unittest.TestCase):
    """With a stand-in for pandas, which need not be installed."""

    class Pandas(types.ModuleType):
        class Table(dict):
            @property
            def columns(self):
                return list(self)

        def json_normalize(self, rows):
            return self.Table({name: [row.get(name) for row in rows] for row in rows for name in row})

        def to_datetime(self, column, utc, format):
            assert utc and format == "ISO8601", "else times with and without milliseconds are refused"
            return [datetime.fromisoformat(text.replace("Z", "+00:00")) for text in column]

    def frame(self, rows):
        with unittest.mock.patch.dict(sys.modules, {"pandas": self.Pandas("pandas")}):
            return evenkeel.frame(rows)

    def test_times_need_not_all_have_milliseconds(self):
        times = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123Z"]
        for name in ["at", "raised_at", "window_end", "starts_earliest", "inhibited_until", "evidence.through", "since"]:
            column = self.frame([{name: time} for time in times])[name]

            self.assertEqual([time.microsecond for time in column], [0, 123000], name)

    def test_numbers_that_json_does_not_have_are_numbers(self):
        row = {"summary": "NaN labels", "coverage": "NaN", "evidence": {"log_e": "-Infinity", "all": ["Infinity", 1]}}

        found = self.frame([row])

        self.assertEqual(found["summary"], ["NaN labels"])
        self.assertTrue(math.isnan(found["coverage"][0]))
        self.assertEqual(found["evidence"], [{"log_e": -math.inf, "all": [math.inf, 1]}])

    def test_pandas_takes_what_it_is_given(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        found = evenkeel.frame([{"at": "2026-01-01T00:00:00Z"}, {"at": "2026-01-01T00:00:00.123Z", "p": "NaN"}])

        self.assertEqual(found["at"][1], pandas.Timestamp("2026-01-01T00:00:00.123Z"))


if __name__ == "__main__":
    unittest.main()
