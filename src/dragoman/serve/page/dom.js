// Elements and text; nothing here ever reads markup that a user wrote.
const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(
  "svg g rect text line path circle title div p b span table thead tbody tr th td".split(" "),
);
const ATTRIBUTES = new Set(
  ("viewBox width height x y x1 x2 y1 y2 cx cy r rx d fill stroke stroke-width stroke-dasharray text-anchor font-family " +
    "font-size pointer-events class scope title role aria-hidden data-step data-word data-link").split(" "),
);

export const at = (id) => document.getElementById(id);

// An element; attributes that begin with "on" are listeners, children are nodes or text.
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
}

// A drawing of the server, built again from the elements and attributes that drawings have; all others are left out.
export function drawing(markup) {
  const parsed = new DOMParser().parseFromString(`<body>${markup}`, "text/html");
  const result = document.createDocumentFragment();
  for (const child of parsed.body.childNodes) {
    const copy = copied(child);
    if (copy) result.append(copy);
  }
  return result;
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || !TAGS.has(node.localName)) return null;
  const own = node.namespaceURI === SVG;
  const made = own ? document.createElementNS(SVG, node.localName) : document.createElement(node.localName);
  for (const { name, value } of node.attributes) {
    if (ATTRIBUTES.has(name)) made.setAttribute(name, value);
  }
  for (const child of node.childNodes) {
    const copy = copied(child);
    if (copy) made.append(copy);
  }
  return made;
}

export function picture(markup, label) {
  return make("div", { class: "scroll picture", role: "img", "aria-label": label, tabindex: "0" }, drawing(markup));
}

export function save(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
