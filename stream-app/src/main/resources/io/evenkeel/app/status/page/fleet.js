// All series in one table, the most urgent first.

import {h, notice, svg} from "./dom.js";
import {count, decades, duration, estimate, eText, eValue, findingChip, findingRank, findingWord, number, percent,
  seriesLink, seriesName, stateChip, stateRank, time} from "./words.js";

// Name, how a row is compared, whether large values come first.
const COLUMNS = [
  {name: "Series", of: row => seriesName(row).toLowerCase(), first: 1},
  {name: "Alert", of: row => stateRank(row.alert), first: 1},
  {name: "Verdict", of: row => findingRank(row.finding), first: 1},
  {name: "Evidence", of: row => number(row.evidence_log_detector) ?? -Infinity, first: -1},
  {name: "Estimate (SKCE)", of: row => row.tests_skce ?? -Infinity, first: -1},
  {name: "Labels", of: row => row.coverage ?? -1, first: 1},
  {name: "Window until", of: row => row.window_end, first: -1}
];
const GROUPS = [
  ["firing", "Firing", "bad", row => row.alert === "FIRING"],
  ["no-data", "No data", "warn", row => row.alert === "NO_DATA"],
  ["bad", "Miscalibrated", "bad", row => row.finding === "MISCALIBRATED"],
  ["good", "Calibrated", "good", row => row.finding === "CALIBRATED"],
  ["open", "Undecided", "muted", row => row.finding !== "MISCALIBRATED" && row.finding !== "CALIBRATED"]
];

// What the reader chose, kept from visit to visit of the view.
const choice = {text: "", group: null, column: null, direction: 1};

export function fleetView() {
  const rows = new Map();
  let series = [];
  let body;
  let parts;

  function update(main, answer) {
    series = answer.series;
    if (answer.problem) {
      main.replaceChildren(notice("bad", "The topics cannot be read", answer.problem,
        "Check the brokers, and that the application may read the topics of verdicts, alerts and profiles."));
      body = null;
      return;
    }
    if (series.length === 0) {
      main.replaceChildren(answer.complete
        ? notice("plain", "No verdicts yet",
            "A series appears with the first verdict on it: when predictions and their labels have come, and the profile"
              + " is learned from the first predictions.",
            "Nothing for long? See that the producers write to the topics of the settings topics.predictions and"
              + " topics.labels, and look for dead letters: evenkeel_dead_letters_total in metrics tells why events were"
              + " refused.")
        : notice("plain", "Reading the topics", "Series appear as they are read."));
      body = null;
      return;
    }
    const first = !body;
    if (first) build(main);
    const note = answer.unreadable > 0
      ? `${count(answer.unreadable)} records could not be read and are left out; the log of the application says why.`
      : answer.complete ? "" : "Still reading the topics; more series may appear.";
    parts.note.textContent = note;
    paint();
    if (first) performance.mark("table");
  }

  function build(main) {
    body = h("tbody");
    parts = {
      note: h("p", {class: "muted", role: "status"}),
      shown: h("p", {id: "shown", class: "muted", role: "status"}),
      groups: h("div", {class: "tiles", role: "group", "aria-label": "Show only"}),
      heads: COLUMNS.map((column, index) => h("th", {scope: "col"},
        h("button", {type: "button", onclick: () => sortBy(index)}, column.name, h("span", {class: "arrow", "aria-hidden": "true"}))))
    };
    const search = h("input", {id: "search", type: "search", value: choice.text, autocomplete: "off", spellcheck: "false",
      placeholder: "model, version, segment or finding",
      oninput: event => { choice.text = event.target.value; paint(); }});
    main.replaceChildren(
      h("h1", {class: "hidden"}, "Fleet"),
      parts.groups,
      h("div", {class: "bar"}, h("label", {for: "search"}, "Search"), search, parts.shown),
      parts.note,
      h("table", {class: "fleet"}, h("caption", {class: "hidden"}, "All series"),
        h("thead", {}, h("tr", {}, parts.heads)), body));
  }

  function sortBy(index) {
    choice.direction = choice.column === index ? -choice.direction : COLUMNS[index].first;
    choice.column = index;
    paint();
  }

  function paint() {
    parts.heads.forEach((head, index) => {
      const sorted = choice.column === index;
      head.setAttribute("aria-sort", sorted ? (choice.direction > 0 ? "ascending" : "descending") : "none");
      head.querySelector(".arrow").textContent = sorted ? (choice.direction > 0 ? " ▲" : " ▼") : "";
    });
    parts.groups.replaceChildren(...GROUPS.map(([id, name, kind, holds]) =>
      h("button", {type: "button", class: `tile ${kind}`, "aria-pressed": String(choice.group === id),
        onclick: () => { choice.group = choice.group === id ? null : id; paint(); refocus(id); }, "data-group": id},
        h("strong", {class: series.some(holds) ? null : "none"}, count(series.filter(holds).length)), ` ${name}`)));
    const shown = series.filter(wanted).sort(compare);
    parts.shown.textContent = `${count(shown.length)} of ${count(series.length)} series`;
    body.replaceChildren(...(shown.length > 0 ? shown.map(element)
      : [h("tr", {}, h("td", {colspan: COLUMNS.length, class: "muted"}, "No series matches; clear the search or the group."))]));
  }

  // The buttons are made anew, so the keyboard's place is given back.
  const refocus = id => parts.groups.querySelector(`[data-group="${id}"]`).focus();

  function wanted(row) {
    const group = GROUPS.find(([id]) => id === choice.group);
    const text = `${seriesName(row)} ${findingWord(row.finding)} ${row.evidence_recalibration ?? ""} ${row.alert ?? ""}`.toLowerCase();
    return (!group || group[3](row)) && choice.text.toLowerCase().split(/\s+/).every(word => text.includes(word));
  }

  function compare(a, b) {
    if (choice.column !== null) {
      const {of} = COLUMNS[choice.column];
      const [x, y] = [of(a), of(b)];
      if (x !== y) return choice.direction * (x < y ? -1 : 1);
    }
    return stateRank(a.alert) - stateRank(b.alert)
      || findingRank(a.finding) - findingRank(b.finding)
      || (number(b.evidence_log_detector) ?? -Infinity) - (number(a.evidence_log_detector) ?? -Infinity)
      || (a.key < b.key ? -1 : 1);
  }

  // A row is made anew only when what it shows has changed.
  function element(row) {
    const content = JSON.stringify(row);
    const known = rows.get(row.key);
    if (known?.content === content) return known.element;
    const made = fleetRow(row);
    rows.set(row.key, {content, element: made});
    return made;
  }

  return {path: "api/series", update, redraw() {}};
}

