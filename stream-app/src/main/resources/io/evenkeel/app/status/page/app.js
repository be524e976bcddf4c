// Which view is shown, and how it stays current.

import {address} from "./address.js";
import {hasToken, reader, readerOfAll, Refused, remember} from "./api.js";
import {alertsView} from "./alerts.js";
import {fleetView} from "./fleet.js";
import {seriesView} from "./series.js";
import {h, notice, write} from "./dom.js";
import {freshness} from "./intake.js";
import {count, sentence} from "./words.js";

const BETWEEN_READS = 2000;
const PATIENCE = 15000;

const main = document.getElementById("main");
const connection = document.getElementById("connection");
const spoken = document.getElementById("connection-spoken");
const alerts = reader("api/alerts");
const intake = reader("api/intake");

let view;
let read;
let shown;
let timer;
let generation = 0;
let taken;

function viewOf({path, chosen}) {
  const series = /^\/series\/(.+)$/.exec(path);
  if (series) return seriesView(decoded(series[1]), chosen, refresh);
  return path === "/alerts" ? alertsView(chosen) : fleetView(chosen);
}

/** As it stands, where a link was cut in the middle of a character: no series has that key. */
function decoded(key) {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function show() {
  view?.close?.();
  const asked = address();
  view = viewOf(asked);
  read = readerOfAll();
  shown = new Map();
  const onAlerts = asked.path === "/alerts";
  document.getElementById("nav-fleet").setAttribute("aria-current", String(!onAlerts));
  document.getElementById("nav-alerts").setAttribute("aria-current", String(onAlerts));
  main.replaceChildren(h("p", {class: "muted"}, "Loading…"));
  window.scrollTo(0, 0);
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  const mine = ++generation;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const paths = [view.path, ...(view.more?.() ?? [])];
    // What a reader has told, it does not tell again: each answer is used, whatever became of the others.
    const [seen, alerting, news] = await Promise.all([read(paths, signal), alerts(signal), intake(signal)].map(settled));
    // As long as the topic is read, states are old ones.
    if (alerting.answer?.complete) tellOpen(alerting.answer.alerts);
    if (news.answer) taken = news.answer;
    if (mine !== generation) return;
    if (seen.problem) throw seen.problem;
    const answers = seen.answer;
    if (differ(answers, shown)) paint(answers);
    else if (news.answer) view.taken?.(taken);
    const beside = alerting.problem ?? news.problem;
    tell(...beside ? missed(beside) : freshness(taken));
  } catch (problem) {
    if (mine !== generation) return;
    fail(problem);
  }
  // A hidden page rests; it reads again as soon as it is looked at.
  if (!document.hidden) timer = setTimeout(refresh, BETWEEN_READS);
}

/** Shows the answers, unless the topics cannot be read: what is said then may be old, and would look new. */
function paint(answers) {
  const answer = answers.get(view.path);
  if (answer.problem) {
    cover(notice("bad", "The topics cannot be read", answer.problem,
      "Check the brokers, and that the application may read the topics of verdicts, alerts, silences, profiles, recalibrations"
        + " and series."));
  }
  shown = answers;
  if (!answer.problem) view.update(main, answer, taken, answers);
}

const settled = promise => promise.then(answer => ({answer}), problem => ({problem}));

/** Whether these answers, by path, are not those. */
const differ = (answers, those) => answers.size !== those.size || [...answers].some(([path, answer]) => those.get(path) !== answer);

/** In the corner. Aloud only what is of another kind than before: how long ago the last event was changes every few seconds. */
function tell(kind, text) {
  if (connection.className !== kind) write(spoken, text);
  connection.className = kind;
  write(connection, text);
}

// What fires and missing data alike count for whoever is on call, unless they are silenced or another alert explains them.
function tellOpen(list) {
  const open = list.filter(alert => (alert.state === "FIRING" || alert.state === "NO_DATA") && !alert.silenced_by && !alert.inhibited_by).length;
  const badge = document.getElementById("open");
  badge.hidden = open === 0;
  badge.textContent = count(open);
  badge.setAttribute("aria-label", `${open} firing or without data`);
  document.title = (open > 0 ? `(${open}) ` : "") + "Evenkeel";
}

/** Puts a notice in the place of the view. What this had built is not on the page then: the next good answer builds it again. */
function cover(instead) {
  view.close?.();
  view = viewOf(address());
  shown = new Map();
  main.replaceChildren(instead);
}

/** What the corner says where something was not answered. */
const missed = problem => problem instanceof Refused ? ["lost", `Refused: ${problem.message}`]
  : ["lost", "No connection: what you see may be old. Trying again…"];

function fail(problem) {
  if (!(problem instanceof Refused)) {
    tell(...missed(problem));
    return;
  }
  if (problem.status === 401) {
    tell("lost", "Token needed");
    askForToken();
  } else if (problem.status === 404) {
    if (taken) tell(...freshness(taken));
    cover(notice("plain", "No such series",
      "It may have had no verdict yet, or its verdicts are older than what the topic keeps.",
      h("p", {}, h("a", {href: "#/"}, "See all series"))));
  } else if (problem.status === 503) {
    if (taken) tell(...freshness(taken));
    cover(notice("plain", sentence(problem.message), `What to do: ${problem.action}.`));
  } else {
    tell(...missed(problem));
    cover(notice("bad", `Refused: ${problem.message}`, `What to do: ${problem.action}.`));
  }
}

function askForToken() {
  if (document.getElementById("token")) return;
  const field = h("input", {id: "token", type: "password", autocomplete: "current-password", required: true});
  const problem = h("p", {class: "problem", role: "alert"});
  const form = h("form", {onsubmit: event => {
    event.preventDefault();
    if (remember(field.value)) show();
    else problem.textContent = "This is no token. A token has letters, digits and signs of ASCII, and no space.";
  }}, h("label", {for: "token"}, "Token"), field, h("button", {type: "submit"}, "Show"), problem);
  cover(notice("plain", hasToken() ? "This token is not taken" : "This page needs a token",
    "It is the secret of the setting http.token. It is kept until this tab is closed.", form));
  field.focus();
}

window.addEventListener("hashchange", show);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => view?.redraw?.(main));
document.getElementById("skip").addEventListener("click", event => {
  event.preventDefault();
  main.focus();
});
show();
