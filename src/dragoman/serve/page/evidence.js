// The tab that shows the sentence pairs a translation was learned from: leave some out or add one, and keep what helps.
import { forget, post } from "./api.js";
import { fill, make } from "./dom.js";
import { strings } from "./strings.js";

const texts = strings.evidence;
const EXAMPLES = 4;

export class Evidence {
  // `actions`: leaveOut(number), add(source, target), kept() after the model was changed; `pair()` names model and languages.
  constructor(panel, actions, pair) {
    this.actions = actions;
    this.pair = pair;
    this.phrases = make("div", { "aria-live": "polite" });
    this.source = make("textarea", { id: "add-source", rows: "2", required: true, spellcheck: "false" });
    this.target = make("textarea", { id: "add-target", rows: "2", required: true, spellcheck: "false" });
    this.who = make("input", { id: "who", maxlength: "100", autocomplete: "name" });
    this.keep = make("form", { class: "bar", id: "keep", hidden: true, onsubmit: (event) => this.#keep(event) },
      texts.keep, make("label", { for: "who" }, texts.who), this.who, make("button", {}, texts.keepButton));
    this.told = make("p", { role: "status", class: "note" });
    this.journal = make("ol", { class: "journal", reversed: true });
    this.undo = make("button", { type: "button", onclick: () => this.#change("/api/undo", {}) }, texts.undo);
    this.history = make("details", { ontoggle: () => this.#read() }, make("summary", {}, texts.journal), this.undo, this.journal);
    this.form = make("form", { class: "adding", onsubmit: (event) => this.#add(event) }, make("h3", {}, texts.add),
      make("label", { for: "add-source" }, texts.source), this.source, make("label", { for: "add-target" }, texts.target), this.target,
      make("button", {}, texts.addButton));
    this.note = make("p", { class: "note" }, texts.note);
    fill(panel, this.note, this.phrases, this.form, this.keep, this.told, this.history);
  }

  // What the server allows.
  allow({ evidence, suggestions }) {
    this.shown = evidence;
    this.changes = suggestions;
    this.form.hidden = this.history.hidden = !evidence;
    this.undo.hidden = !suggestions;
    if (!evidence) fill(this.phrases, make("p", { class: "note" }, texts.hidden));
  }

  // Asks for a sentence, changed as the edits say.
  async show(sentence, edits, number, signal) {
    if (!this.shown) return;
    this.edits = edits;
    this.keep.hidden = !this.changes || !(edits.leave_out.length + edits.add.length);
    if (!sentence) {
      fill(this.phrases, make("p", { class: "note" }, strings.nothing));
      return;
    }
    if (this.asked !== sentence.source_text) {
      this.asked = sentence.source_text;
      this.source.value = sentence.source_text;
      this.target.value = sentence.text;
    }
    const force = edits.force.filter((one) => one.sentence === number).map((one) => ({ ...one, sentence: 0 }));
    const found = await post("/api/evidence", { ...this.pair(), q: sentence.source_text, examples: EXAMPLES, edits: { ...edits, force } }, signal);
    if (signal.aborted) return;
    this.can = found.changes;
    this.form.hidden = this.history.hidden = !this.can;
    this.note.textContent = this.can ? texts.note : texts.fixed;
    fill(this.phrases, found.phrases.length ? found.phrases.map((one) => this.#phrase(one)) : make("p", { class: "note" }, texts.nothing));
  }

  #phrase(phrase) {
    const rows = (examples) => make("div", { class: "scroll" }, make("table", {}, make("tbody", {}, examples.map((one) => this.#row(one)))));
    const others = phrase.others.map(([text, count]) => `${text} ×${count}`).join(", ");
    return make("section", { class: "phrase" },
      make("h3", {}, `${phrase.number} `, make("b", {}, `${phrase.source} → ${phrase.target}`), phrase.made ? ` [${phrase.made}]` : "", ` (${texts.taught(phrase.supporting, phrase.looked_at, phrase.occurrences)})`),
      rows(phrase.examples),
      others ? make("p", { class: "note" }, `${texts.otherwise} ${others}; ${texts.against}:`) : null,
      others ? rows(phrase.against) : null);
  }

  #row(example) {
    const button = !this.can ? null : make("button", { type: "button", "aria-label": texts.leaveOutLabel(example.line),
      onclick: () => this.actions.leaveOut(example.line) }, texts.leaveOut);
    return make("tr", {}, make("td", {}, `${texts.pair} ${example.line}`, example.added ? make("small", {}, ` ${texts.added}`) : null),
      make("td", {}, lit(example.source, example.source_spaces, example.source_places)),
      make("td", {}, lit(example.target, example.target_spaces, example.target_places)), make("td", {}, button));
  }

  #add(event) {
    event.preventDefault();
    this.actions.add(this.source.value.trim(), this.target.value.trim());
  }

  #keep(event) {
    event.preventDefault();
    const { leave_out, add } = this.edits;
    this.#change("/api/update", { leave_out, add });
  }

  async #change(path, what) {
    try {
      const found = await post(path, { ...this.pair(), ...what, who: this.who.value.trim() });
      forget();
      this.told.textContent = texts.kept;
      this.#list(found.changes);
      this.actions.kept(path === "/api/update");
    } catch (error) {
      this.told.textContent = error.message;
    }
  }

  async #read() {
    if (!this.history.open) return;
    try {
      this.#list((await post("/api/journal", this.pair())).changes);
    } catch (error) {
      this.told.textContent = error.message;
    }
  }

  #list(changes) {
    this.journal.start = changes[0]?.number ?? 1;
    fill(this.journal, changes.length ? changes.map((one) => make("li", {}, texts.change(one))) : make("li", { class: "ghost" }, texts.empty));
  }
}

// Words with those of the phrase lit up.
function lit(words, spaces, places) {
  const own = new Set(places);
  return words.flatMap((word, place) => [spaces[place] ? " " : "", own.has(place) ? make("mark", {}, word) : word]);
}
