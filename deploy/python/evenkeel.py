"""Evenkeel in a notebook: judge predictions in a table, and read what the monitor says.

    import evenkeel
    report = evenkeel.evaluate(frame, probabilities="p_*", label="y", segment="country")
    report                      # a table in a notebook
    report.models[0]["whole"]["finding"]
    evenkeel.backtest(frame, probabilities="p_*", label="y", time="created").alerts

It runs the command `evenkeel`: the numbers are those of the monitor. It needs Python 3.11 and no package; with pandas, `frame()`
gives DataFrames. Tables are DataFrames, lists of dicts, or paths of files (.csv, .jsonl, .parquet).
"""

import csv
import html
import json
import os
import pathlib
import shlex
import subprocess
import tempfile

__all__ = ["Backtest", "EvenkeelError", "Report", "backtest", "evaluate", "frame", "records"]

_TIMES = {"at", "inhibited_until", "labelled_through", "since", "starts_earliest", "starts_latest", "through"}
_NO_JSON = {"NaN", "Infinity", "-Infinity"}
_COMMAND = pathlib.Path(__file__).resolve().parent.parent / "evenkeel"


class EvenkeelError(RuntimeError):
    """The command failed; the message is its own."""


class Report:
    """What the data says of each model.

    data: the JSON report of `evenkeel evaluate`.
    failed: whether a condition of `fail_on` holds.
    """

    def __init__(self, data, failed=False):
        self.data = data
        self.failed = failed

    @property
    def models(self):
        """One dict for each model, with its rows, the whole and its segments."""
        return self.data["models"]

    @property
    def measures(self):
        """All measures, a dict each: model, segment, measure, value, lower, upper, p, n."""
        return [
            {"model": model["model"], "segment": series["segment"], "measure": name} | measure
            for model in self.models
            for series in [model["whole"], *model["segments"]]
            for name, measure in series["measures"].items()
        ]

    def __str__(self):
        return "\n".join(
            f"{model['model']}: {model['whole']['sentence']} {model['whole']['climatology']}".rstrip() for model in self.models
        )

    def _repr_html_(self):
        columns = ["model", "segment", "measure", "value", "lower", "upper", "p", "n"]
        return f"<p>{html.escape(str(self))}</p>" + _table(columns, self.measures)


class Backtest:
    """The alerts that a live monitor would have raised.

    data: the JSON result of `evenkeel backtest`.
    failed: whether an alert fired that is as severe as `fail_on` says.
    """

    def __init__(self, data, failed=False):
        self.data = data
        self.failed = failed

    @property
    def alerts(self):
        """Every change of an alert, a dict each, in the order of time."""
        return self.data["alerts"]

    @property
    def series(self):
        """Each series, a dict."""
        return self.data["series"]

    def __str__(self):
        return "\n".join(f"{alert['at']} {alert['state']} {alert['summary']}" for alert in self.alerts) or "No alerts."

    def _repr_html_(self):
        return _table(["at", "state", "severity", "summary"], self.alerts)


def evaluate(table, *, command=None, options=(), **columns):
    """Judges the predictions of a table.

    columns: probabilities, logits, normal, members, quantiles, label, classes, segment, features, time,
    id, cluster, as the options of `evenkeel evaluate --help`; a list is several columns. Any other option with
    a value has its name with _ for -: sample=1000, target_kernel="gaussian(1)".
    options: further options as they are, such as ["--recalibrate"].
    command: how Evenkeel is called; else the environment variable EVENKEEL, else the script of this checkout.
    """
    return _run("evaluate", Report, table, columns, options, command)


def backtest(table, *, command=None, options=(), **columns):
    """Says which alerts the monitor would have raised on the rows of a table; parameters as of `evaluate`."""
    return _run("backtest", Backtest, table, columns, options, command)


def records(lines):
    """Verdicts, metrics or alerts, a JSON object in each line, as a list of dicts.

    lines: a path, or lines of text such as those of `evenkeel alerts --json` or of a console consumer.
    """
    if isinstance(lines, (str, os.PathLike)):
        lines = pathlib.Path(lines).read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line.strip()]


def frame(rows):
    """A DataFrame of dicts, nested ones as columns such as `evidence.log_e_series`; texts that are times become times.

    The texts NaN, Infinity and -Infinity, which JSON has in the place of numbers, become numbers.
    """
    import pandas

    result = pandas.json_normalize([_numbers(row) for row in rows])
    for name in filter(_is_time, result.columns):
        # Some times have milliseconds, and others of the same column have none.
        result[name] = pandas.to_datetime(result[name], utc=True, format="ISO8601")
    return result


def _is_time(name):
    last = name.rpartition(".")[2]
    return last in _TIMES or last.endswith(("_at", "_start", "_end"))


def _numbers(value):
    """The same, with numbers in the place of texts that say one which JSON does not have."""
    if isinstance(value, dict):
        return {name: _numbers(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_numbers(each) for each in value]
    return float(value) if isinstance(value, str) and value in _NO_JSON else value


def _run(name, result, table, columns, options, command):
    with tempfile.TemporaryDirectory(prefix="evenkeel-") as folder:
        given = [part for column, value in columns.items() for part in _option(column, value)]
        arguments = [name, _file(table, folder), *given, *options, "--json"]
        text, failed = _call(command, arguments)
        return result(json.loads(text), failed)


def _file(table, folder):
    """The path of a table, written into the folder if it is none."""
    if isinstance(table, (str, os.PathLike)):
        return os.fspath(table)
    path = os.path.join(folder, "table.csv")
    if hasattr(table, "to_csv"):
        table.to_csv(path, index=False)
        return path
    rows = list(table)
    if not rows or not all(hasattr(row, "keys") for row in rows):
        raise EvenkeelError("a table is a DataFrame, a path, or dicts of which each is a row, of at least one row")
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)))
        writer.writeheader()
        writer.writerows(rows)
    return path


def _option(name, value):
    option = f"--{name.replace('_', '-')}"
    values = [str(each) for each in (value if isinstance(value, (list, tuple)) else [value])]
    # Models of `evaluate` are words of their own, as is the one file of `backtest`.
    if name == "compare":
        return [option, *values]
    # Conditions may have commas in names, and are given one by one.
    return [f"{option}={each}" for each in values] if name == "fail_on" else [f"{option}={','.join(values)}"]


def _call(command, arguments):
    words = shlex.split(command or os.environ.get("EVENKEEL") or shlex.quote(str(_COMMAND)))
    done = subprocess.run([*words, *arguments], capture_output=True, text=True, check=False)
    failed = _fails_a_check(done)
    if done.returncode != 0 and not failed:
        raise EvenkeelError(done.stderr.strip() or f"{words[0]} ended with exit code {done.returncode}")
    return done.stdout, failed


def _fails_a_check(done):
    """Whether the command has its whole result, and only what `fail_on` asks for made it end as it did."""
    # Exit code 5 is that of `backtest`. That of `evaluate` is 1, as of errors, but it names the conditions that hold.
    return done.returncode == 5 or (
        done.returncode == 1 and any(line.startswith("--fail-on ") for line in done.stderr.splitlines())
    )


def _table(columns, rows):
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in columns) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value):
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else html.escape(str(value))
