// The buttons that silence an alert and end its silence, for readers who have entered a token.

import {hasToken, Refused, send} from "./api.js";
import {h} from "./dom.js";
import {known, seen, segmentName, seriesName, time} from "./words.js";

const TIMES = [["1h", "1 hour"], ["4h", "4 hours"], ["1d", "1 day"], ["", "until (UTC)"]];
const USUAL = "4h";
const NAME = "evenkeel.name";
const WAITING = "Written. It shows here in a few seconds.";

// What was written and does not show yet: fingerprint of the alert, and what silenced it before.
const written = new Map();

/** The button of an alert that is open; null for readers without a token. */
export function silenceButton(alert) {
  if (!hasToken() || alert.state === "RESOLVED") return null;
  const before = alert.silenced_by ?? null;
  if (written.get(alert.fingerprint) !== before) written.delete(alert.fingerprint);
  const waits = written.has(alert.fingerprint);
  const button = h("button", {type: "button", "data-silence": alert.fingerprint, "data-before": before ?? "", disabled: waits,
    onclick: () => before === null ? askHow(alert) : askWhether(alert)}, before === null ? "Silence…" : "End the silence…");
  return h("p", {class: "actions"}, button, h("span", {class: "muted", role: "status"}, waits ? WAITING : ""));
}

/** What was written shows when it has come back through the topic: until then the button rests. It may have come already. */
function rest(alert) {
  document.querySelectorAll(`[data-silence="${CSS.escape(alert.fingerprint)}"]`).forEach(button => {
    if (button.dataset.before !== (alert.silenced_by ?? "")) return;
    written.set(alert.fingerprint, alert.silenced_by ?? null);
    button.disabled = true;
    button.nextElementSibling.textContent = WAITING;
  });
}

function askHow(alert) {
  const end = h("input", {id: "silence-end", type: "datetime-local", hidden: true, "aria-label": "Until, UTC"});
  const how = h("select", {id: "silence-for", onchange: () => {
    end.hidden = how.value !== "";
    end.required = !end.hidden;
  }}, TIMES.map(([value, text]) => h("option", {value, selected: value === USUAL}, text)));
  const by = h("input", {id: "silence-by", required: true, maxlength: 100, autocomplete: "name", value: sessionStorage.getItem(NAME) ?? ""});
  const why = h("input", {id: "silence-why", maxlength: 500, autocomplete: "off"});
  ask(`Silence ${alert.rule} of ${seriesName(alert)}`, "Silence", () => {
    sessionStorage.setItem(NAME, by.value);
    const until = how.value === "" ? {ends_at: new Date(`${end.value}Z`).toISOString()} : {for: how.value};
    return send("POST", "api/silences", {alert: alert.fingerprint, ...until, created_by: by.value, comment: why.value});
  }, alert,
  h("p", {}, "This alert is not sent until the silence ends. Other alerts still are."),
  h("label", {for: "silence-for"}, "How long"), h("div", {class: "bar"}, how, end),
  h("label", {for: "silence-by"}, "Your name"), by,
  h("label", {for: "silence-why"}, "Why"), why);
}

function askWhether(alert) {
  const {silenced_by: id, silence: found} = alert;
  ask("End the silence", "End it", () => send("DELETE", `api/silences/${encodeURIComponent(id)}`), alert,
    h("p", {}, found ? `Silence ${id} holds for ${scope(found)}, until ${time(found.ends_at)}.` : `Silence ${id}.`),
    found && (found.created_by || found.comment) && h("p", {class: "muted"}, [found.created_by, found.comment].filter(Boolean).join(": ")));
}

/** What a silence holds for: it may be more than one alert. */
function scope(silence) {
  const parts = ["model", "version", "segment", "rule"].filter(name => known(silence[name]))
    .map(name => silence[name] === "" ? `no ${name}` : `${name} ${name === "segment" ? segmentName(silence[name]) : seen(silence[name])}`);
  if (known(silence.fingerprint)) parts.push(`alert ${silence.fingerprint.slice(0, 8)}`);
  return parts.length === 0 ? "everything" : parts.join(", ");
}

/** A dialog outside of the view, which is redrawn while somebody types. */
function ask(title, verb, action, alert, ...content) {
  const problem = h("p", {class: "problem", role: "alert"});
  const submit = h("button", {type: "submit"}, verb);
  const dialog = h("dialog", {"aria-labelledby": "silence-title", onclose: () => dialog.remove()},
    h("h2", {id: "silence-title"}, title),
    h("form", {onsubmit: async event => {
      event.preventDefault();
      submit.disabled = true;
      problem.textContent = "";
      try {
        await action();
        rest(alert);
        dialog.close();
      } catch (caught) {
        problem.textContent = caught instanceof Refused ? `Refused: ${caught.message}. What to do: ${caught.action}.`
          : "No answer. Look whether the alert is silenced before you try again.";
        submit.disabled = false;
      }
    }}, content, problem, h("div", {class: "bar"}, submit, h("button", {type: "button", onclick: () => dialog.close()}, "Cancel"))));
  document.body.append(dialog);
  dialog.showModal();
}
