// All alerts, firing ones first, each with its history.

import {choose} from "./address.js";
import {hasToken} from "./api.js";
import {arrange, fact, h, notice, write} from "./dom.js";
import {lacks} from "./intake.js";
import {itemsOf, nearest, pager} from "./paging.js";
import {silenceButton} from "./silence.js";
import {count, eValue, known, seriesLink, seriesName, size, stateChip, time} from "./words.js";

// Id in the address, name, which alerts.
const GROUPS = [
  ["open", "Open", alert => alert.state !== "RESOLVED" && !alert.silenced_by && !alert.inhibited_by],
  ["silenced", "Silenced", alert => alert.state !== "RESOLVED" && Boolean(alert.silenced_by)],
  ["explained", "Explained by another", alert => alert.state !== "RESOLVED" && !alert.silenced_by && Boolean(alert.inhibited_by)],
  ["resolved", "Resolved", alert => alert.state === "RESOLVED"]
];

export function alertsView(chosen) {
  const choice = {text: chosen.get("search") ?? "", group: chosen.get("only"), page: Math.max(0, (Number.parseInt(chosen.get("page"), 10) || 1) - 1)};
  let alerts = [];
  let parts = null;
  // By fingerprint: the alert as text, and its card.
  let cards = new Map();

  function update(main, answer) {
    alerts = answer.alerts;
    if (alerts.length === 0) {
      main.replaceChildren(h("h1", {}, "Alerts"), answer.complete
        ? notice("good", "No alerts", "No rule has raised one, as far as the topic of alerts reaches back.")
        : notice("plain", "Reading the topics", "Alerts appear as they are read."));
      parts = null;
      return;
    }
    if (!parts) build(main);
    write(parts.note, lacks(answer, "alerts may be old, and more may appear"));
    paint();
  }

  function build(main) {
    parts = {
      list: h("div"),
      note: h("p", {class: "muted", role: "status"}),
      shown: h("p", {id: "shown", class: "muted", role: "status"}),
      pages: h("nav", {class: "bar pages", "aria-label": "Pages"}),
      group: h("select", {id: "only", onchange: event => { choice.group = event.target.value; again(); }},
        h("option", {value: ""}, "all"), GROUPS.map(([id, name]) => h("option", {value: id, selected: choice.group === id}, name)))
    };
    const search = h("input", {id: "search", type: "search", value: choice.text, autocomplete: "off", spellcheck: "false",
      placeholder: "ID, model, segment, rule, severity or words",
      oninput: event => { choice.text = event.target.value; again(); }});
    main.replaceChildren(h("h1", {}, "Alerts"),
      h("div", {class: "bar"}, h("label", {for: "search"}, "Search"), search, h("label", {for: "only"}, "Show"), parts.group, parts.shown),
      parts.note, parts.list, parts.pages);
  }

  function again() {
    choice.page = 0;
    paint();
  }

  function paint() {
    const group = GROUPS.find(([id]) => id === choice.group)?.[2] ?? (() => true);
    const words = choice.text.toLowerCase().split(/\s+/);
    const wanted = alerts.filter(alert => {
      const text = `${alert.fingerprint} ${seriesName(alert)} ${alert.rule} ${alert.severity} ${alert.state} ${alert.summary}`.toLowerCase();
      return group(alert) && words.every(word => text.includes(word));
    });
    choice.page = nearest(choice.page, wanted);
    const open = new Set([...parts.list.querySelectorAll("details[open]")].map(details => details.dataset.id));
    const shown = itemsOf(choice.page, wanted);
    cards = new Map(shown.map(alert => [alert.fingerprint, card(alert, open)]));
    write(parts.shown, `${count(wanted.length)} of ${count(alerts.length)} alerts`);
    arrange(parts.list, [...cards.values()].map(([, element]) => element));
    pager(parts.pages, choice.page, wanted, page => { choice.page = page; paint(); window.scrollTo(0, 0); });
    choose({search: choice.text, only: choice.group, page: choice.page > 0 ? choice.page + 1 : null});
  }

  /** The card that is there, if it would still be the same. */
  function card(alert, open) {
    const text = JSON.stringify([alert, hasToken()]);
    const former = cards.get(alert.fingerprint);
    return former?.[0] === text ? former : [text, alertCard(alert, true, open)];
  }

  return {path: "api/alerts", update, redraw() {}};
}

/** What people type of an identity: as the command line has it. */
const id = alert => alert.fingerprint.slice(0, 8);

/** One alert: what is wrong, the numbers behind it, and its history. */
export function alertCard(alert, linked, open = new Set()) {
  // Dead letters are of a model, of which there may be no series.
  const name = alert.rule === "dead-letters" ? seriesName(alert) : h("a", {href: seriesLink(alert.key)}, seriesName(alert));
  return h("article", {class: `alert ${alert.silenced_by ? "silenced" : alert.state.toLowerCase()}`, id: alert.fingerprint, "data-fingerprint": alert.fingerprint},
    h("h2", {}, stateChip(alert.state, alert.silenced_by), " ",
      linked ? name : alert.rule),
    h("p", {class: "lead"}, alert.summary),
    h("p", {class: "lines"}, alert.description),
    h("dl", {class: "facts"},
      fact("Since", time(alert.starts_at)),
      alert.ends_at && fact("Until", time(alert.ends_at)),
      known(alert.log_evidence) && fact("Evidence", eValue(alert.log_evidence, alert.log_threshold)),
      known(alert.log_threshold) && fact("Fires at", eValue(alert.log_threshold, alert.log_evidence)),
      known(alert.effect) && fact(`Size: ${alert.effect_parameter}`, size(alert)),
      alert.silenced_by && fact("Silenced by", silence(alert)),
      alert.silence?.comment && fact("Because", alert.silence.comment),
      alert.inhibited_by && fact("Explained by", alert.inhibited_until ? "an alert that is over" : "another alert"),
      alert.inhibited_until && fact("Sent if it lasts until", time(alert.inhibited_until)),
      alert.severity && alert.severity !== "UNKNOWN" && fact("Severity", alert.severity.toLowerCase()),
      fact("Rule", alert.rule),
      fact("ID", h("a", {href: `#/alerts?search=${id(alert)}`}, id(alert)))),
    alert.runbook?.startsWith("http") && h("p", {}, h("a", {href: alert.runbook, rel: "noopener"}, "What to do")),
    silenceButton(alert),
    h("details", {"data-id": alert.fingerprint, open: open.has(alert.fingerprint)},
      h("summary", {}, `History (${alert.history.length})`),
      h("ol", {class: "history", reversed: true}, [...alert.history].reverse().map(state =>
        h("li", {}, h("time", {datetime: state.updated_at}, time(state.updated_at)), " ", stateChip(state.state), " ", state.summary,
          known(state.log_evidence) && h("span", {class: "muted"}, " (evidence ", eValue(state.log_evidence), ")"))))));
}

/** Who silences it, and until when, if that is known. */
const silence = ({silenced_by: name, silence: found}) => found
  ? `${found.created_by || name}, until ${time(found.ends_at)}` : name;
