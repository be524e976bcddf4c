"""Applies the maps of Evenkeel to single predictions: the reference reader of their JSON form, for a serving system.

    import recalibration
    learned = recalibration.read("map.json")          # of: evenkeel alerts --map ID, or evenkeel recalibrate -o map.json
    recalibration.apply(learned, [0.1, 0.9])          # class probabilities
    recalibration.apply(learned, {"mean": 3, "sd": 2})  # a normal distribution
    recalibration.apply(learned, {"levels": [0.1, 0.5, 0.9], "values": [1, 2, 4]})  # quantiles
    recalibration.apply(learned, {"members": [1, 2, 4]})  # an ensemble
    recalibration.apply(learned, {"counts": [0.2, 0.5, 0.3]})  # the probabilities of consecutive whole numbers
    recalibration.apply(learned, [0.1, 0.9], {"region": "north"})  # with the segments of the prediction

It needs Python 3.11 and no package. The form is described in deploy/docs/recalibration.md.
"""

import bisect
import itertools
import json
import math
import pathlib
import statistics

__all__ = ["apply", "read"]

_LEAST = 1e-12
_STANDARD = statistics.NormalDist()

# Beyond so many standard deviations no probability is left in a double.
_FARTHEST = 38


def read(path):
    """The map of a file, for `apply`."""
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def apply(learned, prediction, segments=None):
    """The recalibrated prediction.

    learned: what `read` gives, or the JSON of an alert's field `map`. Where that is null, as once an alert has ended or a map is
        withdrawn, no map is in force: use the prediction as it is.
    prediction: the class probabilities in their order, or a dict: of the mean and sd of a normal distribution, of the levels and
        values of quantiles, of the members of an ensemble, or of the probabilities of counts. Probabilities whose sum is 1 but
        for rounding to three decimals are divided by it. Quantiles that cross are put in order. A ValueError says what else is wrong.
    segments: the segment attributes of the prediction by their names, for maps that were learned by one.
    """
    learned = json.loads(learned) if isinstance(learned, str) else learned
    if learned is None:
        raise ValueError("no map is in force: use the prediction as it is")
    if not isinstance(learned, dict):
        raise ValueError(f"a map is an object of JSON, got {learned!r}")
    if learned.get("format") != 1:
        raise ValueError(f"the format must be 1, got {learned.get('format')}")
    space = learned.get("space")
    if not isinstance(space, dict) or "map" not in learned:
        raise ValueError(f"a map has 'space' and 'map', got {list(learned)}")
    if space.get("kind") not in ("classes", "reals") or not isinstance(space.get("size"), int):
        raise ValueError(f"a space has the kind 'classes' or 'reals' and a size, got {space}")
    step = _of(learned["map"], segments or {})
    _check(step, space["size"])
    if isinstance(prediction, dict):
        if space["kind"] != "reals" or space["size"] != 1:
            raise ValueError("the map is not for numbers")
        return _number(step, _checked(prediction))
    given = _listed(prediction)
    if space["kind"] != "classes" or space["size"] != len(given):
        raise ValueError(f"the map is not for {len(given)} classes")
    return _classes(step, _probabilities(given, "class probabilities"))


def _listed(prediction):
    try:
        return list(prediction)
    except TypeError as e:
        raise ValueError(f"a prediction is a list of class probabilities, or a dict, got {prediction!r}") from e


def _of(step, segments):
    """The map of some segments."""
    if not isinstance(step, dict) or not isinstance(step.get("kind"), str):
        raise ValueError(f"a map has a 'kind', got {step!r}")
    match step.get("kind"):
        case "chain":
            _want(step, "maps", isinstance(step.get("maps"), list))
            return {"kind": "chain", "maps": [_of(part, segments) for part in step["maps"]]}
        case "by-segment":
            for name, kind in (("attribute", str), ("maps", dict), ("others", dict)):
                _want(step, name, isinstance(step.get(name), kind))
            value = segments.get(step["attribute"], "")
            if not isinstance(value, str):
                raise ValueError(f"the value of a segment attribute must be a text, got {value!r} for {step['attribute']}")
            return _of(step["maps"].get(value, step["others"]), segments)
    return step


