// What has drifted: by the rules that alert, and by the tests of each window.

import {colour, decadesAxis, emptyFigure, figure, legend, level, line, pointText, shade, tellText, timeAxis} from "./charts.js";
import {h, table} from "./dom.js";
import {end, firing, range} from "./timelines.js";
import {count, eValue, known, number, percent, plain, pValue, size, stateChip, time} from "./words.js";

/** The rules of drift: name in alerts, what drifts, p-value of the test of a window, colour. */
const RULES = [
  {rule: "prediction-drift", name: "predictions", field: "predictions_p_value", ink: "accent"},
  {rule: "feature-drift", name: "features", field: "features_p_value", ink: "warn"},
  {rule: "label-shift", name: "labels", field: "labels_p_value", ink: "good"},
  {rule: "selection", name: "labelled or not", field: "selection_p_value", ink: "muted"},
  {rule: "data-quality", name: "label coverage", field: null, ink: null}
];
const NAMES = RULES.map(({rule}) => rule);
const FEATURE_INKS = ["warn", "good", "bad", "accent-soft", "muted"];
const LOWEST_P = -10;

/** Each rule with its newest alert, if it has raised one. */
export function driftRules(answer) {
  const newest = answer.windows[answer.windows.length - 1];
  return table("Rules of drift", ["Rule", "Alert", "Evidence", "Alerts at", "How far", "Since", "What", "Test of the newest window"],
    RULES.map(({rule, field}) => {
      const alert = answer.alerts.find(one => one.rule === rule);
      const p = field === null ? null : newest.drift?.[field];
      return [rule, alert ? stateChip(alert.state, alert.silenced_by) : "none", known(alert?.log_evidence) ? eValue(alert.log_evidence, alert.log_threshold) : "–",
        known(alert?.log_threshold) ? eValue(alert.log_threshold, alert.log_evidence) : "–", alert ? howFar(alert) : "–", alert ? time(alert.starts_at) : "–",
        alert?.names?.length > 0 ? alert.names.join(", ") : "–", known(p) ? `p-value ${pValue(p)}, level ${newest.drift.alpha}` : "–"];
    }));
}

const howFar = alert => known(alert.effect) ? `${alert.effect_parameter}: ${size(alert)}` : "–";

/** Shaded where one of the rules fired. */
const driftSpans = answer => shade(firing(answer, NAMES), "alert-band");

/** P-values of the tests of each window. */
export function driftTests(answer) {
  const title = "Drift tests";
  const tests = RULES.filter(({field}) => field !== null && answer.windows.some(window => known(window.drift?.[field])));
  const windows = answer.windows.filter(window => tests.some(({field}) => known(window.drift?.[field])));
  if (windows.length === 0) {
    return emptyFigure(title, "No drift test of these windows: it compares the cases of a window with those of the reference (drift.reference).");
  }
  const [from, to] = range(answer.windows);
  const {alpha} = windows[windows.length - 1].drift;
  const points = ({field, name}) => windows.filter(window => known(window.drift[field])).map(window => ({x: end(window),
    y: Math.max(LOWEST_P, Math.log10(number(window.drift[field]))), text: pointText(window, `${name}: p-value ${pValue(window.drift[field])}`)}));
  return figure({
    title,
    says: `P-values of the tests of each window against the reference. Below drift.alpha = ${plain(alpha)} (dashed) a test rejects.`
      + " With many windows some reject by chance, and in a daily cycle many do; the rules above alert. Shaded: one of them fires.",
    config: () => ({
      type: "line",
      data: {datasets: [...tests.map(test => line(points(test), test.ink, {label: test.name})), level(from, to, Math.log10(alpha), "bad")]},
      options: {scales: {x: timeAxis(from, to), y: decadesAxis("p-value", LOWEST_P, 0)}, plugins: {...tellText, ...legend}},
      plugins: [driftSpans(answer)]
    }),
    numbers: {
      columns: ["Window until", ...tests.map(({name}) => name)],
      rows: windows.map(w => [time(w.window_end), ...tests.map(({field}) => pValue(w.drift[field]))])
    }
  });
}

