// What the windows of a series say over time.

import {band, colour, decadesAxis, emptyFigure, figure, legend, level, levels, line, pointText, shade, tellText, timeAxis} from "./charts.js";
import {count, decades, duration, estimate, eText, eValue, known, percent, plain, pValue, time} from "./words.js";

// Beyond this an e-value says nothing more, and the axis would hide where it passed the threshold.
const MOST_DECADES = 300;
const LEAST_DECADES = -2;

/** What decides whether the series alerts. */
export const deciding = ({evidence}) => evidence.log_detector ?? evidence.log_e_series;

/** From where on it does. */
export const threshold = ({evidence, tests}) => evidence.log_threshold ?? -Math.log(tests.alpha);

/** The alert by evidence that is open and had begun by the end of a window, if there is one. */
const begun = (window, alerts) => alerts.find(alert => alert.rule === "miscalibration" && alert.state !== "RESOLVED"
  && known(alert.log_threshold) && Date.parse(alert.raised_at) <= end(window));

/** Where the evidence of a window alerts, and where the open alert did: the budget may have been divided anew since then. */
export function thresholds(window, alerts) {
  const alert = begun(window, alerts);
  return [threshold(window), ...(alert ? [alert.log_threshold] : [])];
}

/** The same in words. */
export function alertAt(window, alerts) {
  const [now, then] = thresholds(window, alerts).map((one, _, all) => eText(one, deciding(window), ...all));
  if (!then) return `alert at ${now}`;
  const [did, would] = begun(window, alerts).state === "FIRING" ? ["fired", "fire"] : ["began", "begin"];
  return `the alert ${did} at ${then}${then === now ? "" : `; a new one would ${would} at ${now}`}`;
}

export const end = window => Date.parse(window.window_end);

/** From the start of the first window to the end of the newest. */
export function range(windows) {
  return [Date.parse(windows[0].window_start), end(windows[windows.length - 1])];
}

/** When alerts of some rules fired, from their histories, without overlap; one that still fires lasts to the end. */
export function firing(answer, rules) {
  const [, last] = range(answer.windows);
  const spans = answer.alerts.filter(alert => rules.includes(alert.rule)).flatMap(({history}) => fired(history, last))
    .sort(([a], [b]) => a - b);
  const apart = [];
  for (const [from, to] of spans) {
    const before = apart[apart.length - 1];
    if (before && from <= before[1]) before[1] = Math.max(before[1], to);
    else apart.push([from, to]);
  }
  return apart;
}

function fired(history, last) {
  const spans = [];
  for (const state of history) {
    const at = Date.parse(state.updated_at);
    const open = spans.length > 0 && spans[spans.length - 1][1] === null;
    if (state.state === "FIRING" && !open) spans.push([at, null]);
    if (state.state === "RESOLVED" && open) spans[spans.length - 1][1] = at;
  }
  return spans.map(([from, to]) => [from, to ?? last]);
}

// What the share of targets is that comes as predicted, and what it is expected to be, by the kind of the predictions.
const OBSERVED = {
  accuracy: {title: "Accuracy and confidence", share: "accuracy", expected: "mean confidence",
    says: "Share of labels in the most probable class, with its 95 % interval, and the mean probability of that class (dashed)."
      + " Below the dashed line: over-confident; above: under-confident."},
  central_half: {title: "Targets in the central 50 % interval", share: "share of targets", expected: "expected",
    says: "Share of targets between the predicted quartiles, with its 95 % interval; 50 % if calibrated (dashed)."
      + " Below the dashed line: predictions too narrow or biased; above: too wide."}
};

/** How far predictions are off, in the plainest number that there is. */
export function effectFigure(answer) {
  const windows = answer.windows.filter(window => known(window.observed) && window.finding !== "UNDERPOWERED");
  if (windows.length === 0) return emptyFigure("Accuracy and confidence", "No window with enough labels yet.");
  const newest = windows[windows.length - 1].observed;
  const kind = OBSERVED[newest.kind];
  const [from, to] = range(answer.windows);
  const at = field => windows.map(window => ({x: end(window), y: 100 * window.observed[field]}));
  const words = ({share, lower, upper, expected}) =>
    `${kind.share} ${percent(share)} (${percent(lower)} to ${percent(upper)}), ${kind.expected} ${percent(expected)}`;
  return figure({
    title: kind.title,
    says: `${kind.says} Newest: ${words(newest)}.`,
    wide: true,
    config: () => ({
      type: "line",
      data: {datasets: [
        line(windows.map(window => ({x: end(window), y: 100 * window.observed.share, text: pointText(window, words(window.observed))})),
          "accent", {label: `${kind.share}, 95 % interval`}),
        ...band(at("lower"), at("upper"), "accent-band"),
        line(at("expected"), "ink", {label: kind.expected, borderDash: [5, 4], borderWidth: 1.5, pointRadius: 0, pointHitRadius: 0})]},
      options: {
        scales: {x: timeAxis(from, to), y: {grace: "10%", ticks: {callback: value => `${plain(value, 4)} %`}}},
        plugins: {...tellText, ...legend}
      },
      plugins: [shade(firing(answer, ["miscalibration"]), "alert-band")]
    }),
    numbers: {
      columns: ["Window until", kind.share, "95 % interval", kind.expected],
      rows: windows.map(({window_end: until, observed}) => [time(until), percent(observed.share),
        `${percent(observed.lower)} to ${percent(observed.upper)}`, percent(observed.expected)])
    }
  });
}

