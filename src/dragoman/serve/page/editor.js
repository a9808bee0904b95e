// What is changed by hand: the list below the translation, and the tab with terms and with sliders for weights and limits.
import { at, fill, make } from "./dom.js";
import { pin } from "./edits.js";
import { strings } from "./strings.js";

const texts = strings.edit;

export class Editor {
  // `changed` is called after every change of `edits`; `clear` takes all changes back.
  constructor(panel, { changed, clear, words }) {
    this.changed = changed;
    this.words = words;
    this.edits = null;
    this.list = at("changes");
    this.sliders = make("div", {});
    this.source = make("input", { required: true, maxlength: "200" });
    this.target = make("input", { maxlength: "200" });
    const form = make("form", { class: "bar", onsubmit: (event) => this.#pin(event) },
      make("label", {}, texts.term, " ", this.source), make("label", {}, texts.asTranslation, " ", this.target),
      make("button", {}, texts.pin));
    fill(panel,
      make("p", { class: "note" }, texts.note), form,
      make("div", { class: "bar" }, make("button", { type: "button", id: "clear", onclick: clear }, texts.clear)),
      make("details", {}, make("summary", {}, texts.more), this.sliders));
  }

  // The sliders of a model.
  setModel(facts, edits) {
    this.edits = edits;
    const search = Object.entries(facts.search).map(([name, { value, least, most, help }]) =>
      this.#slider("search", name, value, { min: least, max: Math.max(most, value), step: 1 }, help));
    const groups = Object.entries(facts.groups).filter(([, names]) => names.length).map(([group, names]) => [
      make("h3", {}, texts.weights(group)),
      make("div", { class: "sliders" }, names.map((name) => this.#slider("weights", name, facts.weights[name], range(facts.weights[name]), facts.meanings[name]))),
    ]);
    fill(this.sliders, make("h3", {}, texts.limits), make("div", { class: "sliders" }, search), groups.flat());
    this.update(edits);
  }

  // The list of changes.
  update(edits) {
    this.edits = edits;
    const items = [
      ...edits.ban.map((one) => this.#item(texts.banned(...one), () => drop(edits.ban, one))),
      ...edits.force.map((one) => this.#item(texts.forced(this.words(one), one.translation), () => drop(edits.force, one))),
      ...edits.terms.map((one) => this.#item(texts.pinned(...one), () => drop(edits.terms, one))),
      ...edits.leave_out.map((one) => this.#item(texts.leftOut(one), () => drop(edits.leave_out, one))),
      ...edits.add.map((one) => this.#item(texts.added(...one), () => drop(edits.add, one))),
    ];
    fill(this.list, items);
  }

  // Brings the focus to the button that takes the last ban back: what it was on is gone.
  focusBan() {
    this.#focus(this.edits.ban.length);
  }

  // The same for the last pair that was left out.
  focusLeftOut() {
    const { ban, force, terms, leave_out } = this.edits;
    this.#focus(ban.length + force.length + terms.length + leave_out.length);
  }

  #focus(count) {
    this.list.children[count - 1]?.querySelector("button").focus();
  }

  // Begins to give the words of a phrase another translation.
  replace(source, target) {
    this.source.value = source;
    this.target.value = target;
    this.target.focus();
    this.target.select();
  }

  #item(text, remove) {
    const undo = () => {
      remove();
      this.changed();
    };
    return make("li", {}, make("button", { type: "button", "aria-label": texts.removeLabel(text), onclick: undo }, "×"), text);
  }

  #pin(event) {
    event.preventDefault();
    if (!this.source.value.trim()) return;
    if (!this.force || this.source.value !== this.force.source) pin(this.edits, this.source.value.trim(), this.target.value.trim());
    else this.force.take(this.target.value.trim());
    this.force = null;
    this.source.value = this.target.value = "";
    this.changed();
  }

  // `meaning` says in plain words what the slider changes.
  #slider(kind, name, value, range, meaning) {
    const id = `slider-${kind}-${name}`;
    const plain = texts.names[name.replace(/^lm\d+$/, "lm2")];
    const output = make("output", { for: id });
    const input = make("input", { type: "range", id, "aria-describedby": `${id}-meaning`, ...range });
    const box = make("div", { class: "slider" }, make("label", { for: id }, plain ?? breakable(name)), output, input,
      make("small", { id: `${id}-meaning` }, plain ? [make("code", {}, name), ": "] : null, meaning));
    const show = () => {
      const own = this.edits[kind][name];
      input.value = own ?? value;
      output.textContent = kind === "search" ? String(own ?? value) : (own ?? value).toFixed(4);
      box.classList.toggle("changed", own !== undefined);
    };
    input.addEventListener("input", () => {
      this.edits[kind][name] = Number(input.value);
      if (Math.abs(Number(input.value) - value) < Number(range.step) / 2) delete this.edits[kind][name];
      output.textContent = kind === "search" ? input.value : Number(input.value).toFixed(4);
      box.classList.toggle("changed", name in this.edits[kind]);
      this.changed(false);
    });
    show();
    return box;
  }
}

// A name of several parts, which may stand in two lines.
function breakable(name) {
  return name.split(".").flatMap((part, i) => (i ? [make("wbr"), `.${part}`] : [part]));
}

function range(weight) {
  const reach = Math.max(0.1, 4 * Math.abs(weight));
  return { min: weight - reach, max: weight + reach, step: reach / 100 };
}

function drop(list, one) {
  list.splice(list.indexOf(one), 1);
}

export function showBefore(old, now) {
  at("before").hidden = old === null;
  if (old !== null) fill(at("before-text"), now);
}
