// How predictions are spread: how many say what. A fault where hardly any are matters little.

import {colour, figure} from "./charts.js";
import {eventBins, eventName, part} from "./diagrams.js";
import {count, percent, rareShare} from "./words.js";

/** Labelled predictions by what they say; nothing of numbers, of which a verdict has no such counts. */
export function spread(window, about = "") {
  const {event_counts: events, reliability_counts: tops} = window.diagrams ?? {};
  if (events) {
    const filled = eventBins(window);
    return [bars("Predicted probabilities", `${about}Labelled predictions by their probability of ${eventName(window)}, on a logarithmic axis.`,
      filled.map(bin => rareShare(bin.said)), filled.map(bin => bin.n), "logarithmic")];
  }
  return tops ? [bars("Confidence of predictions", `${about}Labelled predictions by the probability of their most probable class.`,
    tops.map((n, k) => part(k, tops.length)), tops, "linear")] : [];
}

function bars(title, says, labels, counts, axis) {
  const total = counts.reduce((sum, n) => sum + n, 0);
  const text = n => `${count(n)} predictions, ${percent(n / total)}`;
  return figure({
    title,
    says,
    config: () => ({
      type: "bar",
      data: {labels, datasets: [{data: counts, backgroundColor: colour("accent-soft"), categoryPercentage: 1, barPercentage: 0.92}]},
      options: {
        scales: {
          x: {grid: {display: false}, ticks: {autoSkipPadding: 6}},
          // One prediction is seen on a logarithmic axis, too.
          y: {type: axis, min: axis === "linear" ? 0 : 0.5, title: {text: "predictions"},
            ticks: {maxTicksLimit: 6, callback: value => Number.isInteger(value) ? count(value) : ""}}
        },
        plugins: {tooltip: {displayColors: false, callbacks: {label: item => text(item.raw)}}}
      }
    }),
    numbers: {columns: ["Predicted", "Predictions", "Share"], rows: labels.map((label, k) => [label, count(counts[k]), percent(counts[k] / total)])}
  });
}