def _want(step, name, is_right):
    if not is_right:
        raise ValueError(f"a map of kind {step.get('kind')}: {name} is missing or wrong, got {step.get(name)!r}")


def _check(step, size):
    """A ValueError names the first parameter that is not as its kind asks."""
    def each(*names, least=-math.inf):
        for name in names:
            _want(step, name, _is_number(step.get(name)) and step[name] >= least)

    match step.get("kind"):
        case "chain":
            for part in step["maps"]:
                _check(part, size)
        case "temperature":
            each("temperature", least=math.ulp(0))
        case "class-shift":
            each("log_odds")
            _want(step, "index", isinstance(step.get("index"), int) and 0 <= step["index"] < size)
        case "top-class-shift":
            each("log_odds")
        case "vector-scaling" | "dirichlet" as kind:
            _want(step, "offsets", _are_numbers(step.get("offsets"), size))
            if kind == "vector-scaling":
                _want(step, "scales", _are_numbers(step.get("scales"), size))
            else:
                rows = step.get("weights")
                is_square = isinstance(rows, list) and len(rows) == size and all(_are_numbers(row, size) for row in rows)
                _want(step, "weights", is_square)
        case "beta":
            each("a", "b", "c")
        case "isotonic":
            _want(step, "curve", isinstance(step.get("curve"), dict))
            _check_curve(step["curve"].get("from"), step["curve"].get("to"), step)
        case "location-scale":
            each("shift")
            each("scale", least=math.ulp(0))
        case "normal-regression":
            each("a", "b")
            each("c", "d", least=0)
            _want(step, "of", step.get("of", "both") in ("both", "ensembles", "normals"))
        case "quantile-map":
            _check_curve(step.get("shares"), step.get("levels"), step)
            _want(step, "shares", all(0 < u < 1 for u in step["shares"]))
            _want(step, "levels", all(0 < u < 1 for u in step["levels"]))


def _check_curve(knots, values, step):
    is_right = isinstance(knots, list) and len(knots) > 0 and _are_numbers(knots, len(knots)) and _are_numbers(values, len(knots))
    if not (is_right and all(u < v for u, v in zip(knots, knots[1:])) and all(u <= v for u, v in zip(values, values[1:]))):
        raise ValueError(f"a map of kind {step['kind']}: knots must ascend, got {knots} to {values}")


def _is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x)


def _are_numbers(xs, size):
    return isinstance(xs, list) and len(xs) == size and all(_is_number(x) for x in xs)


def _floats(given, what):
    try:
        return [float(x) for x in given]
    except (TypeError, ValueError) as e:
        raise ValueError(f"{what} must be numbers, got {given!r}") from e


def _tolerance(size):
    """How far from 1 the sum of numbers may be that were rounded to three decimals, and what adding them up does to it."""
    return min(max(0.0005 * size, 0.001), 0.01) + 1e-9


def _probabilities(given, what):
    given = _floats(given, what)
    total = sum(given)
    if not (all(one >= 0 for one in given) and abs(total - 1) <= _tolerance(len(given))):
        raise ValueError(f"{what} must be at least 0, and their sum 1, got {min(given, default=None)} and the sum {total}")
    return _normalised(given) if abs(total - 1) > _LEAST else given


def _checked(prediction):
    if "levels" in prediction:
        return _checked_quantiles(prediction["levels"], prediction.get("values", []))
    if "counts" in prediction:
        return {"counts": _probabilities(prediction["counts"], "probabilities of counts")}
    if "members" in prediction:
        members = _floats(prediction["members"], "the members of an ensemble")
        if not members or not all(math.isfinite(x) for x in members):
            raise ValueError(f"an ensemble needs members, and they must be finite, got {members}")
        return {"members": members}
    if "mean" not in prediction or "sd" not in prediction:
        raise ValueError(f"a prediction has 'mean' and 'sd', 'levels' and 'values', 'members' or 'counts', got {list(prediction)}")
    mean, sd = _floats([prediction["mean"], prediction["sd"]], "mean and sd")
    if not (math.isfinite(mean) and math.isfinite(sd) and sd >= 0):
        raise ValueError(f"a mean must be finite, and an sd finite and at least 0, got {mean} and {sd}")
    return {"mean": mean, "sd": sd}


