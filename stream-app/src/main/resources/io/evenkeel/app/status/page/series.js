// One series: what is the matter, since when, and where.

import {choose} from "./address.js";
import {alertCard} from "./alerts.js";
import {comparePicker, comparison, isSeries} from "./compare.js";
import {driftDistances, driftedFeatures, driftRules, driftTests} from "./drift.js";
import {emptyFigure} from "./charts.js";
import {contributions, diagram, whereWrong} from "./diagrams.js";
import {fact, h, table} from "./dom.js";
import {publishedMap} from "./maps.js";
import {isSummed, nextText, notShown, pathOf, rangePicker, seriesPath, spanText, sumText, telling, within} from "./range.js";
import {spread} from "./spread.js";
import {
  alertAt, coverageFigure, deciding, delayFigure, effectFigure, estimateFigure, evidenceFigure, EXPECTED, scoreFigures, thresholds
} from "./timelines.js";
import {count, estimate, eValue, findingChip, findingWord, known, percent, plain, pValue, segmentName, seriesLink, seriesName,
  statusWord, time} from "./words.js";

// What it is about, if the verdict tells the causes apart.
const CAUSES = {
  COVARIATE_SHIFT: "Predictions or features are distributed differently than in the reference. There is no reliable evidence that"
    + " calibration is worse than it was there.",
  SHIFT_AND_MISCALIBRATION: "Predictions or features are distributed differently than in the reference, and the model is miscalibrated:"
    + " it meets cases that it does not know.",
  LABEL_SHIFT: "Labels are distributed differently than in the reference; predictions are not.",
  CONCEPT_CHANGE: "Predictions are distributed as in the reference, but miscalibrated: the relation between cases and labels has changed,"
    + " or the model never knew it.",
  NO_WORSE_THAN_REFERENCE: "The model is miscalibrated, but not measurably more than it was in the reference.",
  LABELS_NOT_REPRESENTATIVE: "Predictions with a label are unlike those that wait for theirs: wait for more labels before you rely on this"
    + " verdict."
};

