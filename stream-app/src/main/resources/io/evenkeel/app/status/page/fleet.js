// All series in one table, the most urgent first.

import {choose} from "./address.js";
import {arrange, h, notice, svg, write} from "./dom.js";
import {counts, lacks} from "./intake.js";
import {itemsOf, nearest, pager} from "./paging.js";
import {count, decades, duration, estimate, eText, eValue, findingChip, findingRank, findingWord, number, percent,
  seen, segmentName, seriesLink, seriesName, stateChip, stateRank, time} from "./words.js";

// An alert that is silenced or explained by another is less urgent than a pending one.
const QUIET = 2.5;
const isQuiet = row => Boolean(row.alert_silenced_by || row.alert_inhibited_by);
const alertRank = row => isQuiet(row) ? Math.max(QUIET, stateRank(row.alert)) : stateRank(row.alert);

// Id in the address, name, how a row is compared, whether large values come first.
const COLUMNS = [
  {id: "series", name: "Series", of: row => seriesName(row).toLowerCase(), first: 1},
  {id: "alert", name: "Alert", of: alertRank, first: 1},
  {id: "verdict", name: "Verdict", of: row => findingRank(row.finding), first: 1},
  {id: "evidence", name: "Evidence", of: row => number(row.evidence_log_detector) ?? -Infinity, first: -1},
  {id: "skce", name: "Estimate (SKCE)", of: row => row.tests_skce ?? -Infinity, first: -1},
  {id: "labels", name: "Labels", of: row => row.coverage ?? -1, first: 1},
  {id: "window", name: "Window until", of: row => row.window_end, first: -1}
];
const GROUPS = [
  ["firing", "Firing", "bad", row => row.alert === "FIRING" && !isQuiet(row)],
  ["no-data", "No data", "warn", row => row.alert === "NO_DATA" && !isQuiet(row)],
  ["bad", "Miscalibrated", "bad", row => row.finding === "MISCALIBRATED"],
  ["good", "Calibrated", "good", row => row.finding === "CALIBRATED"],
  ["open", "Undecided", "muted", row => row.finding !== "MISCALIBRATED" && row.finding !== "CALIBRATED"]
];

// What the reader chose, kept from visit to visit of the view.
const choice = {text: "", group: null, byModel: false, column: null, direction: 1, page: 0};

/** What the address asks for, if it asks for anything. */
function take(chosen) {
  if (chosen.size === 0) return;
  const column = COLUMNS.findIndex(({id}) => id === chosen.get("sort"));
  choice.text = chosen.get("search") ?? "";
  choice.group = GROUPS.some(([id]) => id === chosen.get("only")) ? chosen.get("only") : null;
  choice.byModel = chosen.get("by") === "model";
  choice.column = column < 0 ? null : column;
  choice.direction = chosen.get("order") === "descending" ? -1 : 1;
  choice.page = Math.max(0, (Number.parseInt(chosen.get("page"), 10) || 1) - 1);
}

const tellAddress = () => choose({
  search: choice.text, only: choice.group, by: choice.byModel ? "model" : null, sort: COLUMNS[choice.column]?.id,
  order: choice.column === null ? null : choice.direction > 0 ? "ascending" : "descending",
  page: choice.page > 0 ? choice.page + 1 : null
});

function byUrgency(a, b) {
  return alertRank(a) - alertRank(b)
    || findingRank(a.finding) - findingRank(b.finding)
    || (number(b.evidence_log_detector) ?? -Infinity) - (number(a.evidence_log_detector) ?? -Infinity)
    || (a.key < b.key ? -1 : 1);
}

