// The map that recalibrates the predictions of a series, if it has published one.

import {fact, h} from "./dom.js";
import {count, eValue, known, plain, time} from "./words.js";

/** What the map does, what it would have saved and how to get it, or why it was withdrawn; nothing if none ever was published. */
export function publishedMap(map) {
  if (!map) return [];
  const inForce = known(map.map);
  return [h("h2", {}, "Recalibration map"), h("section", {class: "verdict", "aria-label": "Recalibration map"},
    h("p", {class: "lead"}, inForce ? map.words : `Withdrawn: ${map.words.replace(/^no map: /, "")}`),
    h("dl", {class: "facts"},
      fact(inForce ? "In force since" : "Withdrawn at", time(map.updated_at)),
      fact("Would have saved", ...saved(map)),
      fact("Evidence that maps pay", eValue(map.log_evidence))),
    h("p", {}, inForce ? ["To get it, run ", h("code", {}, "evenkeel recalibrations --json"), "."] : "Use predictions as they are."))];
}

function saved({gain, gain_lower: lower, gain_upper: upper, later_labels: labels}) {
  if (!known(gain)) return ["not known yet", "no later label has come"];
  const interval = known(lower) && known(upper) ? `95 % interval ${plain(lower)} to ${plain(upper)}, ` : "";
  return [`${plain(gain)} nats per label`, `${interval}on ${count(labels)} later labels`];
}
