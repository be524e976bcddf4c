// The diagrams of one window: what was predicted against what was observed, and where they differ.

import {band, colour, emptyFigure, figure, line, tellText} from "./charts.js";
import {count, percent, plain} from "./words.js";

const RELIABILITY = "Reliability";
const PIT = "PIT histogram";
const WHERE = "Where it is wrong";
const LOCATIONS = "Where and what";
const NO_LABELS = "No labels in this window yet.";

// Beyond so many standard errors even the largest of 32 contributions is rare if calibrated.
const MANY_ERRORS = 3;

// Parts of a predicted distribution, as ends of bins of the PIT histogram, in twentieths.
const PARTS = [
  [0, 1, "below its 5 % quantile"],
  [1, 5, "5 % to 25 %"],
  [5, 10, "25 % to the median"],
  [10, 15, "median to 75 %"],
  [15, 19, "75 % to 95 %"],
  [19, 20, "above its 95 % quantile"]
];

/** Reliability for classes, PIT for numbers. */
export function diagram(window) {
  if (window.diagrams?.reliability_counts) return reliability(window);
  if (window.diagrams?.pit_counts) return pit(window);
  return emptyFigure("Reliability", NO_LABELS);
}

/** The bins that hold predictions. */
function bins(window) {
  return window.diagrams.reliability_counts
    .map((n, k) => ({n, said: window.diagrams.reliability_confidences[k], came: window.diagrams.reliability_frequencies[k],
      band: window.diagrams.reliability_bands[k]}))
    .filter(bin => bin.n > 0);
}

function reliability(window) {
  const filled = bins(window);
  const most = Math.max(...filled.map(bin => bin.n));
  const outside = filled.filter(bin => bin.came < bin.band[0] || bin.came > bin.band[1]).length;
  return figure({
    title: RELIABILITY,
    says: `Accuracy against confidence, in bins of the probability of the most probable class; ${outside} of ${filled.length} bins lie`
      + " outside of the 95 % consistency band.",
    config: () => ({
      type: "scatter",
      data: {datasets: [
        line(filled.map(bin => ({x: 100 * bin.said, y: 100 * bin.came,
          text: `confidence ${percent(bin.said)}, accuracy ${percent(bin.came)} of ${count(bin.n)}`})), "accent",
          {showLine: true, pointRadius: filled.map(bin => 3 + 5 * Math.sqrt(bin.n / most))}),
        ...band(filled.map(bin => ({x: 100 * bin.said, y: 100 * bin.band[0]})),
          filled.map(bin => ({x: 100 * bin.said, y: 100 * bin.band[1]})), "band").map(edge => ({...edge, showLine: true})),
        {data: [{x: 0, y: 0}, {x: 100, y: 100}], showLine: true, borderColor: colour("muted"), borderDash: [5, 4],
          borderWidth: 1.5, pointRadius: 0, pointHitRadius: 0}]},
      options: {
        scales: {
          x: {min: 0, max: 100, title: {text: "confidence"}, ticks: {callback: value => `${value} %`}},
          y: {min: 0, max: 100, title: {text: "accuracy"}, ticks: {callback: value => `${value} %`}}
        },
        plugins: tellText
      }
    }),
    numbers: {
      columns: ["Predictions", "Confidence", "Accuracy", "95 % band if calibrated"],
      rows: filled.map(bin => [count(bin.n), percent(bin.said), percent(bin.came), bin.band.map(percent).join(" to ")])
    }
  });
}

function pit(window) {
  const counts = window.diagrams.pit_counts;
  const [lower, upper] = window.diagrams.pit_band;
  const outside = counts.filter(n => n < lower || n > upper).length;
  const label = k => `${Math.round(100 * k / counts.length)}–${Math.round(100 * (k + 1) / counts.length)} %`;
  return figure({
    title: PIT,
    says: `Where targets fell in their predicted distributions: level if calibrated, a valley if too narrow, a hill if too wide;`
      + ` ${outside} of ${counts.length} bars lie outside of the 95 % consistency band.`,
    config: () => ({
      type: "bar",
      data: {
        labels: counts.map((n, k) => label(k)),
        datasets: [{data: counts, backgroundColor: counts.map(n => colour(n < lower || n > upper ? "accent" : "accent-soft")),
          categoryPercentage: 1, barPercentage: 0.92}]
      },
      options: {
        scales: {
          x: {title: {text: "predicted probability below the target"}, grid: {display: false}, ticks: {maxTicksLimit: 5}},
          y: {min: 0, title: {text: "targets"}}
        },
        plugins: {tooltip: {displayColors: false, callbacks: {label: item => `${count(item.raw)} targets, ${lower} to ${upper} if calibrated`}}}
      },
      plugins: [levelBand(lower, upper)]
    }),
    numbers: {columns: ["Part", "Targets", "If calibrated"], rows: counts.map((n, k) => [label(k), count(n), `${lower} to ${upper}`])}
  });
}

