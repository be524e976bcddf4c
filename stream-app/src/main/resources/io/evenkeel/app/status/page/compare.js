// Another window, or another version or segment, beside what the page shows: reliability and main figures of both in one frame.

import {emptyFigure} from "./charts.js";
import {diagram} from "./diagrams.js";
import {h, table} from "./dom.js";
import {isSummed, pathOf, telling, within} from "./range.js";
import {deciding} from "./timelines.js";
import {count, estimate, eValue, findingChip, findingWord, known, percent, plain, seriesName, time} from "./words.js";

/** Whether it is a series, of which the address has the key, and no window, of which it has the start. */
export const isSeries = other => Boolean(other?.includes("|"));

const observed = (window, kind, words) => window.observed?.kind === kind ? words(window.observed) : null;
const interval = ({share, lower, upper}) => `${percent(share)} (${percent(lower)} to ${percent(upper)})`;

// Name, and what it is of a window or a sum of windows; nothing where that has none.
const FIGURES = [
  ["From", window => time(window.window_start)],
  ["Until", window => time(window.window_end)],
  ["Windows", window => known(window.windows) ? `${count(window.windows)}, summed` : null],
  ["Verdict", window => window.finding && findingChip(window.finding)],
  ["Labels", window => `${count(window.labelled)} of ${count(window.predictions)}`],
  ["Accuracy", window => observed(window, "accuracy", interval)],
  ["Mean confidence", window => observed(window, "accuracy", ({expected}) => percent(expected))],
  ["Targets in the central 50 % interval", window => observed(window, "central_half", interval)],
  ["Log loss", window => known(window.scores?.log_loss) ? plain(window.scores.log_loss, 3) : null],
  ["CRPS", window => known(window.scores?.crps) ? plain(window.scores.crps, 3) : null],
  ["SKCE", window => known(window.tests?.skce) ? estimate(window.tests.skce, window.tests.skce_standard_error) : null],
  ["Detector of changes", window => window.evidence && known(deciding(window)) ? eValue(deciding(window)) : null],
  ["Recalibration would save", window => known(window.evidence?.recalibration_gain)
    ? `${plain(window.evidence.recalibration_gain)} nats per label` : null]
];

/** A choice of what to compare with. */
export function comparePicker(answer, windows, other, take) {
  const option = (value, text) => h("option", {value, selected: value === other}, text);
  const group = (label, options) => options.length > 0 && h("optgroup", {label}, options);
  const select = h("select", {id: "with", onchange: event => take(event.target.value || null)},
    h("option", {value: ""}, "nothing"),
    group("Versions and segments", answer.others.map(series => option(series.key, seriesName(series)))),
    group("Windows", [...windows].reverse().map(window =>
      option(window.window_start, `until ${time(window.window_end)}: ${findingWord(window.finding)}`))));
  // What is there no more is not taken for nothing.
  if (other && select.value !== other) select.append(h("option", {value: other, selected: true}, "what is no longer there"));
  return [h("label", {for: "with"}, "Compare with"), select];
}

/** Both in one frame: the main figures as a table, and the figure of their reliability. */
export function comparison(choice, answer, answers, shown) {
  const both = subjects(choice, answer, answers, shown);
  if (both.some(({window}) => !window)) return {table: null, figures: [emptyFigure("Reliability of both", "Nothing is known of one of them yet.")]};
  const rows = FIGURES.map(([name, of]) => [name, ...both.map(({window}) => of(window))])
    .filter(([, ...cells]) => cells.some(Boolean))
    .map(row => row.map(cell => cell || "–"));
  return {
    table: table("Main figures of both", ["", ...both.map(({name}) => name)], rows),
    figures: [diagram(both, isSummed(choice) ? "Sums of windows of which no two overlap. " : "")]
  };
}

/** What is compared: of another series its sum, or its same window, or where it has none the one that tells most. */
function subjects(choice, answer, answers, shown) {
  const read = key => answers.get(pathOf(key, choice));
  const own = isSummed(choice) ? read(answer.key) : shown;
  if (!isSeries(choice.with)) {
    const window = answer.windows.find(one => one.window_start === choice.with);
    return [{name: isSummed(choice) ? "the sum" : until(shown), window: own}, {name: window && until(window), window}];
  }
  const other = read(choice.with);
  const name = seriesName(answer.others.find(series => series.key === choice.with) ?? {model: choice.with});
  return [{name: seriesName(answer), window: own},
    {name, window: isSummed(choice) ? other : other && sameWindow(within(other.windows, choice.range), shown)}];
}

const until = window => `the window until ${time(window.window_end)}`;

const sameWindow = (windows, shown) => windows.find(window => window.window_start === shown.window_start) ?? telling(windows);
