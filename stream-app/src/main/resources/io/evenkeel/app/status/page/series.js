// One series: what is the matter, since when, and where.

import {alertCard} from "./alerts.js";
import {band, colour, decadesAxis, emptyFigure, figure, level, line, pointText, shade, tellText, timeAxis} from "./charts.js";
import {contributions, diagram, whereWrong} from "./diagrams.js";
import {h, table} from "./dom.js";
import {count, decades, duration, estimate, eText, eValue, findingChip, findingWord, known, number, percent, plain, pValue, seriesLink, seriesName,
  statusWord, time} from "./words.js";

// Beyond this an e-value says nothing more, and the axis would hide where it passed the threshold.
const MOST_DECADES = 300;

// What it is about, if the verdict tells the causes apart.
const CAUSES = {
  COVARIATE_SHIFT: "Predictions or features are distributed otherwise than in the reference. Nothing reliable says that the predictions mean"
    + " less than they did.",
  SHIFT_AND_MISCALIBRATION: "Predictions or features are distributed otherwise than in the reference, and the predictions do not mean what they"
    + " say: the model meets cases that it does not know.",
  LABEL_SHIFT: "The labels are distributed otherwise than in the reference, the predictions are not.",
  CONCEPT_CHANGE: "The predictions are distributed as before, but do not mean what they say: the world has changed, or the model never knew.",
  NO_WORSE_THAN_REFERENCE: "The predictions do not mean what they say, but nothing says that this is worse than it was in the reference.",
  LABELS_NOT_REPRESENTATIVE: "The predictions whose labels came differ from those whose labels are awaited: wait for more labels before"
    + " you believe this verdict."
};

export function seriesView(key) {
  let answer;
  let figures = [];
  // The window whose diagrams are shown: chosen by its start, or the one that tells most.
  let chosen = null;

  function update(main, next) {
    answer = next;
    paint(main);
  }

  function paint(main) {
    const open = [...main.querySelectorAll("figure")].map(element => element.querySelector("details")?.open ?? false);
    const focused = document.activeElement?.id;
    const alertsOpen = new Set([...main.querySelectorAll("article details[open]")].map(details => details.dataset.id));
    close();
    const shown = answer.windows.find(window => window.window_start === (chosen ?? answer.told_by_window))
      ?? answer.windows[answer.windows.length - 1];
    figures = [evidenceFigure(answer), estimateFigure(answer), diagram(shown), whereWrong(shown), contributions(shown), coverageFigure(answer),
      delayFigure(answer), driftFigure(answer)];
    main.replaceChildren(
      h("p", {}, h("a", {href: "#/"}, "← Fleet")),
      h("h1", {}, seriesName(answer)),
      ...answer.alerts.filter(alert => alert.state !== "RESOLVED").map(alert => alertCard(alert, false, alertsOpen)),
      verdict(shown),
      picker(shown, main),
      ...carriers(answer.segments ?? []),
      h("div", {class: "figures"}, figures.map(({element}) => element)),
      h("h2", {}, "Windows"),
      revisions(answer),
      ...pastAlerts(alertsOpen));
    figures.forEach((figure, index) => {
      const details = figure.element.querySelector("details");
      if (details) details.open = open[index] ?? false;
      figure.draw();
    });
    if (focused) document.getElementById(focused)?.focus();
  }

  function pastAlerts(open) {
    const past = answer.alerts.filter(alert => alert.state === "RESOLVED");
    return past.length === 0 ? [] : [h("h2", {}, "Past alerts"), ...past.map(alert => alertCard(alert, false, open))];
  }

  function picker(shown, main) {
    const select = h("select", {id: "window", onchange: event => { chosen = event.target.value || null; paint(main); }},
      h("option", {value: "", selected: chosen === null}, "the newest with enough labels"),
      [...answer.windows].reverse().map(window => h("option",
        {value: window.window_start, selected: chosen === window.window_start},
        `until ${time(window.window_end)}: ${findingWord(window.finding)}, ${count(window.labelled)} labels`)));
    return h("p", {class: "bar"}, h("label", {for: "window"}, "Verdict and diagrams of the window"), select,
      h("span", {class: "muted"}, `${time(shown.window_start)} to ${time(shown.window_end)}`));
  }

  function close() {
    figures.forEach(figure => figure.close());
  }

  return {path: `api/series/${encodeURIComponent(key)}`, update, redraw: paint, close};
}

