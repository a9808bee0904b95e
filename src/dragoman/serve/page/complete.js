// Interactive translation: the user types a translation, the model completes it. Tab accepts the next word.
import { Latest, post } from "./api.js";
import { isUnknown } from "./differences.js";
import { fill, make } from "./dom.js";
import { strings } from "./strings.js";

const texts = strings.complete;
const SURE = 0.7;

export class Completer {
  #latest = new Latest();
  #answer = null;
  #free = false;

  // `question()` is what is asked for the chosen sentence, `unknown()` its words that are copied.
  constructor(panel, question, unknown) {
    this.question = question;
    this.unknown = unknown;
    this.input = make("textarea", { id: "typed", rows: "3", spellcheck: "false", "aria-describedby": "ghost typed-keys" });
    this.ghost = make("p", { id: "ghost", class: "text short", role: "status" });
    this.others = make("div", { class: "bar" });
    this.input.addEventListener("input", () => this.refresh());
    this.input.addEventListener("blur", () => (this.#free = false));
    this.input.addEventListener("keydown", (event) => this.#key(event));
    fill(panel, make("p", { class: "note", id: "typed-keys" }, texts.note),
      make("label", { for: "typed" }, texts.typed), this.input, this.ghost, this.others);
  }

  // The completion of what is typed for the sentence as it is now.
  async refresh() {
    const question = this.question();
    if (!question) {
      this.#answer = null;
      this.#show();
      return;
    }
    try {
      const asked = { ...question, prefix: this.input.value, alternatives: 3 };
      const found = await this.#latest.run((signal) => post("/api/complete", asked, signal));
      if (found === undefined) return;
      this.#answer = found;
      this.#show();
    } catch (error) {
      this.#answer = null;
      this.#show(error.message);
    }
  }

  #key(event) {
    if (event.key === "Escape") this.#free = true;
    if (event.key !== "Tab" || event.shiftKey || this.#free || !this.#answer?.words.length) return;
    event.preventDefault();
    this.#accept();
  }

  // Takes the next word at once; what is left stands until the server has answered.
  #accept() {
    const { completion, words, confidences } = this.#answer;
    const end = completion.indexOf(words[0].trim()) + words[0].trim().length;
    this.input.value += completion.slice(0, end);
    this.#answer = { ...this.#answer, completion: completion.slice(end), words: words.slice(1), confidences: confidences.slice(1) };
    this.#show();
    this.refresh();
  }

  #show(fault = "") {
    const answer = this.#answer;
    if (!answer) {
      fill(this.ghost, make("span", { class: fault ? "wrong" : "ghost" }, fault || texts.nothing));
      fill(this.others);
      return;
    }
    const copied = this.unknown();
    const words = answer.words.map((word, place) => {
      const sure = answer.confidences[place] ?? 0;
      const unknown = isUnknown(word.trim(), copied);
      const shown = sure >= SURE ? make("b", {}, word.trim()) : make("span", { class: "ghost" }, word.trim());
      shown.title = unknown ? strings.unknown : texts.confidence(Math.round(100 * sure));
      shown.classList.toggle("unknown", unknown);
      return [/^\s*/.exec(word)[0], shown]; // the server says where blanks stand: none before a comma
    });
    fill(this.ghost, this.input.value, words.flat(), answer.exact ? null : make("span", { class: "wrong" }, " ", texts.inexact));
    fill(this.others, answer.alternatives.map((one) =>
      make("button", { type: "button", onclick: () => this.#take(one.text) }, one.text.trim() || texts.end)));
  }

  #take(text) {
    this.input.value += text;
    this.input.focus();
    this.refresh();
  }
}
