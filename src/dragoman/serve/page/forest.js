// The tab of the forest: the cells of a sentence, asked for only when they are shown.
import { fill, make } from "./dom.js";
import { strings } from "./strings.js";

const texts = strings.forest;

export function showForest(panel, words, cells) {
  if (!cells?.length) {
    fill(panel, make("p", { class: "note" }, words ? texts.none : strings.nothing));
    return;
  }
  const rules = make("div", { "aria-live": "polite" });
  const places = new Map(cells.map((cell) => [`${cell.end - cell.begin} ${cell.begin}`, cell]));
  const longest = Math.max(...cells.map((cell) => cell.end - cell.begin));
  const rows = [];
  for (let length = longest; length > 0; length--) {
    rows.push(make("tr", {}, make("th", { scope: "row", class: "number" }, String(length)),
      words.map((_, begin) => places.get(`${length} ${begin}`)).map((cell) => make("td", {}, cell ? button(cell, words, rules) : null))));
  }
  const head = make("tr", {}, make("th", { scope: "col" }, texts.length), words.map((word) => make("th", { scope: "col" }, word)));
  const table = make("table", { class: "cells" }, make("thead", {}, head), make("tbody", {}, rows));
  fill(panel, make("p", { class: "note" }, texts.note), make("div", { class: "scroll" }, table), rules);
}

const percent = (share) => (100 * share).toFixed(share < 0.0995 ? 1 : 0);

function button(cell, words, rules) {
  const source = words.slice(cell.begin, cell.end).join(" ");
  const best = cell.rules[0];
  const told = texts.cell(source, best.target, percent(cell.probability), cell.total);
  const made = make("button", { type: "button", class: `cell${Math.round(5 * Math.sqrt(cell.probability))}`, title: told, "aria-label": told,
    "aria-pressed": "false" }, cell.probability >= 0.01 ? best.target : "·");
  made.addEventListener("click", () => {
    for (const other of made.closest("table").querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
    made.setAttribute("aria-pressed", "true");
    showRules(rules, cell, source);
  });
  return made;
}

function showRules(place, cell, source) {
  const number = (text) => make("td", { class: "number" }, text);
  const title = (text, kind) => make("th", { scope: "col", class: kind }, text);
  const rows = cell.rules.map((rule) => make("tr", {}, make("td", {}, rule.source), make("td", {}, rule.target), number(`${percent(rule.probability)} %`), number(rule.score.toFixed(3))));
  fill(place, make("p", {}, texts.rules(source, cell.total)), make("table", { class: "rules" },
    make("thead", {}, make("tr", {}, title(texts.source), title(texts.target), title(texts.probability, "number"), title(texts.score, "number"))), make("tbody", {}, rows)));
}
