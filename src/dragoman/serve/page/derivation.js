// The tab of the derivation: links, tree of rules, and the table of costs with what can be done about a phrase.
import { drawing, fill, make, picture } from "./dom.js";
import { strings } from "./strings.js";

const texts = strings.derivation;
const TARGET = 3; // the column of the target side; the buttons follow it

// `actions`, if there are any: what its buttons do.
export function showDerivation(panel, sentence, drawings, actions) {
  // The source sides of a tree are indented: their lines must not break.
  const table = make("div", { class: sentence.left_to_right ? "flat scroll" : "scroll" }, drawing(drawings.table));
  for (const row of table.querySelectorAll("tr[data-step]")) {
    row.tabIndex = 0;
    const made = buttons(sentence, drawings, Number(row.dataset.step), actions);
    row.children[TARGET].after(make("td", { class: "actions" }, made));
  }
  table.querySelector("thead tr")?.children[TARGET].after(make("th", { scope: "col" }, make("span", { class: "aside" }, texts.change)));
  fill(
    panel,
    picture(drawings.links, `${sentence.source.join(" ")} → ${sentence.target.join(" ")}`),
    drawings.parse ? [make("p", { class: "note" }, texts.parse), picture(drawings.parse, texts.parse)] : null,
    drawings.rules ? [make("p", { class: "note" }, texts.rules), picture(drawings.rules, texts.rules)] : null,
    make("p", { class: "note" }, texts.note),
    table,
    make("p", {}, texts.score(sentence.score)),
  );
}

function buttons(sentence, drawings, number, actions) {
  const step = sentence.steps[number];
  const [source, target] = drawings.sides[number];
  const made = [];
  if (!actions) return made;
  if (step.kind === "rule") {
    const label = texts.banLabel(source, target);
    made.push(make("button", { type: "button", "aria-label": label, onclick: () => actions.ban(source, target) }, texts.ban), " ");
  }
  if (step.source_spans.length === 1 && step.tails.length <= (sentence.left_to_right ? 1 : 0)) {
    const [begin, end] = step.source_spans[0];
    const label = texts.forceLabel(source);
    made.push(make("button", { type: "button", "aria-label": label,
      onclick: () => actions.force(begin, end, step.source.join(" "), step.target.join(" ")) }, texts.force));
  }
  return made;
}
