// Charts in the colours of the page, each with its numbers as a table below.

import {h, table} from "./dom.js";
import {rareShare, time} from "./words.js";

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;

const MINUTE = 60e3;
const DAY = 1440 * MINUTE;
const STEPS = [1, 5, 15, 30, 60, 120, 180, 360, 720].map(n => n * MINUTE)
  .concat([1, 2, 7, 14, 30, 91, 182, 365, 730, 1825].map(n => n * DAY));
const TICKS = 6;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A colour of the page by the name of its custom property, in the theme that holds now. */
export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * A figure: title, what it says, a chart and its numbers.
 *
 * @param config makes the chart's configuration; called again when the theme changes
 * @param numbers columns and rows of the table
 */
export function figure({title, says, config, numbers, wide = false}) {
  const canvas = h("canvas", {role: "img", "aria-label": `${title}. ${says}`});
  const element = h("figure", {class: wide ? "wide" : null},
    h("figcaption", {}, h("h3", {}, title), h("p", {class: "muted"}, says)),
    h("div", {class: "canvas"}, canvas),
    h("details", {}, h("summary", {}, "Numbers"), table(title, numbers.columns, numbers.rows)));
  let chart;
  return {
    element,
    draw() {
      chart?.destroy();
      chart = new Chart(canvas, styled(config()));
    },
    close: () => chart?.destroy()
  };
}

/** A place for a chart that there are no numbers for, and why. */
export function emptyFigure(title, why) {
  return {
    element: h("figure", {}, h("figcaption", {}, h("h3", {}, title)), h("p", {class: "empty muted"}, why)),
    draw() {},
    close() {}
  };
}

function styled(config) {
  const line = colour("line");
  const muted = colour("muted");
  const options = config.options ?? {};
  for (const scale of Object.values(options.scales ?? {})) {
    scale.grid = {color: line, ...scale.grid};
    scale.border = {color: line};
    scale.ticks = {color: muted, maxRotation: 0, ...scale.ticks};
    scale.title = {color: muted, display: Boolean(scale.title), ...scale.title};
  }
  const drag = options.scales?.x?.draggable ? {zoom: {zoom: {mode: "x", onZoomComplete: dragged,
    drag: {enabled: true, threshold: 8, backgroundColor: colour("accent-band"), borderColor: colour("accent"), borderWidth: 1}}}} : {};
  return {
    ...config,
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: {mode: "nearest", axis: "x", intersect: false},
      ...options,
      plugins: {
        tooltip: {displayColors: false},
        ...drag,
        ...options.plugins,
        legend: {display: false, ...options.plugins?.legend,
          labels: {color: muted, boxWidth: 14, boxHeight: 2, filter: item => Boolean(item.text)}}
      }
    }
  };
}

/** Says which times a reader has dragged over: an event "range" of the figure, in milliseconds. */
function dragged({chart}) {
  const {min: from, max: to} = chart.scales.x;
  chart.canvas.dispatchEvent(new CustomEvent("range", {bubbles: true, detail: {from, to}}));
}

/** An axis of times in milliseconds, with round ones marked, that can be dragged over. */
export function timeAxis(from, to) {
  const step = STEPS.find(length => (to - from) / length <= TICKS) ?? STEPS[STEPS.length - 1];
  return {
    type: "linear",
    draggable: true,
    min: from,
    max: to,
    afterBuildTicks(axis) {
      axis.ticks = [];
      for (let at = Math.ceil(from / step) * step; at <= to; at += step) axis.ticks.push({value: at});
    },
    ticks: {callback: value => tick(new Date(value), step)},
    grid: {display: false}
  };
}

function tick(date, step) {
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  if (step >= 365 * DAY) return String(date.getUTCFullYear());
  if (step >= 28 * DAY) return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  if (step >= DAY || date.getUTCHours() + date.getUTCMinutes() === 0) return day;
  return date.toISOString().slice(11, 16);
}

/** Axis of decades: log10 as powers of ten. */
export const decadesAxis = (title, min, max) => ({
  type: "linear", min, max, title: {text: title},
  ticks: {precision: 0, callback: value => Number.isInteger(value) ? `10${raised(value)}` : ""}
});

/** Log-odds of a probability; infinite at 0 and 1. */
export const logOdds = p => Math.log(p / (1 - p));

const ROUND = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const RARE = [1e-5, 1e-4, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999];
// Up to so many nats the round probabilities have room.
const NARROW = 5;

/** Axis of log-odds, marked with probabilities. */
export function logOddsAxis(title, from, to) {
  const marks = to - from < NARROW ? ROUND : RARE;
  return {
    type: "linear", min: from, max: to, title: {text: title},
    afterBuildTicks(axis) {
      axis.ticks = marks.map(logOdds).filter(value => value >= from && value <= to).map(value => ({value}));
    },
    ticks: {autoSkipPadding: 6, callback: value => rareShare(1 / (1 + Math.exp(-value)))}
  };
}

const RAISED = {"-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹"};
const raised = n => [...String(n)].map(sign => RAISED[sign] ?? sign).join("");

/** A plugin that shades spans of the x axis, as pairs of numbers, behind everything else. */
export const shade = (spans, name) => ({
  id: `shade-${name}`,
  beforeDatasetsDraw({ctx, chartArea: area, scales: {x}}) {
    ctx.save();
    ctx.fillStyle = colour(name);
    for (const [from, to] of spans) {
      const left = Math.max(area.left, x.getPixelForValue(from));
      const right = Math.min(area.right, x.getPixelForValue(to));
      if (right > left) ctx.fillRect(left, area.top, Math.max(2, right - left), area.bottom - area.top);
    }
    ctx.restore();
  }
});

/** Two datasets whose space in between is filled. */
export function band(lower, upper, name) {
  const edge = {borderWidth: 0, pointRadius: 0, pointHitRadius: 0, backgroundColor: colour(name)};
  return [{...edge, data: lower, fill: false}, {...edge, data: upper, fill: "-1"}];
}

/** A line of points. */
export const line = (data, name, more = {}) => ({
  data, borderColor: colour(name), backgroundColor: colour(name), borderWidth: 2, pointRadius: data.length > 60 ? 0 : 2.5,
  pointHitRadius: 8, clip: 6, spanGaps: true, ...more
});

/** A level that something is compared with. */
export const level = (from, to, y, name) => levels([{x: from, y}, {x: to, y}], name);

/** Levels, each of which holds from the point before. */
export const levels = (data, name) => ({
  data, stepped: "after", borderColor: colour(name), borderDash: [5, 4], borderWidth: 1.5, pointRadius: 0, pointHitRadius: 0
});

/** What the tooltip says of points that have a text; bands and levels have none. */
export const tellText = {
  tooltip: {
    displayColors: false,
    filter: item => Boolean(item.raw.text),
    callbacks: {title: () => "", label: item => item.raw.text}
  }
};

/** Names the lines that have a label. */
export const legend = {legend: {display: true, position: "bottom"}};

export const pointText = (window, text) => `until ${time(window.window_end)}: ${text}`;

