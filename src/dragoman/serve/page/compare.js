// Two systems side by side: the words that only one of them has are marked.
import { post } from "./api.js";
import { fill, make, picture } from "./dom.js";
import { marked } from "./differences.js";
import { unknownWords } from "./output.js";
import { strings } from "./strings.js";

const texts = strings.compare;

export class Comparison {
  constructor(panel, chosen) {
    this.select = make("select", { id: "other" });
    this.select.addEventListener("change", () => chosen(this.select.value));
    this.result = make("div", {});
    this.row = make("label", { class: "bar" }, texts.other, this.select);
    fill(panel, this.row, this.result);
  }

  // `chosen` is the one that is shown, if there is another model.
  setModels(models, chosen) {
    this.row.hidden = !models.length;
    fill(this.select, models.map((one) =>
      make("option", { value: one.name, selected: one === chosen }, strings.pair(one.name, one.source, one.target))));
  }

  // Asks the other model, unless there is none; `mine` is the answer of the first one.
  async show(question, other, mine, number, signal) {
    if (!other || !mine) {
      fill(this.result, make("p", { class: "note" }, other ? strings.nothing : texts.alone));
      return;
    }
    const { edits, ...plain } = question;
    const theirs = await post("/api/explain", { ...plain, model: other.name, source: other.source, target: other.target }, signal);
    if (signal.aborted) return;
    const side = (name, own, reference, tag) => make("section", {}, make("h3", {}, name),
      make("div", { class: "text short" }, marked(own.text, reference.text, tag, unknownWords(own))));
    const links = (answer) => make("div", { "data-drawings": true }, make("h3", {}, texts.links(answer.model)),
      picture(answer.drawings[number].links, answer.sentences[number].text));
    const a = mine.sentences[number];
    const b = theirs.sentences[number];
    if (!a || !b) return;
    const same = mine.sentences.filter((one, place) => one.text === theirs.sentences[place]?.text).length;
    fill(this.result, make("p", { class: "note" }, texts.same(same, mine.sentences.length)),
      make("div", { class: "grid" }, side(mine.model, a, b, "del"), side(theirs.model, b, a, "ins")), links(mine), links(theirs));
  }
}