/** Shades between two values of the y axis. */
const levelBand = (lower, upper) => ({
  id: "level-band",
  beforeDatasetsDraw({ctx, chartArea: area, scales: {y}}) {
    ctx.save();
    ctx.fillStyle = colour("band");
    const top = y.getPixelForValue(upper);
    ctx.fillRect(area.left, top, area.right - area.left, y.getPixelForValue(lower) - top);
    ctx.restore();
  }
});

/** Signed bars: how much more or less often than predicted. */
export function whereWrong(window) {
  if (window.diagrams?.reliability_counts) {
    const total = window.labelled;
    return bars(bins(window).map(bin => ({
      name: `confidence ${percent(bin.said)}`,
      gap: (bin.n / total) * (bin.came - bin.said),
      outside: bin.came < bin.band[0] || bin.came > bin.band[1],
      text: `accuracy ${percent(bin.came)}, confidence ${percent(bin.said)}; ${percent(bin.n / total)} of predictions`
    })), "Share of all predictions that were right more often (right) or less often (left: over-confident) than predicted, by confidence.",
      "over-confident", "under-confident");
  }
  if (window.diagrams?.pit_counts) {
    const total = window.diagrams.pit_counts.reduce((sum, n) => sum + n, 0);
    const size = window.diagrams.pit_counts.length;
    return bars(PARTS.map(([from, to, name]) => {
      const came = window.diagrams.pit_counts.slice(from * size / 20, to * size / 20).reduce((sum, n) => sum + n, 0) / total;
      const said = (to - from) / 20;
      return {name, gap: came - said, outside: Math.abs(came - said) > 1.96 * Math.sqrt(said * (1 - said) / total),
        text: `observed ${percent(came)}, expected ${percent(said)}`};
    }), "Share of targets in each part of the predicted distribution, more (right) or less (left) than expected.", "fewer", "more");
  }
  return emptyFigure(WHERE, NO_LABELS);
}

/** The test locations with the largest contributions, beside the standard error of each. */
export function contributions(window) {
  if (!window.where) return emptyFigure(LOCATIONS, "No labels under a profile in this window yet.");
  return bars(window.where.places.map((name, j) => {
    const [gap, error] = [window.where.contributions[j], window.where.standard_errors[j]];
    return {name: name.replace("is predicted ", "").replace("predictions are ", ""), gap, outside: Math.abs(gap) > MANY_ERRORS * error,
      text: `${plain(100 * gap)} ± ${plain(100 * error)} of 100 predictions, the error if calibrated`};
  }), "How many more (right) or fewer (left) such targets were observed than predicted, of 100 predictions, each weighted by how much it"
    + " is like those named; the largest of all test locations.", "fewer", "more", LOCATIONS);
}

function bars(parts, says, less, more, title = WHERE) {
  const points = parts.map(part => 100 * part.gap);
  const worst = parts.reduce((a, b) => Math.abs(b.gap) > Math.abs(a.gap) ? b : a);
  const reach = Math.max(1, ...points.map(Math.abs)) * 1.1;
  const sign = x => `${x > 0 ? "+" : ""}${plain(x)} points`;
  return figure({
    title,
    says: `${says} Most: ${worst.name} (${worst.text}).`,
    config: () => ({
      type: "bar",
      data: {
        labels: parts.map(part => part.name),
        datasets: [{data: points, backgroundColor: parts.map(part => colour(part.outside ? "bad-bar" : "muted-bar")), maxBarThickness: 18}]
      },
      options: {
        indexAxis: "y",
        interaction: {mode: "nearest", axis: "y", intersect: false},
        scales: {
          x: {min: -reach, max: reach, title: {text: `← ${less}   |   ${more} →`}, ticks: {callback: value => plain(value)}},
          y: {grid: {display: false}, ticks: {autoSkip: false}}
        },
        plugins: {tooltip: {displayColors: false, callbacks: {label: item => parts[item.dataIndex].text}}}
      }
    }),
    numbers: {columns: ["Part", "Difference", "Observed"], rows: parts.map(part => [part.name, sign(100 * part.gap), part.text])}
  });
}