def _checked_quantiles(levels, values):
    levels, values = _floats(levels, "levels"), _floats(values, "quantiles")
    if not levels or len(levels) != len(values):
        raise ValueError(f"quantiles need a value for each level, got {len(levels)} levels and {len(values)} values")
    if not (all(0 <= u <= 1 for u in levels) and all(u < v for u, v in zip(levels, levels[1:]))):
        raise ValueError(f"levels must ascend from 0 to 1, got {levels}")
    if not all(math.isfinite(q) for q in values):
        raise ValueError(f"quantiles must be finite, got {values}")
    return {"levels": levels, "values": sorted(values)}


def _number(step, p):
    if step["kind"] == "chain":
        for part in step["maps"]:
            p = _number(part, p)
        return p
    if "levels" in p:
        return _quantiles(step, p["levels"], p["values"])
    if "counts" in p:
        return {"counts": _counts(step, p["counts"])}
    return _ensemble(step, p["members"]) if "members" in p else _normal(step, p["mean"], p["sd"])


def _normal(step, mean, sd):
    match step["kind"]:
        case "location-scale":
            return {"mean": mean + step["shift"] * sd, "sd": step["scale"] * sd}
        case "normal-regression":
            return _regressed(_for(step, "normals"), mean, sd * sd)
        case "quantile-map":
            curve = _moved(step)
            return {"levels": step["levels"], "values": [mean + sd * _curve(curve, _score(u)) for u in step["levels"]]}
        case kind:
            raise ValueError(f"a map of kind {kind} is not for normal distributions")


def _ensemble(step, members):
    if step["kind"] != "normal-regression":
        raise ValueError(f"a map of kind {step['kind']} is not for ensembles here")
    return _regressed(_for(step, "ensembles"), statistics.fmean(members), statistics.variance(members) if len(members) > 1 else 0)


def _for(step, given):
    if step.get("of", "both") not in ("both", given):
        raise ValueError(f"this normal regression was learned from {step['of']}, and is for these alone")
    return step


def _regressed(step, mean, variance):
    return {"mean": step["a"] + step["b"] * mean, "sd": math.sqrt(step["c"] + step["d"] * variance)}


def _quantiles(step, levels, values):
    match step["kind"]:
        case "location-scale":
            scores = [step["shift"] + step["scale"] * _score(u) for u in levels]
        case "quantile-map":
            curve = _moved(step)
            scores = [_curve(curve, _score(u)) for u in levels]
        case kind:
            raise ValueError(f"a map of kind {kind} does not make quantiles of quantiles")
    return {"levels": levels, "values": sorted(_quantile(levels, values, score) for score in scores)}


def _moved(step):
    return {"from": [_score(u) for u in step["shares"]], "to": [_score(u) for u in step["levels"]]}


def _counts(step, p):
    """The distribution function moves in normal scores at each count."""
    if step["kind"] != "location-scale":
        raise ValueError(f"a map of kind {step['kind']} is not for counts")
    below = [0, *itertools.accumulate(p)]
    above = [*reversed(list(itertools.accumulate(reversed(p)))), 0]
    scores = [_score(u) if u <= v else -_score(v) for u, v in zip(below, above)]
    moved = [(z - step["shift"]) / step["scale"] for z in scores]
    return _normalised([_between(low, high) if one > 0 else 0 for one, low, high in zip(p, moved, moved[1:])])


def _between(low, high):
    """The standard normal probability between two scores."""
    if low > 0:
        low, high = -high, -low
    return (math.erfc(-high / math.sqrt(2)) - math.erfc(-low / math.sqrt(2))) / 2