/** The scores that are expected before labels come: their fields, and their names. */
export const EXPECTED = [["log_loss", "Log loss"], ["crps", "CRPS"]];

/** What predictions cost, and what those are expected to cost whose labels are awaited; nothing where none is expected. */
export function scoreFigures(answer) {
  const score = EXPECTED.find(([field]) => answer.windows.some(window => known(window.expected?.[field])));
  if (!score) return [];
  const [field, title] = score;
  const labelled = answer.windows.filter(window => window.status === "FINAL" && known(window.scores?.[field]));
  const awaited = answer.windows.filter(window => known(window.expected?.[field]));
  const at = side => awaited.map(window => ({x: end(window), y: window.expected[field + side]}));
  const words = ({expected}) => `expected ${plain(expected[field], 3)} (${plain(expected[`${field}_lower`], 3)} to ${plain(expected[`${field}_upper`], 3)})`;
  const newest = awaited[awaited.length - 1];
  const {said, covered} = newest.expected;
  const [from, to] = range(answer.windows);
  return [figure({
    title: `${title}, expected before labels`,
    says: `${title} of final windows, and what windows whose labels are awaited are expected to have, with its 95 % interval.`
      + ` Newest: ${words(newest)}.${said > 0 ? ` ${count(covered)} of ${count(said)} earlier intervals held.` : ""}`,
    wide: true,
    config: () => ({
      type: "line",
      data: {datasets: [
        line(labelled.map(window => ({x: end(window), y: window.scores[field], text: pointText(window, plain(window.scores[field], 3))})),
          "ink", {label: "with labels"}),
        line(awaited.map(window => ({x: end(window), y: window.expected[field], text: pointText(window, words(window))})),
          "accent", {label: "expected, 95 % interval", borderDash: [5, 4]}),
        ...band(at("_lower"), at("_upper"), "accent-band")]},
      options: {
        scales: {x: timeAxis(from, to), y: {grace: "10%"}},
        plugins: {...tellText, ...legend}
      }
    }),
    numbers: {
      columns: ["Window until", "With labels", "Expected", "95 % interval"],
      rows: answer.windows.filter(window => labelled.includes(window) || awaited.includes(window)).map(window => [time(window.window_end),
        labelled.includes(window) ? plain(window.scores[field], 3) : "–",
        ...(awaited.includes(window)
          ? [plain(window.expected[field], 3), `${plain(window.expected[`${field}_lower`], 3)} to ${plain(window.expected[`${field}_upper`], 3)}`]
          : ["–", "–"])])
    }
  })];
}

export function evidenceFigure(answer) {
  const windows = answer.windows.filter(window => window.evidence.log_e_series !== null);
  const title = "Evidence against calibration";
  if (windows.length === 0) {
    return emptyFigure(title, "No e-value yet: evidence counts panes whose labels are final, see labels.wait.");
  }
  // A detector that begins has seen nothing yet.
  const shown = value => Math.max(LEAST_DECADES, Math.min(MOST_DECADES, decades(value)));
  const points = windows.map(window => ({x: end(window), y: shown(deciding(window)),
    text: pointText(window, `evidence ${eText(deciding(window), threshold(window))}, alert at ${eText(threshold(window), deciding(window))}`)}));
  const newest = windows[windows.length - 1];
  const [from, to] = range(answer.windows);
  const limits = windows.map(window => ({x: end(window), y: decades(threshold(window))}));
  const values = points.map(point => point.y);
  const highest = Math.max(...limits.map(limit => limit.y).filter(Number.isFinite));
  const isStepped = limits.some(limit => limit.y !== limits[0].y);
  return figure({
    title,
    says: "Evidence of a change beyond the tolerance. It alerts where it reaches the dashed line, which keeps the false-alarm budget."
      + (isStepped ? " Where the line steps, the budget was divided anew; that ends no alert." : "") + " Shaded: the alert fires."
      + ` In the newest window: evidence ${eText(deciding(newest), ...thresholds(newest, answer.alerts))}, ${alertAt(newest, answer.alerts)}.`,
    wide: true,
    config: () => ({
      type: "line",
      data: {datasets: [line(points, "accent"),
        levels([{...limits[0], x: from}, ...limits, {...limits[limits.length - 1], x: to}], "bad")]},
      options: {
        scales: {
          x: timeAxis(from, to),
          y: decadesAxis("evidence", Math.floor(Math.min(-2, ...values)), Math.ceil(Math.max(highest + 1, ...values)))
        },
        plugins: tellText
      },
      plugins: [shade(firing(answer, ["miscalibration"]), "alert-band")]
    }),
    numbers: {
      columns: ["Window until", "Decides", "Alert at", "E-value of the series", "of the window"],
      rows: windows.map(window => [time(window.window_end), eValue(deciding(window), threshold(window)),
        eValue(threshold(window), deciding(window)), eValue(window.evidence.log_e_series), eValue(window.evidence.log_e_window)])
    }
  });
}

