// What the instance has read: whether data arrive, not whether the page is connected.

import {table} from "./dom.js";
import {count, duration} from "./words.js";

// So many records wait between two reads of a healthy application, too.
const FEW = 100;
// Data of which nothing came for so long are called old.
const OLD = 600;

const STARTING = ["CREATED", "REBALANCING"];

/** How new the data are: class and words for the corner of the page. */
export function freshness({state, behind, seconds_since_event: seconds}) {
  if (STARTING.includes(state)) return ["late", `Not running yet: ${state.toLowerCase()}`];
  if (state !== "RUNNING" && state !== "BEHIND") return ["lost", `Not running: ${state.toLowerCase().replaceAll("_", " ")}`];
  if (behind > FEW) return ["late", `${count(behind)} records behind`];
  if (seconds === null) return ["late", "No event read since the start"];
  return [seconds > OLD ? "late" : "live", `Last event ${seconds < 10 ? "just now" : `${duration(seconds * 1000)} ago`}`];
}

/** What an answer may lack, in words: records that cannot be read, and those that are not read yet. Empty where it lacks nothing. */
export function lacks({complete, unreadable}, meanwhile) {
  return [unreadable > 0 && `${count(unreadable)} records could not be read and are left out; the log of the application says why.`,
    !complete && `Still reading the topics; ${meanwhile}.`].filter(Boolean).join(" ");
}

/** How many events were read, and why some could not be used. */
export function counts({predictions, labels, joined, dead_letters: refused}) {
  const reasons = Object.entries(refused).sort(([, a], [, b]) => b - a);
  return table("Events read since the start of this instance", ["Read by this instance", "Number"], [
    ["Predictions", count(predictions)], ["Labels", count(labels)], ["Predictions with a label", count(joined)],
    ...reasons.map(([reason, n]) => [`Dead letters: ${reason.replaceAll("_", " ")}`, count(n)])]);
}