export function seriesView(key, asked, refresh) {
  let answer;
  let answers = new Map();
  let figures = [];
  // The window whose diagrams are shown: chosen by its start, or the one that tells most. Whether reliability is that of all windows in
  // the range: "sum". What it is compared with.
  let choice = Object.fromEntries(["window", "range", "reliability", "with"].map(name => [name, asked.get(name)]));

  /** What is read besides the series. */
  const more = () => [isSummed(choice) && key, isSeries(choice.with) && choice.with].filter(Boolean).map(one => pathOf(one, choice));

  function update(main, next, news, all) {
    answer = next;
    answers = all;
    paint(main);
  }

  function paint(main) {
    if (!answer) return;
    const open = new Set([...main.querySelectorAll("figure:has(details[open]) h3")].map(title => title.textContent));
    const focused = document.activeElement?.id;
    const alertsOpen = new Set([...main.querySelectorAll("article details[open]")].map(details => details.dataset.id));
    close();
    const part = {...answer, windows: within(answer.windows, choice.range)};
    const shown = part.windows.find(window => window.window_start === (choice.window ?? answer.shown_window)) ?? telling(part.windows);
    const calibration = [effectFigure(part), evidenceFigure(part), ...scoreFigures(part), estimateFigure(part), ...reliabilityOf(shown), contributions(shown)];
    const drift = [driftTests(part), driftDistances(part), driftedFeatures(shown)];
    // How old windows are is no matter of the range.
    const labels = [coverageFigure(part), delayFigure(answer)];
    const both = choice.with ? comparison(choice, answer, answers, shown) : {table: null, figures: []};
    figures = [...both.figures, ...calibration, ...drift, ...labels];
    const grid = (some, before = null) => h("div", {class: "figures", onrange: ({detail: {from, to}}) => take({range: spanText(from, to)}, main)},
      before, some.map(({element}) => element));
    main.replaceChildren(
      h("p", {}, h("a", {href: "#/"}, "← Fleet")),
      h("h1", {}, seriesName(answer)),
      ...answer.alerts.filter(alert => alert.state !== "RESOLVED").map(alert => alertCard(alert, false, alertsOpen)),
      ...notShown(choice, answer.windows).map(text => h("p", {class: "notice gone"}, text)),
      verdict(shown, answer),
      picker(part.windows, shown, main),
      ...(choice.with ? [h("h2", {}, "Comparison"), grid(both.figures, both.table)] : []),
      ...publishedMap(answer.map),
      ...carriers(answer.segments ?? []),
      grid(calibration),
      h("h2", {}, "Drift"),
      driftRules(answer),
      grid(drift),
      h("h2", {}, "Labels"),
      grid(labels),
      h("h2", {}, "Windows"),
      revisions(part),
      ...pastAlerts(alertsOpen));
    for (const {element, draw} of figures) {
      const details = element.querySelector("details");
      if (details) details.open = open.has(element.querySelector("h3").textContent);
      draw();
    }
    if (focused) document.getElementById(focused)?.focus();
  }

  function pastAlerts(open) {
    const past = answer.alerts.filter(alert => alert.state === "RESOLVED");
    return past.length === 0 ? [] : [h("h2", {}, "Past alerts"), ...past.map(alert => alertCard(alert, false, open))];
  }

  function take(next, main) {
    choice = {...choice, ...next};
    choose(choice);
    paint(main);
    refresh();
  }

  function reliabilityOf(shown) {
    if (!isSummed(choice)) return [diagram([{window: shown}]), whereWrong(shown), ...spread(shown)];
    const sum = answers.get(pathOf(key, choice));
    const about = sum && `Sum of ${count(sum.windows)} windows. `;
    return sum ? [diagram([{window: sum}], sumText(sum)), whereWrong(sum, about), ...spread(sum, about)] : [emptyFigure("Reliability", "Reading…")];
  }

  function picker(windows, shown, main) {
    const select = h("select", {id: "window", onchange: event => take({window: event.target.value || null}, main)},
      h("option", {value: "", selected: choice.window === null}, "the newest with enough labels"),
      [...windows].reverse().map(window => h("option",
        {value: window.window_start, selected: choice.window === window.window_start},
        `until ${time(window.window_end)}: ${findingWord(window.finding)}, ${count(window.labelled)} labels`)));
    // What is there no more is not taken for the newest.
    if (choice.window && select.value !== choice.window) {
      select.append(h("option", {value: choice.window, selected: true}, "what is no longer there"));
    }
    return h("p", {class: "bar"}, rangePicker(choice.range, next => take({range: next}, main)), h("label", {for: "window"}, "Verdict and diagrams of the window"), select,
      h("span", {class: "muted"}, `${time(shown.window_start)} to ${time(shown.window_end)}${nextText(answer.windows)}`),
      h("label", {for: "reliability"}, "Reliability of"),
      h("select", {id: "reliability", onchange: event => take({reliability: event.target.value || null}, main)},
        h("option", {value: "", selected: !isSummed(choice)}, "the window"),
        h("option", {value: "sum", selected: isSummed(choice)}, "all windows of the time, summed")),
      comparePicker(answer, windows, choice.with, next => take({with: next}, main)));
  }

  function close() {
    figures.forEach(figure => figure.close());
  }

  return {path: seriesPath(key), more, update, redraw: paint, close};
}

