// Which view is shown, and how it stays current.

import {reader, Refused, remember} from "./api.js";
import {alertsView} from "./alerts.js";
import {fleetView} from "./fleet.js";
import {seriesView} from "./series.js";
import {h, notice} from "./dom.js";
import {count} from "./words.js";

const BETWEEN_READS = 2000;
const PATIENCE = 15000;

const main = document.getElementById("main");
const connection = document.getElementById("connection");
const alerts = reader("api/alerts");

let view;
let read;
let timer;
let generation = 0;

function viewOf(hash) {
  const series = /^#\/series\/(.+)$/.exec(hash);
  if (series) return seriesView(decodeURIComponent(series[1]));
  return hash === "#/alerts" ? alertsView() : fleetView();
}

function show() {
  view?.close?.();
  view = viewOf(location.hash);
  read = reader(view.path);
  generation++;
  const onAlerts = location.hash === "#/alerts";
  document.getElementById("nav-fleet").setAttribute("aria-current", String(!onAlerts));
  document.getElementById("nav-alerts").setAttribute("aria-current", String(onAlerts));
  main.replaceChildren(h("p", {class: "muted"}, "Loading…"));
  window.scrollTo(0, 0);
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  const mine = generation;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const [answer, alerting] = await Promise.all([read(signal), alerts(signal)]);
    if (alerting) tellOpen(alerting.alerts);
    if (mine !== generation) return;
    if (answer) view.update(main, answer);
    tell("live", "Live");
  } catch (problem) {
    if (mine !== generation) return;
    fail(problem);
  }
  // A hidden page rests; it reads again as soon as it is looked at.
  if (!document.hidden) timer = setTimeout(refresh, BETWEEN_READS);
}

function tell(kind, text) {
  if (connection.textContent === text) return;
  connection.className = kind;
  connection.textContent = text;
}

// Whoever is on call is told of alerts that fire and of missing data alike.
function tellOpen(list) {
  const open = list.filter(alert => alert.state === "FIRING" || alert.state === "NO_DATA").length;
  const badge = document.getElementById("open");
  badge.hidden = open === 0;
  badge.textContent = count(open);
  badge.setAttribute("aria-label", `${open} firing or without data`);
  document.title = (open > 0 ? `(${open}) ` : "") + "Evenkeel";
}

function fail(problem) {
  if (!(problem instanceof Refused)) {
    tell("lost", "No connection: what you see may be old. Trying again…");
    return;
  }
  tell("lost", problem.status === 401 ? "Token needed" : "Refused");
  if (problem.status === 401) {
    askForToken();
  } else if (problem.status === 404) {
    main.replaceChildren(notice("plain", "No such series",
      "It may have had no verdict yet, or its verdicts are older than what the topic keeps.",
      h("p", {}, h("a", {href: "#/"}, "See all series"))));
  } else {
    main.replaceChildren(notice("bad", `Refused: ${problem.message}`, `What to do: ${problem.action}.`));
  }
}

function askForToken() {
  if (document.getElementById("token")) return;
  const field = h("input", {id: "token", type: "password", autocomplete: "current-password", required: true});
  const form = h("form", {onsubmit: event => {
    event.preventDefault();
    remember(field.value);
    show();
  }}, h("label", {for: "token"}, "Token"), field, h("button", {type: "submit"}, "Show"));
  main.replaceChildren(notice("plain", "This page needs a token",
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