function fleetRow(row) {
  const cell = (index, ...content) => h("td", {"data-name": COLUMNS[index].name}, ...content);
  return h("tr", {"data-key": row.key},
    h("th", {scope: "row"}, h("a", {href: seriesLink(row.key)}, row.model),
      h("span", {class: "muted"}, [row.version && ` ${row.version}`, row.segment && ` ${row.segment}`])),
    cell(1, row.alert ? [stateChip(row.alert), h("small", {}, `since ${time(row.alert_since)}`)] : "–"),
    cell(2, findingChip(row.finding), row.finding === "MISCALIBRATED" && row.evidence_recalibration
      ? h("small", {}, row.evidence_recalibration) : null),
    cell(3, h("span", {class: "spark-pair"}, sparkline(row), eValue(row.evidence_log_detector))),
    cell(4, estimate(row.tests_skce, row.tests_skce_standard_error)),
    cell(5, h("meter", {min: 0, max: 1, value: row.coverage ?? 0, "aria-hidden": "true"}),
      ` ${percent(row.coverage)} `, h("small", {}, `${count(row.labelled)} of ${count(row.predictions)}`)),
    cell(6, time(row.window_end), lag(row)));
}

// How far the newest window is ahead of the one that is told: its labels are awaited.
function lag(row) {
  const ms = Date.parse(row.newest_window_end) - Date.parse(row.window_end);
  return ms > 0 ? h("small", {}, `newest ${duration(ms)} later`) : null;
}

/** What decided in the newest windows, in decades, with the threshold; at least six decades high. */
function sparkline(row) {
  const values = row.trend.map(decades).filter(value => value !== null);
  if (values.length < 2) return null;
  const threshold = decades(row.evidence_log_threshold) ?? -Math.log10(row.tests_alpha);
  const finite = values.map(value => Math.min(300, Math.max(-2, value)));
  const top = Math.max(4, threshold + 1, ...finite);
  const y = value => 20 - 18 * (Math.min(top, value) + 2) / (top + 2);
  const x = index => 2 + 76 * index / (values.length - 1);
  return svg("svg", {class: "spark", viewBox: "0 0 80 22", role: "img",
    "aria-label": `evidence over the newest ${values.length} windows, now ${eText(row.evidence_log_detector)}`},
    svg("line", {class: "threshold", x1: 0, x2: 80, y1: y(threshold), y2: y(threshold)}),
    svg("polyline", {points: finite.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}));
}
