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
      if (!drawings?.tree) {
        fill(shown, make("p", { class: "note" }, texts.none));
        return;
      }
      const drawn = picture(drawings.tree, texts.label);
      fill(shown, make("p", { class: "note" }, texts.note), drawn, interruptions(drawn));
    },
  };
}

// A button that brings the first interruption of a long sentence into view, or a sentence that says that there is none.
function interruptions(drawn) {
  const first = drawn.querySelector(".interrupted");
  if (!first) return make("p", {}, texts.cohesive);
  const show = () => first.scrollIntoView({ inline: "center", block: "nearest" });
  return make("p", {}, make("button", { type: "button", onclick: show }, texts.show));
}