function verdict(window, {learning, alerts}) {
  const {tests, evidence, sample} = window;
  return h("section", {class: "verdict", "aria-label": "Verdict"},
    h("p", {class: "lead"}, findingChip(window.finding), ` ${window.summary.replace(/^Miscalibrated: /, "")}`),
    CAUSES[window.cause] && h("p", {}, CAUSES[window.cause]),
    h("dl", {class: "facts"},
      fact("E-value of the series", eValue(evidence.log_e_series), null),
      fact("Detector of changes", eValue(deciding(window), ...thresholds(window, alerts)), alertAt(window, alerts)),
      fact("SKCE", estimate(tests.skce, tests.skce_standard_error), tests.skce_p_value !== null ? `p-value ${pValue(tests.skce_p_value)}` : null),
      sample && fact("SKCE of all pairs", plain(sample.skce), `p-value ${pValue(sample.skce_p_value)}, of ${count(sample.size)} labels`),
      known(sample?.neighbours_p_value) && fact("Neighbours are independent", `p-value ${pValue(sample.neighbours_p_value)}`,
        window.neighbours_depend ? "the tests of this window do not count for alerts" : null),
      known(sample?.ckce) && fact("CKCE", plain(sample.ckce), `${plain(sample.ckce_lower)} to ${plain(sample.ckce_upper)}`),
      fact("CME test", tests.cme_p_value === null ? "–" : `p-value ${pValue(tests.cme_p_value)}`, `level ${tests.alpha}`),
      fact("Recalibration would save", evidence.recalibration_gain === null ? "–" : `${plain(evidence.recalibration_gain)} nats per label`,
        evidence.recalibration),
      fact("Labels", percent(window.coverage), `${count(window.labelled)} of ${count(window.predictions)}`
        + (window.late > 0 ? `, ${count(window.late)} too late` : "")),
      known(window.drift?.selection_p_value) && fact("Labels are representative", `p-value ${pValue(window.drift.selection_p_value)}`, null),
      known(evidence.detectable_gain) && fact("Detectable error", `${plain(evidence.detectable_gain)} nats per label`, "with 80 % power or more"),
      ...scores(window).map(([name, value, more]) => fact(name, value, more)),
      ...expected(window).map(([name, value, more]) => fact(name, value, more)),
      fact("Status", statusWord(window.status), `revision ${window.revision}, profile ${window.profile || "none"}`),
      learning && fact("Profile", "being learned", `of ${count(learning.needed)} predictions, ${count(Math.min(learning.predictions, learning.needed))} have come`)));
}

function scores(window) {
  return [["Accuracy", "accuracy", percent], ["CRPS", "crps", plain], ["Log loss", "log_loss", plain]]
    .filter(([, field]) => known(window.scores?.[field]))
    .slice(0, 2)
    .map(([name, field, words]) => [name, words(window.scores[field]), null]);
}

/** The scores that are expected of a window whose labels are awaited, or why none is. */
function expected({expected: scores}) {
  if (!scores) return [];
  const said = EXPECTED.filter(([field]) => known(scores[field])).map(([field, name]) => [`Expected ${name.replace("Log", "log")}`,
    `${plain(scores[field], 3)} (${plain(scores[`${field}_lower`], 3)} to ${plain(scores[`${field}_upper`], 3)})`,
    `${plain(scores[`${field}_before`], 3)} with labels, until ${time(scores.labelled_through)}`]);
  return said.length > 0 ? said : [["Expected scores", "not said", scores.withheld]];
}

/** Where the finding changed, and with how many labels. */
function course(changes) {
  return changes.filter((change, index) => index === 0 || change.finding !== changes[index - 1].finding)
    .map(change => `${findingWord(change.finding)} at ${count(change.labelled)}`)
    .join(" → ");
}

/** The segments with the most evidence: where to look first. */
function carriers(segments) {
  return segments.length === 0 ? [] : [h("h2", {}, "Segments with the most evidence"),
    table("The segments with the most evidence", ["Segment", "Verdict", "Labels", "Evidence", "Alert at"],
      segments.map(row => [h("a", {href: seriesLink(row.key)}, segmentName(row.segment)),
        h("span", {}, findingChip(row.finding),
          row.finding === "MISCALIBRATED" && row.evidence_recalibration ? ` ${row.evidence_recalibration}` : ""),
        `${count(row.labelled)} of ${count(row.predictions)}`, eValue(row.evidence_log_detector, row.evidence_log_threshold),
        eValue(row.evidence_log_threshold, row.evidence_log_detector)]))];
}

function revisions(answer) {
  return table("Windows and their revisions", ["Window until", "Verdict", "Labels", "E-value", "SKCE", "Status", "History"],
    [...answer.windows].reverse().map(window => [
      time(window.window_end), findingChip(window.finding), `${count(window.labelled)} of ${count(window.predictions)}`,
      eValue(window.evidence.log_e_series), plain(window.tests.skce), `${statusWord(window.status)}, revision ${window.revision}`,
      course(window.changes)]));
}