/** A feature whose test rejects in a window: its distance, and the share of cases without it. */
function features(window) {
  const {feature_names: names, feature_distances: distances, feature_missing: missing} = window.drift ?? {};
  return (names ?? []).map((name, i) => ({name, distance: number(distances[i]), missing: missing[i]}));
}

/** How far predictions and features are from the reference. */
export function driftDistances(answer) {
  const title = "Drift distances";
  const windows = answer.windows.filter(window => known(window.drift?.predictions_distance) || features(window).length > 0);
  if (windows.length === 0) return emptyFigure(title, "No distance from a reference in these windows.");
  const [from, to] = range(answer.windows);
  const distance = (window, name) => features(window).find(one => one.name === name)?.distance;
  const furthest = new Map();
  windows.flatMap(features).forEach(({name, distance: far}) => furthest.set(name, Math.max(furthest.get(name) ?? 0, far ?? 0)));
  const names = [...furthest.keys()].sort((a, b) => furthest.get(b) - furthest.get(a)).slice(0, FEATURE_INKS.length);
  const point = (window, y, name) => ({x: end(window), y: y ?? NaN, text: pointText(window, `${name}: ${plain(y)}`)});
  const lines = [
    line(windows.map(w => point(w, number(w.drift.predictions_distance), "predictions")), "accent", {label: "predictions"}),
    ...names.map((name, i) => line(windows.map(w => point(w, distance(w, name), name)), FEATURE_INKS[i], {label: name, spanGaps: false}))];
  return figure({
    title,
    says: "How far from the reference: predictions and numbers in its standard deviations, categories by the share of other values."
      + " A feature is shown where its own test rejects.",
    config: () => ({
      type: "line",
      data: {datasets: lines},
      options: {scales: {x: timeAxis(from, to), y: {min: 0}}, plugins: {...tellText, ...legend}},
      plugins: [driftSpans(answer)]
    }),
    numbers: {
      columns: ["Window until", "predictions", ...names],
      rows: windows.map(w => [time(w.window_end), plain(w.drift.predictions_distance), ...names.map(name => plain(distance(w, name)))])
    }
  });
}

/** The features whose tests reject in one window, the furthest first. */
export function driftedFeatures(window) {
  const title = "Features that have drifted";
  const drifted = features(window).sort((a, b) => (b.distance ?? Infinity) - (a.distance ?? Infinity));
  if (drifted.length === 0) {
    return emptyFigure(title, known(window.drift?.features_p_value) ? "The test of no feature rejects in this window."
      : "No feature of this window was compared with a reference.");
  }
  const text = one => `distance ${plain(one.distance)}, missing in ${percent(one.missing)} of ${count(window.predictions)} predictions`;
  return figure({
    title,
    wide: true,
    says: `Of the window until ${time(window.window_end)}. Most: ${drifted[0].name} (${text(drifted[0])}).`,
    config: () => ({
      type: "bar",
      data: {
        labels: drifted.map(one => one.name),
        datasets: [
          {label: "distance", data: drifted.map(one => one.distance), backgroundColor: colour("bad-bar"), maxBarThickness: 14},
          {label: "share missing", data: drifted.map(one => one.missing), backgroundColor: colour("muted-bar"), maxBarThickness: 14}]
      },
      options: {
        indexAxis: "y",
        interaction: {mode: "nearest", axis: "y", intersect: false},
        scales: {x: {min: 0}, y: {grid: {display: false}, ticks: {autoSkip: false}}},
        plugins: {...legend, tooltip: {displayColors: false, callbacks: {label: item => text(drifted[item.dataIndex])}}}
      }
    }),
    numbers: {columns: ["Feature", "Distance", "Missing"], rows: drifted.map(one => [one.name, plain(one.distance), percent(one.missing)])}
  });
}
