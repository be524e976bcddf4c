// Which part of the time is shown of a series: all of it, the newest days, or what was dragged over.

import {h} from "./dom.js";
import {count, time} from "./words.js";

const HOUR = 3600e3;
const NEWEST = new Map([["6h", ["newest 6 hours", 6 * HOUR]], ["1d", ["newest day", 24 * HOUR]], ["7d", ["newest week", 168 * HOUR]],
  ["30d", ["newest 30 days", 720 * HOUR]]]);

const end = window => Date.parse(window.window_end);

/** A span as it stands in the address: two instants, to the minute if they have no seconds. */
export const spanText = (from, to) => [from, to].map(at => new Date(at).toISOString().replace(/(:00)?\.\d+Z$/, "Z")).join("/");

/** The windows within a range of the address; all where there are none, as of a range that is no longer kept. */
export function within(windows, range) {
  const shown = inside(windows, range);
  return shown.length > 0 ? shown : windows;
}

function inside(windows, range) {
  const newest = windows.length > 0 ? end(windows[windows.length - 1]) : 0;
  const [from, to] = NEWEST.has(range) ? [newest - NEWEST.get(range)[1], newest] : (range ?? "").split("/").map(Date.parse);
  return windows.filter(window => end(window) > from && Date.parse(window.window_start) < to);
}

/** What the address asks for and is not shown, in sentences: a link may be older than what is kept. */
export function notShown({range, window}, windows) {
  const gone = range && inside(windows, range).length === 0;
  const isKept = windows.some(one => one.window_start === window);
  const isIn = within(windows, range).some(one => one.window_start === window);
  return [gone && "The time of the address is no longer kept. All windows are shown.",
    window && !isIn && `The window of the address, from ${time(window)} on, is ${isKept ? "not in this time" : "no longer kept"}.`
      + " The newest with enough labels is shown."].filter(Boolean);
}

/** The newest window with enough labels, else the newest. */
export function telling(windows) {
  return [...windows].reverse().find(({finding}) => finding === "CALIBRATED" || finding === "MISCALIBRATED") ?? windows[windows.length - 1];
}

/** When the window after the newest one ends, in words; nothing where there is only one. */
export function nextText(windows) {
  const ends = windows.map(end);
  const steps = ends.slice(1).map((at, i) => at - ends[i]);
  const next = ends[ends.length - 1] + Math.min(...steps);
  return steps.length > 0 ? `; the next window ends at ${time(new Date(next).toISOString())}` : "";
}

/** Where a series is read. */
export const seriesPath = key => `api/series/${encodeURIComponent(key)}`;

/** Whether reliability is that of all windows in the range. */
export const isSummed = ({reliability}) => reliability === "sum";

/** Where that is read whose reliability is shown: a series, or the sum of its windows in the range. */
export const pathOf = (key, choice) => isSummed(choice)
  ? `api/sums/${encodeURIComponent(key)}${choice.range ? `?range=${encodeURIComponent(choice.range)}` : ""}` : seriesPath(key);

/** What was summed. */
export function sumText(sum) {
  const left = sum.left_out > 0 ? ` Left out, as they overlap these: ${count(sum.left_out)} windows. So no label counts twice.` : "";
  return `Sum of ${count(sum.windows)} windows from ${time(sum.window_start)} to ${time(sum.window_end)}: ${count(sum.labelled)} labels.${left} `;
}

/** A choice of the range, in which one that was dragged over has a place, too. */
export function rangePicker(range, take) {
  const dragged = range && !NEWEST.has(range);
  return [h("label", {for: "range"}, "Time"),
    h("select", {id: "range", onchange: event => take(event.target.value || null)},
      h("option", {value: "", selected: !range}, "all"),
      [...NEWEST].map(([value, [text]]) => h("option", {value, selected: range === value}, text)),
      dragged && h("option", {value: range, selected: true}, range.split("/").map(at => time(at)).join(" to "))),
    h("span", {class: "muted"}, dragged ? "" : "Drag over a chart to zoom in.")];
}
