// What the reader chose, in the address of the page, so that a link shows the same.

/** Path and choices of the address after the #. */
export function address() {
  const [, path, query] = /^#?([^?]*)\??(.*)$/s.exec(location.hash);
  return {path: path || "/", chosen: new URLSearchParams(query)};
}

/** Replaces the choices in the address; those that are empty are left out. No view is built for it. */
export function choose(choices) {
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  const {path} = address();
  const next = `#${path}${query.size > 0 ? `?${query}` : ""}`;
  if (next !== (location.hash || "#/")) history.replaceState(null, "", next);
}
