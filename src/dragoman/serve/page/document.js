// The tab of the document: repeated words coloured by their translation, and how consistent these are.
import { fill, make } from "./dom.js";
import { isUnknown } from "./differences.js";
import { strings } from "./strings.js";

const texts = strings.document;
const HUES = 8;

// `answer` is that of /api/document, or null.
export function showDocument(panel, answer) {
  if (!answer || answer.sentences.length < 2) {
    fill(panel, make("p", { class: "note" }, texts.short));
    return;
  }
  const { sentences, terms } = answer;
  const words = ({ words, spaces }, unknown) => words.map((word, place) => {
    const copied = isUnknown(word, unknown);
    return { word, space: spaces[place], kind: copied ? "unknown" : "", title: copied ? strings.unknown : "" };
  });
  const copied = sentences.map((one) => new Set(one.unknown.map((word) => word.toLowerCase())));
  const source = sentences.map((one, number) => words(one.source_words, copied[number]));
  const target = sentences.map((one, number) => words(one.target_words, copied[number]));
  for (const [number, term] of terms.entries()) {
    for (const use of term.uses) {
      const rare = use.translation !== term.translations[0].text;
      const look = { kind: `term hue${number % HUES}${rare ? " rare" : ""}`, title: `${term.source}: ${use.translation}`, term: term.source };
      const colour = (word) => Object.assign(word, look, word.kind ? { kind: `${look.kind} unknown`, title: word.title } : null);
      colour(source[use.sentence][use.place]);
      for (const place of use.target_places) colour(target[use.sentence][place]);
    }
  }
  const rows = sentences.map((_, number) => make("tr", {}, make("td", {}, String(number + 1)),
    make("td", {}, spans(source[number])), make("td", {}, spans(target[number]))));
  const title = (text) => make("th", { scope: "col" }, text);
  const table = make("table", { class: "document" }, make("thead", {}, make("tr", {}, title("#"), title(strings.source), title(strings.translation))),
    make("tbody", {}, rows));
  fill(panel, make("p", { class: "note" }, texts.note), make("p", {}, texts.passes(answer.passes)), make("p", {}, texts.share(terms.length, percent(terms.filter((term) => term.consistent).length, terms.length))),
    terms.length ? termTable(terms, table) : null, make("div", { class: "scroll" }, table));
}

function percent(part, whole) {
  return whole ? Math.round((100 * part) / whole) : 100;
}

function spans(words) {
  return words.flatMap(({ word, space, kind, title, term }) => [
    space ? " " : "", kind ? make("span", { class: kind, title, "data-term": term }, word) : word]);
}

function termTable(terms, table) {
  const pick = (word, button) => {
    const pressed = button.getAttribute("aria-pressed") === "true";
    for (const other of button.closest("table").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(!pressed));
    table.classList.toggle("picked", !pressed);
    for (const span of table.querySelectorAll("[data-term]")) span.classList.toggle("chosen", !pressed && span.dataset.term === word);
  };
  const rows = terms.map((term, number) => {
    const button = make("button", { type: "button", "aria-pressed": "false" }, term.source);
    button.addEventListener("click", () => pick(term.source, button));
    return make("tr", {}, make("td", {}, button), make("td", { class: "number" }, String(term.uses.length)),
      make("td", {}, term.translations.flatMap(({ text, count }, rank) => [
        rank ? " " : "", make("span", { class: `term hue${number % HUES}${rank ? " rare" : ""}` }, `${text} ×${count}`)])),
      make("td", { class: "number" }, `${percent(term.translations[0].count, term.uses.length)} %`));
  });
  const title = (text, kind) => make("th", { scope: "col", class: kind }, text);
  const head = make("tr", {}, title(texts.term), title(texts.times, "number"), title(texts.translations), title(texts.consistency, "number"));
  return make("details", { open: true }, make("summary", {}, texts.terms),
    make("div", { class: "scroll tall" }, make("table", {}, make("thead", {}, head), make("tbody", {}, rows))));
}
