// All alerts, firing ones first, each with its history.

import {h, notice} from "./dom.js";
import {eValue, known, plain, seriesLink, seriesName, stateChip, time} from "./words.js";

export function alertsView() {
  return {
    path: "api/alerts",
    update(main, answer) {
      if (answer.alerts.length === 0) {
        main.replaceChildren(h("h1", {}, "Alerts"), notice("good", "No alerts",
          "No rule has raised one, as far as the topic of alerts reaches back."));
        return;
      }
      const open = new Set([...main.querySelectorAll("details[open]")].map(details => details.dataset.id));
      main.replaceChildren(h("h1", {}, "Alerts"), ...answer.alerts.map(alert => alertCard(alert, true, open)));
    },
    redraw() {}
  };
}

/** One alert: what is wrong, the numbers behind it, and how it came. */
export function alertCard(alert, linked, open = new Set()) {
  return h("article", {class: `alert ${alert.state.toLowerCase()}`, "data-fingerprint": alert.fingerprint},
    h("h2", {}, stateChip(alert.state), " ",
      linked ? h("a", {href: seriesLink(alert.key)}, seriesName(alert)) : alert.rule),
    h("p", {class: "lead"}, alert.summary),
    h("p", {class: "lines"}, alert.description),
    h("dl", {class: "facts"},
      fact("Since", time(alert.starts_at)),
      alert.ends_at && fact("Until", time(alert.ends_at)),
      known(alert.log_evidence) && fact("Evidence", eValue(alert.log_evidence)),
      known(alert.log_threshold) && fact("Fires at", eValue(alert.log_threshold)),
      known(alert.effect) && fact(`Size: ${alert.effect_parameter}`,
        `${plain(alert.effect)} (${plain(alert.effect_lower)} to ${plain(alert.effect_upper)})`),
      alert.silenced_by && fact("Silenced by", alert.silenced_by),
      alert.inhibited_by && fact("Explained by", "another alert"),
      alert.severity && alert.severity !== "UNKNOWN" && fact("Severity", alert.severity.toLowerCase()),
      fact("Rule", alert.rule)),
    alert.runbook?.startsWith("http") && h("p", {}, h("a", {href: alert.runbook, rel: "noopener"}, "What to do")),
    h("details", {"data-id": alert.fingerprint, open: open.has(alert.fingerprint)},
      h("summary", {}, `History (${alert.history.length})`),
      h("ol", {class: "history", reversed: true}, [...alert.history].reverse().map(state =>
        h("li", {}, h("time", {datetime: state.updated_at}, time(state.updated_at)), " ", stateChip(state.state), " ", state.summary,
          known(state.log_evidence) && h("span", {class: "muted"}, " (evidence ", eValue(state.log_evidence), ")"))))));
}

function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}
