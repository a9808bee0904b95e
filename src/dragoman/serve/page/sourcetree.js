// The tab of the source tree: arcs, phrases, and interruptions in red.
import { fill, make, picture } from "./dom.js";
import { strings } from "./strings.js";

const texts = strings.tree;

export function setUpTree(panel, taken) {
  const shown = make("div", { id: "tree-picture" });
  const input = make("textarea", { id: "tree-input", rows: "6", spellcheck: "false", placeholder: texts.example });
  input.addEventListener("change", () => taken(input.value));
  fill(panel, shown, make("details", {}, make("summary", {}, texts.give), make("label", { for: "tree-input" }, texts.format), input));
  return {
    show(drawings, given) {
      if (document.activeElement !== input) input.value = given;
      fill(shown, drawings?.tree
        ? [make("p", { class: "note" }, texts.note), picture(drawings.tree, texts.label)]
        : make("p", { class: "note" }, texts.none));
    },
  };
}