export function fleetView(chosen) {
  take(chosen);
  const rows = new Map();
  // Models whose series are all shown, where one of each is.
  const unfolded = new Set();
  let series = [];
  // What the search looks at, made once for each answer.
  let texts = new Map();
  let body;
  let parts;

  function update(main, answer, news) {
    series = answer.series.sort(byUrgency);
    texts = new Map(series.map(row => [row, `${seriesName(row)} ${findingWord(row.finding)} ${row.evidence_recalibration ?? ""} ${row.alert ?? ""}`.toLowerCase()]));
    if (series.length === 0) {
      const numbers = h("div", {}, news && counts(news));
      main.replaceChildren(answer.complete
        ? notice("plain", "No verdicts yet",
            "A series appears with its first window: once its first predictions are read, and labels or the end of the window have come.",
            "Are there no predictions below? See that the producers write to the topics of the settings topics.predictions and"
              + " topics.labels. Are there dead letters? evenkeel check says which events cannot be used, and why.",
            numbers)
        : notice("plain", "Reading the topics", "Series appear as they are read."));
      parts = {numbers};
      body = null;
      return;
    }
    const first = !body;
    if (first) build(main);
    write(parts.note, lacks(answer, "more series may appear"));
    paint();
    if (first) performance.mark("table");
  }

  function build(main) {
    body = h("tbody");
    parts = {
      note: h("p", {class: "muted", role: "status"}),
      shown: h("p", {id: "shown", class: "muted", role: "status"}),
      pages: h("nav", {class: "bar pages", "aria-label": "Pages"}),
      tiles: new Map(GROUPS.map(([id, name, kind]) => [id, h("button", {type: "button", class: `tile ${kind}`, "data-group": id,
        onclick: () => { choice.group = choice.group === id ? null : id; again(); }}, h("strong"), ` ${name}`)])),
      heads: COLUMNS.map((column, index) => h("th", {scope: "col"},
        h("button", {type: "button", onclick: () => sortBy(index)}, column.name, h("span", {class: "arrow", "aria-hidden": "true"}))))
    };
    const search = h("input", {id: "search", type: "search", value: choice.text, autocomplete: "off", spellcheck: "false",
      placeholder: "model, version, segment or finding",
      oninput: event => { choice.text = event.target.value; again(); }});
    main.replaceChildren(
      h("h1", {class: "hidden"}, "Fleet"),
      h("div", {class: "tiles", role: "group", "aria-label": "Show only"}, [...parts.tiles.values()]),
      h("div", {class: "bar"}, h("label", {for: "search"}, "Search"), search,
        h("label", {}, h("input", {id: "by-model", type: "checkbox", checked: choice.byModel,
          onchange: event => { choice.byModel = event.target.checked; again(); }}), " By model"), parts.shown),
      parts.note,
      h("table", {class: "fleet"}, h("caption", {class: "hidden"}, "All series"),
        h("thead", {}, h("tr", {}, parts.heads)), body),
      parts.pages);
  }

  /** From the first page, after another choice. */
  function again() {
    choice.page = 0;
    paint();
  }

  function turn(page) {
    choice.page = page;
    paint();
    parts.shown.scrollIntoView();
  }

  function sortBy(index) {
    choice.direction = choice.column === index ? -choice.direction : COLUMNS[index].first;
    choice.column = index;
    again();
  }

  function paint() {
    parts.heads.forEach((head, index) => {
      const sorted = choice.column === index;
      head.setAttribute("aria-sort", sorted ? (choice.direction > 0 ? "ascending" : "descending") : "none");
      head.querySelector(".arrow").textContent = sorted ? (choice.direction > 0 ? " ▲" : " ▼") : "";
    });
    for (const [id, , , holds] of GROUPS) {
      const tile = parts.tiles.get(id);
      const held = series.filter(holds).length;
      tile.setAttribute("aria-pressed", String(choice.group === id));
      tile.firstChild.classList.toggle("none", held === 0);
      write(tile.firstChild, count(held));
    }
    const all = wanted();
    const models = choice.byModel ? Map.groupBy(all, row => row.model) : new Map();
    const shown = choice.byModel ? folded(models) : sorted(all);
    choice.page = nearest(choice.page, shown);
    write(parts.shown, `${count(all.length)} of ${count(series.length)} series${choice.byModel ? `, ${count(models.size)} models` : ""}`);
    arrange(body, shown.length > 0 ? itemsOf(choice.page, shown).map(row => element(row, models.get(row.model)))
      : [h("tr", {}, h("td", {colspan: COLUMNS.length, class: "muted"}, "No series matches; clear the search or the group."))]);
    pager(parts.pages, choice.page, shown, turn);
    tellAddress();
  }

  /** Those of the chosen group that hold every word of the search. */
  function wanted() {
    const holds = GROUPS.find(([id]) => id === choice.group)?.[3] ?? (() => true);
    const words = choice.text.toLowerCase().split(/\s+/).filter(Boolean);
    return series.filter(row => holds(row) && words.every(word => texts.get(row).includes(word)));
  }

  /** The most urgent series of each model, whatever the order: it is what the others are folded under. */
  const folded = models => sorted([...models.values()].map(([head]) => head))
    .flatMap(head => unfolded.has(head.model) ? [head, ...sorted(models.get(head.model).slice(1))] : [head]);

  /** In the order of the column; those that it does not tell apart stay in the order of their urgency. */
  function sorted(shown) {
    if (choice.column === null) return shown;
    const {of} = COLUMNS[choice.column];
    const keys = new Map(shown.map(row => [row, of(row)]));
    return shown.sort((a, b) => {
      const [x, y] = [keys.get(a), keys.get(b)];
      return x === y ? 0 : x < y ? -choice.direction : choice.direction;
    });
  }

  function fold(model) {
    if (!unfolded.delete(model)) unfolded.add(model);
    paint();
    [...body.querySelectorAll(".fold")].find(button => button.dataset.model === model)?.focus();
  }

  // A row is made only when what it shows has changed. The first of a model unfolds the others.
  function element(row, own = []) {
    const more = row === own[0] ? own.length - 1 : 0;
    const open = more > 0 && unfolded.has(row.model);
    const member = own.length > 0 && row !== own[0];
    const content = JSON.stringify([row, more, open, member]);
    const known = rows.get(row.key);
    if (known?.content === content) return known.element;
    const made = fleetRow(row, more > 0 && h("button", {type: "button", class: "fold", "data-model": row.model, "aria-expanded": String(open),
      onclick: () => fold(row.model)}, `${open ? "▾" : "▸"} ${count(more)} more`));
    if (member) made.className = "member";
    rows.set(row.key, {content, element: made});
    return made;
  }

  function taken(news) {
    parts?.numbers?.replaceChildren(counts(news));
  }

  return {path: "api/series", update, taken, redraw() {}};
}

