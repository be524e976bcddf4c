// Numbers, times and findings in words.

import {h} from "./dom.js";

const NONE = "–";

/** A number as the API writes it: infinite ones are texts. */
export const number = value => value === null || value === undefined ? null : Number(value);

/** Whether a field of the API holds anything: older records lack newer fields. */
export const known = value => value !== null && value !== undefined;

/** Natural to decimal logarithm. */
export const decades = logE => number(logE) === null ? null : number(logE) / Math.LN10;

/** Two significant digits, tiny and huge ones with a power of ten. */
export function plain(value, digits = 2) {
  const x = number(value);
  if (x === null || Number.isNaN(x)) return NONE;
  if (!Number.isFinite(x)) return x > 0 ? "infinite" : "−infinite";
  if (x !== 0 && (Math.abs(x) < 1e-4 || Math.abs(x) >= 1e6)) return x.toExponential(digits - 1).replaceAll("-", "−");
  return String(Number(x.toPrecision(digits))).replace("-", "−");
}

/** A p-value: of a tiny one no more than that it is. */
export const pValue = value => number(value) !== null && number(value) < 1e-10 ? "<1e−10" : plain(value);

/** An e-value from its natural logarithm, as text: no more than its size. */
function roughly(logE) {
  const power = decades(logE);
  if (power === null) return NONE;
  if (!Number.isFinite(power)) return power > 0 ? "infinite" : "0";
  return power >= 4 || power <= -3 ? `10^${Math.round(power)}`.replace("-", "−") : plain(10 ** power);
}

/** An e-value as text: beside others with one digit more where it would read the same as one of them, as alerts have it. */
export function eText(logE, ...others) {
  const rough = roughly(logE);
  const power = decades(logE);
  if (!Number.isFinite(power ?? NaN) || !others.some(other => other !== logE && roughly(other) === rough)) return rough;
  if (!rough.startsWith("10^")) return plain(10 ** power, 3);
  const whole = Math.floor(power);
  const digits = Number((10 ** (power - whole)).toPrecision(2));
  return (digits === 10 ? `10^${whole + 1}` : `${digits}·10^${whole}`).replace("-", "−");
}

/** The same with the power raised. */
export function eValue(logE, ...others) {
  const [base, power] = eText(logE, ...others).split("^");
  return power === undefined ? h("span", {}, base) : h("span", {}, base, h("sup", {}, power));
}

/** A share as a percentage: with more digits near 0 and 1, as 99.6 % and 99.9 % are not all. */
export function percent(share) {
  const x = number(share);
  if (x === null) return NONE;
  return x > 0.9 && x < 1 ? rareShare(x) : `${(100 * x).toFixed(x > 0 && x < 0.1 ? 1 : 0)} %`;
}

/** A probability to two digits of its distance from 0 or 1, as a percentage. */
export function rareShare(p) {
  return p <= 0.5 ? `${plain(100 * p)} %` : `${Number((100 - Number((100 * (1 - p)).toPrecision(2))).toPrecision(9))} %`;
}

/** Words of the API as they begin a sentence. */
export const sentence = words => words.charAt(0).toUpperCase() + words.slice(1);

export const count = n => Number(n).toLocaleString("en-GB").replaceAll(",", "\u202f");

/** An estimate and its standard error under calibration. */
export function estimate(skce, error) {
  return skce === null || skce === undefined ? NONE : `${plain(skce)} ± ${plain(error)}`;
}

/** An ISO instant to the minute. */
export function time(iso) {
  return iso === null || iso === undefined ? NONE : iso.slice(0, 16).replace("T", " ");
}

export function duration(ms) {
  const units = [["d", 86400e3], ["h", 3600e3], ["min", 60e3], ["s", 1e3]];
  const [unit, size] = units.find(([, length]) => ms >= length) ?? ["s", 1e3];
  return `${plain(ms / size, 2)} ${unit}`;
}

/** The size of the problem of an alert with its interval, which may have an open end. */
export function size({effect, effect_lower: lower, effect_upper: upper, effect_open: open}) {
  if (open === "UPPER" && effect === upper) return `${plain(effect)} or more (at least ${plain(lower)})`;
  if (open === "LOWER" && effect === lower) return `${plain(effect)} or less (at most ${plain(upper)})`;
  const [less, more] = [open === "LOWER" ? " or less" : "", open === "UPPER" ? " or more" : ""];
  return `${plain(effect)} (${plain(lower)}${less} to ${plain(upper)}${more})`;
}

// What would change the direction of the text beside a name, or cannot be seen.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** A name with those written as their codes, so that it is read as it is. */
export const seen = name => name.replace(UNSEEN, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A segment as people read it: without the backslashes that its name has before commas and equals signs. */
export const segmentName = segment => seen(segment.replace(/\\(.)/gs, "$1"));

/** Model, version and segment as one line. */
export function seriesName({model, version, segment}) {
  return seen(model) + (version ? ` ${seen(version)}` : "") + (segment ? ` (${segmentName(segment)})` : "");
}

/** Where the page of a series is. */
export const seriesLink = key => `#/series/${encodeURIComponent(key)}`;

// Sign, word, class and urgency of each finding; shown by more than colour.
const FINDINGS = {
  MISCALIBRATED: ["✕", "Miscalibrated", "bad", 0],
  UNDERPOWERED: ["…", "Too few labels", "muted", 1],
  NO_DATA: ["∅", "No labels", "muted", 2],
  LEARNING: ["◔", "Learning", "muted", 3],
  CALIBRATED: ["✓", "Calibrated", "good", 4]
};
const STATES = {
  FIRING: ["▲", "Firing", "bad", 0],
  NO_DATA: ["∅", "No data", "warn", 1],
  PENDING: ["◷", "Pending", "warn", 2],
  RESOLVED: ["✓", "Resolved", "good", 3]
};
const STATUSES = {PROVISIONAL: "provisional", REVISED: "revised", FINAL: "final"};
const unknown = word => ["?", word, "muted", 9];

export const findingWord = finding => (FINDINGS[finding] ?? unknown(finding))[1];
export const findingRank = finding => (FINDINGS[finding] ?? unknown(finding))[3];
export const stateRank = state => state === null ? 10 : (STATES[state] ?? unknown(state))[3];
export const statusWord = status => STATUSES[status] ?? status;

function chip([sign, word, kind]) {
  return h("span", {class: `chip ${kind}`}, h("span", {"aria-hidden": "true"}, sign), ` ${word}`);
}
export const findingChip = finding => chip(FINDINGS[finding] ?? unknown(finding));

/** A state, grey while its alert is silenced, or another one explains it. */
export function stateChip(state, silencedBy = null, inhibitedBy = null) {
  const [sign, word, kind] = STATES[state] ?? unknown(state);
  const quiet = known(silencedBy) ? "silenced" : known(inhibitedBy) ? "explained" : null;
  return quiet ? chip(["⊘", `${word}, ${quiet}`, "muted"]) : chip([sign, word, kind]);
}
