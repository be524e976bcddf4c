// The diagrams of a window or of a sum of windows: what was predicted against what was observed, and where they differ.

import {band, colour, emptyFigure, figure, legend, line, logOdds, logOddsAxis, tellText} from "./charts.js";
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

// Colours of two that are compared.
const INKS = ["accent", "warn"];

// Which diagram there is, the one that says most first.
const KINDS = [
  {field: "event_counts", draw: eventReliability},
  {field: "reliability_counts", draw: topReliability},
  {field: "pit_counts", draw: pits}
];

/** Reliability for classes, PIT for numbers: of one window or sum of windows, or of two in one frame, each with its name. */
export function diagram(subjects, about = "") {
  const kind = KINDS.find(({field}) => subjects.every(({window}) => window.diagrams?.[field]));
  if (kind) return kind.draw(subjects, about);
  return emptyFigure(RELIABILITY, subjects.some(({window}) => !window.diagrams) ? NO_LABELS : "One predicts classes, the other numbers.");
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
export const eventBins = ({diagrams: d}) => bins(d.event_counts, d.event_probabilities, d.event_frequencies, d.event_bands);

/** Larger where there are more predictions. */
function radii(filled) {
  const most = Math.max(...filled.map(bin => bin.n));
  return filled.map(bin => 3 + 5 * Math.sqrt(bin.n / most));
}

const ideal = (from, to) => ({
  data: [{x: from, y: from}, {x: to, y: to}], showLine: true, borderColor: colour("muted"), borderDash: [5, 4], borderWidth: 1.5,
  pointRadius: 0, pointHitRadius: 0
});

/** How many there are that a calibrated model has one in twenty of. */
function beyond(subjects, outside, all, what) {
  const shares = subjects.map(({name}, i) => `${outside[i]} of ${all[i]} ${what}${name ? ` of ${name}` : ""}`);
  return `${shares.join(" and ")} lie outside of the 95 % consistency band.`;
}

/** What came true or did not: class 1 of two, by its name. */
export const eventName = ({diagrams: d}) => d.event;

/** Class 1 of two on axes of log-odds, where one in a thousand is as far from one in a hundred as that from one in eleven. */
function eventReliability(subjects, about) {
  const curves = subjects.map(({window}) => eventBins(window));
  const seen = curves.flat().flatMap(bin => [bin.said, bin.came]).filter(share => share > 0 && share < 1).map(logOdds);
  const [from, to] = [Math.min(-1, ...seen) - 0.5, Math.max(1, ...seen) + 0.5];
  const event = eventName(subjects[0].window);
  return reliability(subjects, curves, {
    says: `${about}Share of ${event} among the labels against its predicted probability, on axes that show rare ones.`,
    said: "predicted", came: "observed", word: rareShare, from, to,
    place: share => Math.min(to, Math.max(from, logOdds(share))),
    scales: {x: logOddsAxis(`predicted probability of ${event}`, from, to), y: logOddsAxis("observed share", from, to)}
  });
}

function topReliability(subjects, about) {
  const axis = text => ({min: 0, max: 100, title: {text}, ticks: {callback: value => `${value} %`}});
  return reliability(subjects, subjects.map(({window}) => topBins(window)), {
    says: `${about}Accuracy against confidence, in bins of the probability of the most probable class.`,
    said: "confidence", came: "accuracy", word: percent, from: 0, to: 100,
    place: share => 100 * share,
    scales: {x: axis("confidence"), y: axis("accuracy")}
  });
}

/** A curve for each subject. A band is drawn around one alone: two bands would hide each other. */
function reliability(subjects, curves, {says, said, came, word, from, to, place, scales}) {
  const points = (filled, height) => filled.map(bin => ({x: place(bin.said), y: place(height(bin))}));
  const text = (name, bin) => `${name ? `${name}: ` : ""}${said} ${word(bin.said)}, ${came} ${word(bin.came)} of ${count(bin.n)}`;
  const drawn = (filled, i) => line(points(filled, bin => bin.came).map((point, k) => ({...point, text: text(subjects[i].name, filled[k])})),
    INKS[i], {showLine: true, pointRadius: radii(filled), label: subjects[i].name});
  const bands = () => curves.length > 1 ? [] : band(points(curves[0], bin => bin.band[0]), points(curves[0], bin => bin.band[1]), "band")
    .map(edge => ({...edge, showLine: true}));
  return figure({
    title: subjects.length > 1 ? `${RELIABILITY} of both` : RELIABILITY,
    says: `${says} ${beyond(subjects, curves.map(filled => filled.filter(bin => bin.outside).length), curves.map(filled => filled.length), "bins")}`,
    config: () => ({
      type: "scatter",
      data: {datasets: [...curves.map(drawn), ...bands(), ideal(from, to)]},
      options: {scales, plugins: {...tellText, ...(curves.length > 1 ? legend : {})}}
    }),
    numbers: {
      columns: [...named(subjects, "Of"), "Predictions", capital(said), capital(came), "95 % band if calibrated"],
      rows: curves.flatMap((filled, i) => filled.map(bin => [...named(subjects, subjects[i].name), count(bin.n), word(bin.said),
        word(bin.came), bin.band.map(word).join(" to ")]))
    }
  });
}

/** A cell that tells two subjects apart; none is needed for one. */
const named = (subjects, text) => subjects.length > 1 ? [text] : [];

const capital = text => text[0].toUpperCase() + text.slice(1);

/** A part of so many equal ones, in percent. */
export const part = (k, size) => `${Math.round(100 * k / size)}–${Math.round(100 * (k + 1) / size)} %`;

const PIT_SAYS = "Where targets fell in their predicted distributions: level if calibrated, a valley if too narrow, a hill if too wide.";

function pits(subjects, about) {
  return subjects.length > 1 ? bothPits(subjects, about) : pit(subjects[0].window, about);
}

/** Two histograms in one frame, as shares of what is expected: they may hold different numbers of targets. */
function bothPits(subjects, about) {
  const all = subjects.map(({window: {diagrams: {pit_counts: counts, pit_band: [lower, upper]}}}) => {
    const level = counts.reduce((sum, n) => sum + n, 0) / counts.length;
    return {counts, densities: counts.map(n => n / level), outside: counts.filter(n => n < lower || n > upper).length};
  });
  const size = all[0].counts.length;
  return figure({
    title: `${PIT} of both`,
    says: `${about}${PIT_SAYS} ${beyond(subjects, all.map(one => one.outside), all.map(() => size), "bars")}`,
    config: () => ({
      type: "line",
      data: {
        labels: all[0].counts.map((n, k) => part(k, size)),
        datasets: [...all.map(({densities}, i) => line(densities, INKS[i], {stepped: "middle", pointRadius: 0, label: subjects[i].name})),
          {...line(all[0].counts.map(() => 1), "muted", {pointRadius: 0, pointHitRadius: 0}), borderDash: [5, 4], borderWidth: 1.5}]
      },
      options: {
        scales: {
          x: {title: {text: "predicted probability below the target"}, grid: {display: false}, ticks: {maxTicksLimit: 5}},
          y: {min: 0, title: {text: "share of those expected"}}
        },
        plugins: {...legend, tooltip: {displayColors: false, filter: item => Boolean(item.dataset.label),
          callbacks: {label: item => `${item.dataset.label}: ${plain(item.raw)} of those expected`}}}
      }
    }),
    numbers: {
      columns: ["Part", ...subjects.map(({name}) => name)],
      rows: all[0].counts.map((n, k) => [part(k, size), ...all.map(({counts, densities}) =>
        `${count(counts[k])}, ${plain(densities[k])} of those expected`)])
    }
  });
}

function pit(window, about) {
  const counts = window.diagrams.pit_counts;
  const [lower, upper] = window.diagrams.pit_band;
  const outside = counts.filter(n => n < lower || n > upper).length;
  const level = counts.reduce((sum, n) => sum + n, 0) / counts.length;
  const fitted = window.diagrams.pit_fitted.map(density => density * level);
  return figure({
    title: PIT,
    says: `${about}${PIT_SAYS} ${beyond([{}], [outside], [counts.length], "bars")} The line is a smooth density fitted to the bars.`,
    config: () => ({
      type: "bar",
      data: {
        labels: counts.map((n, k) => part(k, counts.length)),
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
      rows: counts.map((n, k) => [part(k, counts.length), count(n), plain(fitted[k]), `${lower} to ${upper}`])
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
export function whereWrong(window, about = "") {
  if (window.diagrams?.event_counts) {
    const parts = eventBins(window).map(bin => ({
      name: `predicted ${rareShare(bin.said)}`,
      gap: (bin.n / window.labelled) * (bin.came - bin.said),
      outside: bin.outside,
      text: `observed ${rareShare(bin.came)}; ${percent(bin.n / window.labelled)} of predictions`
    }));
    const shown = new Set([...parts].sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap)).slice(0, MOST_BARS));
    return bars(parts.filter(part => shown.has(part)),
      `${about}How many more (right) or fewer (left) labels of ${eventName(window)} came than predicted, of 100 predictions, by their probability of it.`,
      "fewer", "more");
  }
  if (window.diagrams?.reliability_counts) {
    const total = window.labelled;
    return bars(topBins(window).map(bin => ({
      name: `confidence ${percent(bin.said)}`,
      gap: (bin.n / total) * (bin.came - bin.said),
      outside: bin.outside,
      text: `accuracy ${percent(bin.came)}, confidence ${percent(bin.said)}; ${percent(bin.n / total)} of predictions`
    })), `${about}Share of all predictions that were right more often (right) or less often (left: over-confident) than predicted, by confidence.`,
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
    }), `${about}Share of targets in each part of the predicted distribution, more (right) or less (left) than expected.`, "fewer", "more");
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
