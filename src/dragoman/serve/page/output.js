// The translation as text. The words of the chosen sentence are tied to the drawings, if they can be found in it.
import { make } from "./dom.js";
import { common } from "./differences.js";

// A sentence that can be chosen; `old` is what it was before the changes, if there are any.
export function sentenceNode(sentence, number, chosen, choose, old) {
  const pick = () => choose(number);
  const keys = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick();
    }
  };
  const content = chosen ? tied(sentence, old) : [sentence.text];
  return make("span", { class: "sentence", role: "button", tabindex: "0", "aria-pressed": String(chosen),
    onclick: pick, onkeydown: keys }, content);
}

function tied(sentence, old) {
  const text = sentence.text;
  const steps = new Map();
  sentence.steps.forEach((step, number) => {
    for (const [begin, end] of step.target_spans) for (let i = begin; i < end; i++) steps.set(i, number);
  });
  const [shared] = common(sentence.target, old?.target ?? sentence.target);
  const nodes = [];
  let place = 0;
  for (const [number, token] of sentence.target.entries()) {
    const found = text.toLowerCase().indexOf(token.toLowerCase(), place);
    if (found < 0 || found > place + 3) return [text];
    nodes.push(text.slice(place, found));
    place = found + token.length;
    nodes.push(make("span", { class: shared[number] ? null : "new", "data-word": `t${number}`, "data-step": steps.get(number) }, text.slice(found, place)));
  }
  return [...nodes, text.slice(place)];
}
