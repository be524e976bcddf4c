// Long lists in pages, so that ten thousand rows are no more to draw than a hundred.

import {h} from "./dom.js";
import {count} from "./words.js";

/** The most items of a page. */
const SIZE = 100;

/** The page that there is nearest to the wanted one, counted from 0. */
export const nearest = (page, list) => Math.max(0, Math.min(page, Math.ceil(list.length / SIZE) - 1));

/** The items of a page. */
export const itemsOf = (page, list) => list.slice(page * SIZE, (page + 1) * SIZE);

/** Puts the buttons in their place. They are exchanged only where they lead elsewhere than before; then the focus is given back. */
export function pager(place, page, list, go) {
  const at = `${page} of ${list.length}`;
  if (place.dataset.at === at) return;
  const focused = place.contains(document.activeElement) && document.activeElement.dataset.page;
  place.dataset.at = at;
  place.replaceChildren(...buttons(page, list, go));
  if (focused) place.querySelector(`[data-page="${focused}"]`)?.focus();
}

/** Buttons to the pages before and after; none where one page holds all. */
function buttons(page, list, go) {
  const last = nearest(Infinity, list);
  if (last === 0) return [];
  const button = (name, to) => h("button", {type: "button", "data-page": name, disabled: to < 0 || to > last,
    onclick: () => go(to)}, name);
  return [button("Previous", page - 1),
    h("span", {}, `${count(page * SIZE + 1)} to ${count(Math.min(list.length, (page + 1) * SIZE))} of ${count(list.length)}`),
    button("Next", page + 1)];
}
