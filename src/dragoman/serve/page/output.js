// The translation as text. The words of the chosen sentence are tied to the drawings, if they can be found in it.
import { make } from "./dom.js";
import { common } from "./differences.js";
import { strings } from "./strings.js";

// A sentence that can be chosen; `old` is what it was before the changes, if there are any.
export function sentenceNode(sentence, number, chosen, choose, old) {
  const pick = () => choose(number);
  const keys = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick();
    }
  };
  const content = tied(sentence, chosen, old);
  return make("span", { class: "sentence", role: "button", tabindex: "0", "aria-pressed": String(chosen),
    onclick: pick, onkeydown: keys }, content);
}

// The words of a translation that were copied, since the model does not know them.
export function unknownWords(sentence) {
  return new Set(sentence.steps.filter((one) => one.kind === "unknown").flatMap((one) => one.target).map((word) => word.toLowerCase()));
}

// Only the words of the chosen sentence have ties, since the drawings are its own.
function tied(sentence, chosen, old) {
  const text = sentence.text;
  const steps = new Map();
  const unknown = new Set();
  sentence.steps.forEach((step, number) => {
    for (const [begin, end] of step.target_spans) for (let i = begin; i < end; i++) {
      steps.set(i, number);
      if (step.kind === "unknown") unknown.add(i);
    }
  });
  const [shared] = common(sentence.target, old?.target ?? sentence.target);
  const nodes = [];
  let place = 0;
  for (const [number, token] of sentence.target.entries()) {
    const found = text.toLowerCase().indexOf(token.toLowerCase(), place);
    if (found < 0 || found > place + 3) return [text];
    nodes.push(text.slice(place, found));
    place = found + token.length;
    const kinds = [shared[number] ? "" : "new", unknown.has(number) ? "unknown" : ""].filter(Boolean).join(" ");
    nodes.push(make("span", { class: kinds || null, title: unknown.has(number) ? strings.unknown : null, "data-word": chosen ? `t${number}` : null,
      "data-step": chosen ? steps.get(number) : null }, text.slice(found, place)));
  }
  return [...nodes, text.slice(place)];
}
