// The n-best list: how each entry differs from the best one, and in which group of features it lost.
import { drawing, fill, make, picture } from "./dom.js";
import { marked } from "./differences.js";
import { unknownWords } from "./output.js";
import { strings } from "./strings.js";

const texts = strings.alternatives;

export function groupCosts(entry, sentence) {
  return Object.values(sentence.groups).map((names) =>
    names.reduce((sum, name) => sum + (sentence.weights[name] ?? 0) * (entry.features[name] ?? 0), 0),
  );
}

export function signed(value) {
  const shown = value.toFixed(3).replace("-", "−");
  return value > 0.0005 ? `+${shown}` : /^−0\.0*$/.test(shown) ? "0.000" : shown;
}

// `pictures` asks for the drawings of all entries.
export function showAlternatives(panel, sentence, pictures) {
  const list = sentence.nbest;
  if (list.length < 2) {
    fill(panel, make("p", { class: "note" }, texts.none));
    return;
  }
  const best = list[0];
  const unknown = unknownWords(sentence); // what one translation copies all others copy
  const costs = groupCosts(best, sentence);
  const number = (text) => make("td", { class: "number" }, text);
  const shown = make("div", { "aria-live": "polite", "data-drawings": true });
  const choose = async (place, button) => {
    const entry = (await pictures())?.[place];
    if (!entry || !button.isConnected) return;
    for (const other of panel.querySelectorAll("button[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
    fill(shown, picture(entry.links, list[place].text), make("div", { class: "scroll" }, drawing(entry.table)));
  };
  const pick = (place, content) => make("button", { type: "button", class: "pick", "aria-pressed": "false",
    onclick: (event) => choose(place, event.currentTarget) }, content);
  const rows = list.map((entry, place) =>
    make("tr", {}, number(String(place + 1)), make("td", {}, pick(place, place ? marked(entry.text, best.text, "ins", unknown) : marked(entry.text, entry.text, "ins", unknown))),
      number(signed(entry.score - best.score)),
      groupCosts(entry, sentence).map((cost, group) => number(signed(cost - costs[group])))),
  );
  const title = (text, kind) => make("th", { scope: "col", class: kind }, text);
  const head = make("tr", {}, title(texts.rank, "number"), title(texts.text), title(texts.lost, "number"),
    Object.keys(sentence.groups).map((name) => title(name, "number")));
  fill(panel, make("p", { class: "note" }, texts.note),
    make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, rows))), shown);
}