function verdict(window) {
  const {tests, evidence, sample} = window;
  const fact = (name, value, more) => h("div", {}, h("dt", {}, name), h("dd", {}, value), more && h("dd", {class: "muted"}, more));
  return h("section", {class: "verdict", "aria-label": "Verdict"},
    h("p", {class: "lead"}, findingChip(window.finding), ` ${window.summary.replace(/^Miscalibrated: /, "")}`),
    CAUSES[window.cause] && h("p", {}, CAUSES[window.cause]),
    h("dl", {class: "facts"},
      fact("E-value of the series", eValue(evidence.log_e_series), null),
      fact("Detector of changes", eValue(deciding(window)), `alert at ${eText(threshold(window))}`),
      fact("SKCE", estimate(tests.skce, tests.skce_standard_error), tests.skce_p_value !== null ? `p-value ${pValue(tests.skce_p_value)}` : null),
      sample && fact("SKCE of all pairs", plain(sample.skce), `p-value ${pValue(sample.skce_p_value)}, of ${count(sample.size)} labels`),
      known(sample?.ckce) && fact("CKCE", plain(sample.ckce), `${plain(sample.ckce_lower)} to ${plain(sample.ckce_upper)}`),
      fact("CME test", tests.cme_p_value === null ? "–" : `p-value ${pValue(tests.cme_p_value)}`, `level ${tests.alpha}`),
      fact("Recalibration would save", evidence.recalibration_gain === null ? "–" : `${plain(evidence.recalibration_gain)} nats per label`,
        evidence.recalibration),
      fact("Labels", percent(window.coverage), `${count(window.labelled)} of ${count(window.predictions)}`
        + (window.late > 0 ? `, ${count(window.late)} too late` : "")),
      known(window.drift?.selection_p_value) && fact("Labels like those awaited", `p-value ${pValue(window.drift.selection_p_value)}`, null),
      known(evidence.detectable_gain) && fact("Would have been seen", `${plain(evidence.detectable_gain)} nats per label`, "with 80 % power"),
      ...scores(window).map(([name, value, more]) => fact(name, value, more)),
      fact("Status", statusWord(window.status), `revision ${window.revision}, profile ${window.profile || "none"}`)));
}

/** What decides whether the series alerts. */
const deciding = ({evidence}) => evidence.log_detector ?? evidence.log_e_series;

/** From where on it does. */
const threshold = ({evidence, tests}) => evidence.log_threshold ?? -Math.log(tests.alpha);

function scores(window) {
  return [["Accuracy", "accuracy", percent], ["CRPS", "crps", plain], ["Log loss", "log_loss", plain]]
    .filter(([, field]) => known(window.scores?.[field]))
    .slice(0, 2)
    .map(([name, field, words]) => [name, words(window.scores[field]), null]);
}

const end = window => Date.parse(window.window_end);

/** From the start of the first window to the end of the newest. */
function range(windows) {
  return [Date.parse(windows[0].window_start), end(windows[windows.length - 1])];
}

/** When alerts fired, from their histories; one that still fires lasts to the end. */
function firing(answer) {
  const [, last] = range(answer.windows);
  return answer.alerts.flatMap(alert => {
    const spans = [];
    for (const state of alert.history) {
      const at = Date.parse(state.updated_at);
      const open = spans.length > 0 && spans[spans.length - 1][1] === null;
      if (state.state === "FIRING" && !open) spans.push([at, null]);
      if (state.state === "RESOLVED" && open) spans[spans.length - 1][1] = at;
    }
    return spans.map(([from, to]) => [from, to ?? last]);
  });
}

function evidenceFigure(answer) {
  const windows = answer.windows.filter(window => window.evidence.log_e_series !== null);
  const title = "Evidence against calibration";
  if (windows.length === 0) {
    return emptyFigure(title, "No e-value yet: evidence counts panes whose labels are final, see labels.wait.");
  }
  const shown = value => Math.max(-MOST_DECADES, Math.min(MOST_DECADES, decades(value)));
  const points = windows.map(window => ({x: end(window), y: shown(deciding(window)),
    text: pointText(window, `evidence ${eText(deciding(window))}`)}));
  const newest = windows[windows.length - 1];
  const limit = decades(threshold(newest));
  const [from, to] = range(answer.windows);
  const values = points.map(point => point.y);
  return figure({
    title,
    says: `Detector of changes beyond what is tolerable. It alerts at ${eText(threshold(newest))} (dashed), which keeps the budget of`
      + " false alarms. Shaded: firing.",
    wide: true,
    config: () => ({
      type: "line",
      data: {datasets: [line(points, "accent"), level(from, to, limit, "bad")]},
      options: {
        scales: {
          x: timeAxis(from, to),
          y: decadesAxis("evidence", Math.floor(Math.min(-2, ...values)), Math.ceil(Math.max(limit + 1, ...values)))
        },
        plugins: tellText
      },
      plugins: [shade(firing(answer), "alert-band")]
    }),
    numbers: {
      columns: ["Window until", "Decides", "E-value of the series", "of the window"],
      rows: windows.map(window => [time(window.window_end), eValue(deciding(window)), eValue(window.evidence.log_e_series),
        eValue(window.evidence.log_e_window)])
    }
  });
}

