// Elements from data. Text always becomes a text node, so that no name of a model is read as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element: properties by name (class, on* functions, attributes), then children. */
export function h(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same of SVG. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** Makes these the children of an element. Those that stay are not moved, so that they keep the focus. */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) {
    if (!wanted.has(child)) child.remove();
  }
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}

/** Writes a text where it is another one than before: what did not change is not spoken again. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A message that fills the place of content: what is the matter, and what to do. */
export function notice(kind, title, ...text) {
  return h("section", {class: `notice ${kind}`, role: kind === "bad" ? "alert" : null},
    h("h2", {}, title), text.map(part => typeof part === "string" ? h("p", {}, part) : part));
}

/** A named value in a list of facts, and what there is more to say of it. */
export function fact(name, value, more = null) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value), more && h("dd", {class: "muted"}, more));
}

/** A table with names of columns and rows of cells; a cell is text or an element. */
export function table(caption, columns, rows) {
  return h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
    h("table", {},
      h("caption", {class: "hidden"}, caption),
      h("thead", {}, h("tr", {}, columns.map(column => h("th", {scope: "col"}, column)))),
      h("tbody", {}, rows.map(row => h("tr", {}, row.map(cell => h("td", {}, cell)))))));
}