function fleetRow(row, more) {
  const cell = (index, ...content) => h("td", {"data-name": COLUMNS[index].name}, ...content);
  return h("tr", {"data-key": row.key},
    h("th", {scope: "row"}, h("a", {href: seriesLink(row.key)}, seen(row.model)),
      h("span", {class: "muted"}, [row.version && ` ${seen(row.version)}`, row.segment && ` ${segmentName(row.segment)}`]), more),
    cell(1, row.alert ? [stateChip(row.alert, row.alert_silenced_by, row.alert_inhibited_by),
      h("small", {}, `${row.alert_rule} since ${time(row.alert_since)}`)] : "–"),
    cell(2, findingChip(row.finding), row.finding === "MISCALIBRATED" && row.evidence_recalibration
      ? h("small", {}, row.evidence_recalibration) : null),
    cell(3, h("span", {class: "spark-pair"}, sparkline(row), eValue(row.evidence_log_detector))),
    cell(4, estimate(row.tests_skce, row.tests_skce_standard_error)),
    cell(5, h("meter", {min: 0, max: 1, value: row.coverage ?? 0, "aria-hidden": "true"}),
      ` ${percent(row.coverage)} `, h("small", {}, `${count(row.labelled)} of ${count(row.predictions)}`)),
    cell(6, time(row.window_end), lag(row)));
}

// How far the newest window is ahead of the one that is shown: it waits for labels.
function lag(row) {
  const ms = Date.parse(row.newest_window_end) - Date.parse(row.window_end);
  return ms > 0 ? h("small", {}, `newest ${duration(ms)} later`) : null;
}

/** What decided in the newest windows, in decades, with the threshold of each; at least six decades high. */
function sparkline(row) {
  const same = row.evidence_log_threshold ?? -Math.log(row.tests_alpha);
  const windows = row.trend.map((value, index) => ({value: decades(value), limit: decades(row.trend_thresholds?.[index] ?? same)}))
    .filter(({value}) => value !== null);
  if (windows.length < 2) return null;
  const values = windows.map(({value}) => Math.min(300, Math.max(-2, value)));
  const limits = windows.map(({limit}) => limit);
  const top = Math.max(4, ...limits.filter(Number.isFinite).map(limit => limit + 1), ...values);
  const y = value => (20 - 18 * (Math.min(top, value) + 2) / (top + 2)).toFixed(1);
  const x = index => (2 + 76 * index / (values.length - 1)).toFixed(1);
  return svg("svg", {class: "spark", viewBox: "0 0 80 22", role: "img",
    "aria-label": `evidence over the newest ${values.length} windows, now ${eText(row.evidence_log_detector)}`},
    svg("polyline", {class: "threshold", points: limits.map((limit, index) => `${index === 0 ? 0 : x(index - 1)},${y(limit)}`
      + ` ${index === limits.length - 1 ? 80 : x(index)},${y(limit)}`).join(" ")}),
    svg("polyline", {points: values.map((value, index) => `${x(index)},${y(value)}`).join(" ")}));
}