export function estimateFigure(answer) {
  // Of few labels an estimate is so uncertain that it would hide all others.
  const windows = answer.windows.filter(window => window.tests.skce !== null && window.finding !== "UNDERPOWERED");
  const title = "Calibration error (SKCE)";
  if (windows.length === 0) {
    return emptyFigure(title, "No estimate yet: it needs a profile, learned from the first predictions, and two labels.");
  }
  const half = window => 1.96 * window.tests.skce_standard_error;
  const points = windows.map(window => ({x: end(window), y: window.tests.skce,
    text: pointText(window, estimate(window.tests.skce, window.tests.skce_standard_error))}));
  const [from, to] = range(answer.windows);
  return figure({
    title,
    says: "Estimate of each window; 0 if calibrated, with the 95 % band of a calibrated model.",
    config: () => ({
      type: "line",
      data: {datasets: [
        line(points, "accent", {showLine: points.length > 1}),
        ...band(windows.map(w => ({x: end(w), y: -half(w)})), windows.map(w => ({x: end(w), y: half(w)})), "band"),
        level(from, to, 0, "muted")]},
      options: {scales: {x: timeAxis(from, to), y: {ticks: {callback: value => plain(value, 3)}}}, plugins: tellText},
      plugins: [shade(firing(answer, ["miscalibration", "window-tests"]), "alert-band")]
    }),
    numbers: {
      columns: ["Window until", "SKCE", "standard error if calibrated", "p-value"],
      rows: windows.map(({window_end: until, tests}) => [time(until), plain(tests.skce, 3), plain(tests.skce_standard_error, 3),
        pValue(tests.skce_p_value)])
    }
  });
}

export function coverageFigure(answer) {
  const windows = answer.windows.filter(window => window.coverage !== null);
  if (windows.length === 0) return emptyFigure("Label coverage", "No predictions in these windows.");
  const [from, to] = range(answer.windows);
  return figure({
    title: "Label coverage",
    says: "Share of the predictions of each window that have a label.",
    config: () => ({
      type: "line",
      data: {datasets: [line(windows.map(window => ({x: end(window), y: 100 * window.coverage,
        text: pointText(window, `${percent(window.coverage)}, ${count(window.labelled)} of ${count(window.predictions)}`)})),
        "good", {fill: "origin", backgroundColor: colour("good-band")})]},
      options: {
        scales: {x: timeAxis(from, to), y: {min: 0, max: 100, ticks: {callback: value => `${value} %`}}},
        plugins: tellText
      }
    }),
    numbers: {
      columns: ["Window until", "Predictions", "Labelled", "Coverage", "Late"],
      rows: windows.map(w => [time(w.window_end), count(w.predictions), count(w.labelled), percent(w.coverage), count(w.late)])
    }
  });
}

/** Windows by their age in event time: what is still missing of young ones is the delay of labels. */
export function delayFigure(answer) {
  const windows = answer.windows.filter(window => window.coverage !== null);
  const title = "Label delay";
  if (windows.length < 2) return emptyFigure(title, "At least two windows are needed to see how labels come in.");
  const newest = end(answer.windows[answer.windows.length - 1]);
  const age = window => newest - end(window);
  const [from, to] = [0, Math.max(...windows.map(age))];
  const step = [[86400e3, "days"], [3600e3, "hours"], [60e3, "minutes"], [1e3, "seconds"]].find(([length]) => to >= 2 * length)
    ?? [1, "milliseconds"];
  const whole = windows[0].coverage;
  const half = [...windows].reverse().find(window => window.coverage >= whole / 2);
  return figure({
    title,
    says: whole === 0 ? "The oldest window has no label." : age(half) === 0
      ? "Half of the labels that come are in before the next window begins."
      : `Half of the labels that come are in ${duration(age(half))} after the end of a window.`,
    config: () => ({
      type: "line",
      data: {datasets: [line([...windows].reverse().map(window => ({x: age(window) / step[0], y: 100 * window.coverage,
        text: `${duration(age(window))} old: ${percent(window.coverage)} labelled`})), "accent")]},
      options: {
        scales: {
          x: {type: "linear", min: from / step[0], max: to / step[0], title: {text: `age of the window, ${step[1]}`}, grid: {display: false}},
          y: {min: 0, max: 100, ticks: {callback: value => `${value} %`}}
        },
        plugins: tellText
      }
    }),
    numbers: {columns: ["Age", "Coverage"], rows: [...windows].reverse().map(w => [duration(age(w)), percent(w.coverage)])}
  });
}

