// The diagrams of one window: what was predicted against what was observed, and where they differ.

import {band, colour, emptyFigure, figure, line, logOdds, logOddsAxis, tellText} from "./charts.js";
import {count, percent, plain, rareShare} from "./words.js";

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

// So many bars of class 1 can be read.
const MOST_BARS = 12;

/** Reliability for classes, PIT for numbers. */
export function diagram(window) {
  if (window.diagrams?.event_counts) return eventReliability(window);
  if (window.diagrams?.reliability_counts) return reliability(window);
  if (window.diagrams?.pit_counts) return pit(window);
  return emptyFigure("Reliability", NO_LABELS);
}

/** The bins that hold predictions. */
function bins(counts, said, came, bands) {
  return counts
    .map((n, k) => ({n, said: said[k], came: came[k], band: bands[k]}))
    .filter(bin => bin.n > 0)
    .map(bin => ({...bin, outside: bin.came < bin.band[0] || bin.came > bin.band[1]}));
}

/** Those of the most probable class. */
const topBins = ({diagrams: d}) =>
  bins(d.reliability_counts, d.reliability_confidences, d.reliability_frequencies, d.reliability_bands);

/** Those of class 1 of two. */
const eventBins = ({diagrams: d}) => bins(d.event_counts, d.event_probabilities, d.event_frequencies, d.event_bands);

/** Larger where there are more predictions. */
function radii(filled) {
  const most = Math.max(...filled.map(bin => bin.n));
  return filled.map(bin => 3 + 5 * Math.sqrt(bin.n / most));
}

const ideal = (from, to) => ({
  data: [{x: from, y: from}, {x: to, y: to}], showLine: true, borderColor: colour("muted"), borderDash: [5, 4], borderWidth: 1.5,
  pointRadius: 0, pointHitRadius: 0
});

/** Class 1 of two on axes of log-odds, where one in a thousand is as far from one in a hundred as that from one in eleven. */
function eventReliability(window) {
  const filled = eventBins(window);
  const outside = filled.filter(bin => bin.outside).length;
  const seen = filled.flatMap(bin => [bin.said, bin.came]).filter(share => share > 0 && share < 1).map(logOdds);
  const [from, to] = [Math.min(-1, ...seen) - 0.5, Math.max(1, ...seen) + 0.5];
  const place = share => Math.min(to, Math.max(from, logOdds(share)));
  const points = height => filled.map(bin => ({x: place(bin.said), y: place(height(bin))}));
  return figure({
    title: RELIABILITY,
    says: `Share of class 1 among the labels against its predicted probability, on axes that show rare ones; ${outside} of`
      + ` ${filled.length} bins lie outside of the 95 % consistency band.`,
    config: () => ({
      type: "scatter",
      data: {datasets: [
        line(points(bin => bin.came).map((point, k) => ({...point, text: `predicted ${rareShare(filled[k].said)}, observed`
          + ` ${rareShare(filled[k].came)} of ${count(filled[k].n)}`})), "accent", {showLine: true, pointRadius: radii(filled)}),
        ...band(points(bin => bin.band[0]), points(bin => bin.band[1]), "band").map(edge => ({...edge, showLine: true})),
        ideal(from, to)]},
      options: {
        scales: {x: logOddsAxis("predicted probability of class 1", from, to), y: logOddsAxis("observed share", from, to)},
        plugins: tellText
      }
    }),
    numbers: {
      columns: ["Predictions", "Predicted", "Observed", "95 % band if calibrated"],
      rows: filled.map(bin => [count(bin.n), rareShare(bin.said), rareShare(bin.came), bin.band.map(rareShare).join(" to ")])
    }
  });
}

function reliability(window) {
  const filled = topBins(window);
  const outside = filled.filter(bin => bin.outside).length;
  return figure({
    title: RELIABILITY,
    says: `Accuracy against confidence, in bins of the probability of the most probable class; ${outside} of ${filled.length} bins lie`
      + " outside of the 95 % consistency band.",
    config: () => ({
      type: "scatter",
      data: {datasets: [
        line(filled.map(bin => ({x: 100 * bin.said, y: 100 * bin.came,
          text: `confidence ${percent(bin.said)}, accuracy ${percent(bin.came)} of ${count(bin.n)}`})), "accent",
          {showLine: true, pointRadius: radii(filled)}),
        ...band(filled.map(bin => ({x: 100 * bin.said, y: 100 * bin.band[0]})),
          filled.map(bin => ({x: 100 * bin.said, y: 100 * bin.band[1]})), "band").map(edge => ({...edge, showLine: true})),
        ideal(0, 100)]},
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
  const level = counts.reduce((sum, n) => sum + n, 0) / counts.length;
  const fitted = window.diagrams.pit_fitted.map(density => density * level);
  const label = k => `${Math.round(100 * k / counts.length)}–${Math.round(100 * (k + 1) / counts.length)} %`;
  return figure({
    title: PIT,
    says: `Where targets fell in their predicted distributions: level if calibrated, a valley if too narrow, a hill if too wide;`
      + ` ${outside} of ${counts.length} bars lie outside of the 95 % consistency band. The line is a smooth density fitted to the bars.`,
    config: () => ({
      type: "bar",
      data: {
        labels: counts.map((n, k) => label(k)),
        datasets: [{...line(fitted, "ink", {pointRadius: 0, pointHitRadius: 0, cubicInterpolationMode: "monotone"}), type: "line"},
          {data: counts, backgroundColor: counts.map(n => colour(n < lower || n > upper ? "accent" : "accent-soft")),
          categoryPercentage: 1, barPercentage: 0.92}]
      },
      options: {
        scales: {
          x: {title: {text: "predicted probability below the target"}, grid: {display: false}, ticks: {maxTicksLimit: 5}},
          y: {min: 0, title: {text: "targets"}}
        },
        plugins: {tooltip: {displayColors: false, filter: item => item.dataset.type !== "line",
          callbacks: {label: item => `${count(item.raw)} targets, ${lower} to ${upper} if calibrated`}}}
      },
      plugins: [levelBand(lower, upper)]
    }),
    numbers: {
      columns: ["Part", "Targets", "Fitted", "If calibrated"],
      rows: counts.map((n, k) => [label(k), count(n), plain(fitted[k]), `${lower} to ${upper}`])
    }
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
  if (window.diagrams?.event_counts) {
    const parts = eventBins(window).map(bin => ({
      name: `predicted ${rareShare(bin.said)}`,
      gap: (bin.n / window.labelled) * (bin.came - bin.said),
      outside: bin.outside,
      text: `observed ${rareShare(bin.came)}; ${percent(bin.n / window.labelled)} of predictions`
    }));
    const shown = new Set([...parts].sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap)).slice(0, MOST_BARS));
    return bars(parts.filter(part => shown.has(part)),
      "How many more (right) or fewer (left) labels of class 1 came than predicted, of 100 predictions, by their probability of it.",
      "fewer", "more");
  }
  if (window.diagrams?.reliability_counts) {
    const total = window.labelled;
    return bars(topBins(window).map(bin => ({
      name: `confidence ${percent(bin.said)}`,
      gap: (bin.n / total) * (bin.came - bin.said),
      outside: bin.outside,
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
