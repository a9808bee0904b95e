// The tab of the document: repeated words coloured by their translation, and how consistent these are.
import { fill, make } from "./dom.js";
import { strings } from "./strings.js";
import { consistency, repeatedTerms } from "./terms.js";

const texts = strings.document;
const HUES = 8;

export function showDocument(panel, sentences) {
  if (sentences.length < 2) {
    fill(panel, make("p", { class: "note" }, texts.short));
    return;
  }
  const terms = repeatedTerms(sentences);
  const source = sentences.map((one) => one.source.map((word) => ({ word, kind: "", title: "" })));
  const target = sentences.map((one) => one.target.map((word) => ({ word, kind: "", title: "" })));
  for (const term of terms) {
    for (const use of term.uses) {
      const rank = term.translations.findIndex(([text]) => text === use.text.toLowerCase());
      const look = { kind: `term hue${rank % HUES}`, title: `${term.word}: ${use.text}`, term: term.word.toLowerCase() };
      Object.assign(source[use.sentence][use.place], look);
      for (const place of use.targets) Object.assign(target[use.sentence][place], look);
    }
  }
  const rows = sentences.map((_, number) => make("tr", {}, make("td", {}, String(number + 1)),
    make("td", {}, spans(source[number])), make("td", {}, spans(target[number]))));
  const title = (text) => make("th", { scope: "col" }, text);
  const table = make("table", { class: "document" }, make("thead", {}, make("tr", {}, title(""), title(strings.source), title(strings.translation))),
    make("tbody", {}, rows));
  fill(panel, make("p", { class: "note" }, texts.note), make("p", {}, texts.share(terms.length, Math.round(100 * consistency(terms)))),
    termTable(terms, table), make("div", { class: "scroll" }, table));
}

function spans(words) {
  return words.flatMap(({ word, kind, title, term }, place) => [
    place ? " " : "", kind ? make("span", { class: kind, title, "data-term": term }, word) : word]);
}

function termTable(terms, table) {
  const pick = (word, button) => {
    const pressed = button.getAttribute("aria-pressed") === "true";
    for (const other of button.closest("table").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(!pressed));
    table.classList.toggle("picked", !pressed);
    for (const span of table.querySelectorAll("[data-term]")) span.classList.toggle("chosen", !pressed && span.dataset.term === word);
  };
  const rows = terms.map((term) => {
    const button = make("button", { type: "button", "aria-pressed": "false" }, term.word);
    button.addEventListener("click", () => pick(term.word.toLowerCase(), button));
    return make("tr", {}, make("td", {}, button), make("td", { class: "number" }, String(term.uses.length)),
      make("td", {}, term.translations.flatMap(([text, count], rank) => [
        rank ? " " : "", make("span", { class: `term hue${rank % HUES}` }, `${text} ×${count}`)])),
      make("td", { class: "number" }, `${Math.round(100 * term.share)} %`));
  });
  const title = (text, kind) => make("th", { scope: "col", class: kind }, text);
  const head = make("tr", {}, title(texts.term), title(texts.times, "number"), title(texts.translations), title(texts.consistency, "number"));
  return make("details", { open: true }, make("summary", {}, texts.terms),
    make("div", { class: "scroll tall" }, make("table", {}, make("thead", {}, head), make("tbody", {}, rows))));
}