def _score(level):
    """The standard normal quantile."""
    if level in (0, 1):
        return math.inf if level else -math.inf
    return _STANDARD.inv_cdf(level) if level <= 0.5 else -_STANDARD.inv_cdf(1 - level)


def _quantile(levels, values, score):
    """The quantile at the level of a normal score: linear in scores between the levels, and beyond as between the two outermost."""
    score = max(-_FARTHEST, min(_FARTHEST, score))
    level = math.erfc(-score / math.sqrt(2)) / 2
    if len(levels) == 1:
        return values[0]
    k = min(max(bisect.bisect_right(levels, level) - 1, 0), len(levels) - 2)
    if levels[k] == 0 or levels[k + 1] == 1:  # no score: linear in the level, and no tail beyond
        share = (max(levels[k], min(levels[k + 1], level)) - levels[k]) / (levels[k + 1] - levels[k])
    else:
        share = (score - _score(levels[k])) / (_score(levels[k + 1]) - _score(levels[k]))
    return values[k] + (values[k + 1] - values[k]) * share


def _classes(step, p):
    match step["kind"]:
        case "chain":
            for part in step["maps"]:
                p = _classes(part, p)
            return p
        case "temperature":
            top = max(p)
            return _normalised([(one / top) ** (1 / step["temperature"]) for one in p])
        case "class-shift":
            return _shifted(p, step["index"], step["log_odds"])
        case "top-class-shift":
            return _shifted(p, p.index(max(p)), step["log_odds"])
        case "vector-scaling":
            return _softmax([a * x + b for a, x, b in zip(step["scales"], _logits(p), step["offsets"], strict=True)])
        case "dirichlet":
            logits = _logits(p)
            rows = zip(step["weights"], step["offsets"], strict=True)
            return _softmax([sum(w * x for w, x in zip(row, logits, strict=True)) + b for row, b in rows])
        case "beta":
            if len(p) != 2:
                raise ValueError(f"a map of kind beta is for two classes, got {len(p)}")
            no, yes = _logits(p)
            return _with_odds(p, step["a"] * yes - step["b"] * no + step["c"])
        case "isotonic":
            event = _event(p)
            odds = math.log(max(_LEAST, p[event])) - math.log(max(_LEAST, _others(p, event)))
            return _with_odds(p, _curve(step["curve"], odds))
        case kind:
            raise ValueError(f"a map of kind {kind} is not for classes")


def _logits(p):
    return [math.log(max(_LEAST, one)) for one in p]


def _softmax(logits):
    top = max(logits)
    return _normalised([math.exp(x - top) for x in logits])


def _shifted(p, index, log_odds):
    logs = [math.log(one) if one > 0 else -math.inf for one in p]
    return _softmax([one + log_odds if k == index else one for k, one in enumerate(logs)])


def _normalised(q):
    total = sum(q)
    return [one / total for one in q]


def _event(p):
    return 1 if len(p) == 2 else p.index(max(p))


def _others(p, event):
    return sum(one for k, one in enumerate(p) if k != event)


def _with_odds(p, odds):
    """Other log-odds of the event; the other classes keep their ratios, or share evenly what they had nothing of."""
    event = _event(p)
    others = _others(p, event)
    rest = _probability(-odds)
    shares = [one / others if others > 0 else 1 / (len(p) - 1) for one in p]
    return [_probability(odds) if k == event else rest * share for k, share in enumerate(shares)]


def _probability(odds):
    return 1 / (1 + math.exp(-odds)) if odds >= 0 else math.exp(odds) / (1 + math.exp(odds))


def _curve(curve, x):
    """Interpolated between the knots; beyond the first and the last, it moves as that knot does."""
    knots, values = curve["from"], curve["to"]
    if x <= knots[0]:
        return x + (values[0] - knots[0])
    if x >= knots[-1]:
        return x + (values[-1] - knots[-1])
    k = next(k for k, knot in enumerate(knots) if knot >= x)
    share = (x - knots[k - 1]) / (knots[k] - knots[k - 1])
    return values[k - 1] + share * (values[k] - values[k - 1])