function estimateFigure(answer) {
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
    says: "Estimate of each window; 0 if calibrated, and then in the band 19 times of 20.",
    config: () => ({
      type: "line",
      data: {datasets: [
        line(points, "accent", {showLine: points.length > 1}),
        ...band(windows.map(w => ({x: end(w), y: -half(w)})), windows.map(w => ({x: end(w), y: half(w)})), "band"),
        level(from, to, 0, "muted")]},
      options: {scales: {x: timeAxis(from, to), y: {ticks: {callback: value => plain(value, 3)}}}, plugins: tellText},
      plugins: [shade(firing(answer), "alert-band")]
    }),
    numbers: {
      columns: ["Window until", "SKCE", "standard error if calibrated", "p-value"],
      rows: windows.map(({window_end: until, tests}) => [time(until), plain(tests.skce, 3), plain(tests.skce_standard_error, 3),
        pValue(tests.skce_p_value)])
    }
  });
}

function coverageFigure(answer) {
  const windows = answer.windows.filter(window => window.coverage !== null);
  if (windows.length === 0) return emptyFigure("Label coverage", "No predictions in these windows.");
  const [from, to] = range(answer.windows);
  return figure({
    title: "Label coverage",
    says: "Share of the predictions of each window whose label came.",
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
function delayFigure(answer) {
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
    says: whole === 0 ? "No label of the oldest window came." : age(half) === 0
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

/** What may drift: field of the p-value, name and colour. */
const DRIFTS = [["predictions_p_value", "predictions", "accent"], ["features_p_value", "features", "warn"], ["labels_p_value", "labels", "good"]];

function driftFigure(answer) {
  const title = "Drift";
  const drifts = DRIFTS.filter(([field]) => answer.windows.some(window => known(window.drift?.[field])));
  const windows = answer.windows.filter(window => drifts.some(([field]) => known(window.drift?.[field])));
  if (windows.length === 0) {
    return emptyFigure(title, "No drift test of these windows: it compares the cases of a window with those of the reference (drift.reference).");
  }
  const [from, to] = range(answer.windows);
  const lowest = -8;
  const points = (field, name) => windows.filter(window => known(window.drift[field])).map(window => ({x: end(window),
    y: Math.max(lowest, Math.log10(number(window.drift[field]))), text: pointText(window, `${name}: p-value ${pValue(window.drift[field])}`)}));
  return figure({
    title,
    says: `P-values of the tests whether ${drifts.map(([, name]) => name).join(", ")} are distributed as in the reference; low: they are not.`,
    config: () => ({
      type: "line",
      data: {datasets: [...drifts.map(([field, name, ink]) => line(points(field, name), ink)),
        level(from, to, Math.log10(windows[0].drift.alpha), "bad")]},
      options: {scales: {x: timeAxis(from, to), y: decadesAxis("p-value", lowest, 0)}, plugins: tellText}
    }),
    numbers: {
      columns: ["Window until", ...drifts.map(([, name]) => name)],
      rows: windows.map(w => [time(w.window_end), ...drifts.map(([field]) => pValue(w.drift[field]))])
    }
  });
}

/** Where the finding changed, and with how many labels. */
function course(changes) {
  return changes.filter((change, index) => index === 0 || change.finding !== changes[index - 1].finding)
    .map(change => `${findingWord(change.finding)} at ${count(change.labelled)}`)
    .join(" → ");
}

/** The segments with the most evidence: where to look first. */
function carriers(segments) {
  return segments.length === 0 ? [] : [h("h2", {}, "Segments that say most"),
    table("The segments with the most evidence", ["Segment", "Verdict", "Labels", "Evidence", "Alert at"],
      segments.map(row => [h("a", {href: seriesLink(row.key)}, row.segment),
        h("span", {}, findingChip(row.finding),
          row.finding === "MISCALIBRATED" && row.evidence_recalibration ? ` ${row.evidence_recalibration}` : ""),
        `${count(row.labelled)} of ${count(row.predictions)}`, eValue(row.evidence_log_detector), eValue(row.evidence_log_threshold)]))];
}

function revisions(answer) {
  return table("Windows and their revisions", ["Window until", "Verdict", "Labels", "E-value", "SKCE", "Status", "How it came"],
    [...answer.windows].reverse().map(window => [
      time(window.window_end), findingChip(window.finding), `${count(window.labelled)} of ${count(window.predictions)}`,
      eValue(window.evidence.log_e_series), plain(window.tests.skce), `${statusWord(window.status)}, revision ${window.revision}`,
      course(window.changes)]));
}
