// Rating: a part of a document at a time. With "esa" errors are marked first, then the score is given; with "mqm" errors
// get a category and no score; with "da" there is only a score. A word is marked from the first to the last one that is
// chosen, by pointer or keyboard; a marked word opens what can be done about its error.
const at = (id) => document.getElementById(id);
const HOW = {
  esa: "Choose the first and the last word of each error (the same word twice for one word), and say whether it is minor or major. [missing] stands for what was left out. Then say that you are done, and give a score: 0 has nothing of the meaning, 33 has some of it, 66 most of it, 100 is perfect.",
  mqm: "Choose the first and the last word of each error (the same word twice for one word), its severity and its kind. [missing] stands for what was left out. Say of every sentence when you are done.",
  da: "Give a score to every sentence: 0 has nothing of the meaning, 33 has some of it, 66 most of it, 100 is perfect.",
};
let annotator = "", task = null, segments = [], shownAt = 0;

function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// The words of a text with their places, counted in characters as the server counts them.
function words(text) {
  const found = [];
  const add = (part, index) => {
    const begin = [...text.slice(0, index)].length;
    found.push({ text: part, begin, end: begin + [...part].length });
  };
  if (typeof Intl.Segmenter === "function") {
    for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) add(segment, index);
  } else for (const one of text.matchAll(/\s+|\S+/gu)) add(one[0], one.index);
  return found;
}

class Segment {
  constructor(data, number) {
    this.number = number;
    this.spans = data.spans.map((span) => ({ ...span }));
    this.words = words(data.target);
    this.length = [...data.target].length;
    this.pending = null;
    this.open = null;
    this.done = task.protocol === "da";
    this.score = null;
    this.target = make("p", { class: "target" });
    this.tools = make("div", { class: "tools" });
    this.rate = make("div", { class: "rate" });
    this.node = make("section", { class: "segment", "aria-label": `Sentence ${number + 1}` },
      make("p", { class: "source" }, data.source), data.reference ? make("p", { class: "reference" }, data.reference) : null,
      this.target, this.tools, this.rate);
    this.draw();
    this.drawRate();
  }

  get complete() {
    return this.done && this.pending === null && (task.protocol === "mqm" ? this.spans.every((one) => one.category) : this.score !== null);
  }

  spanOf(place) {
    return this.spans.find((one) => one.begin <= place && place < one.end);
  }

  draw() {
    const marks = task.protocol !== "da";
    const node = (word, index, missing = false) => {
      if (!marks || (!missing && !word.text.trim())) return document.createTextNode(word.text);
      const span = this.spanOf(word.begin);
      const kinds = ["word", span?.severity, this.pending === index ? "pending" : null, missing ? "missing" : null];
      return make("span", { class: kinds.filter(Boolean).join(" "), role: "button", tabindex: "0", "aria-pressed": String(!!span),
        "data-place": index, onclick: () => this.choose(index), onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          this.choose(index);
        } }, word.text);
    };
    this.target.replaceChildren(...this.words.map((word, index) => node(word, index)));
    if (marks) this.target.append(node({ text: "[missing]", begin: this.length, end: this.length + 1 }, -1, true));
    this.drawTools();
    check();
  }

  choose(index) {
    const word = index < 0 ? { begin: this.length, end: this.length + 1 } : this.words[index];
    const span = this.spanOf(word.begin);
    if (span) {
      this.pending = null;
      this.open = this.open === span ? null : span;
    } else if (index < 0) this.add(word.begin, word.end);
    else if (this.pending === null) {
      this.pending = index;
      this.open = null;
    } else {
      const [first, last] = [Math.min(this.pending, index), Math.max(this.pending, index)];
      this.pending = null;
      this.add(this.words[first].begin, this.words[last].end);
    }
    this.draw();
    this.target.querySelector(`[data-place="${index}"]`)?.focus();
  }

  add(begin, end) {
    this.spans = this.spans.filter((one) => one.end <= begin || one.begin >= end);
    this.open = { begin, end, severity: "minor", category: "" };
    this.spans.push(this.open);
  }

  drawTools() {
    const span = this.open;
    if (!span) return this.tools.replaceChildren();
    const set = (severity) => make("button", { type: "button", "aria-pressed": String(span.severity === severity), onclick: () => {
      span.severity = severity;
      this.draw();
    } }, severity);
    const kind = make("select", { "aria-label": "kind of the error", onchange: (event) => {
      span.category = event.target.value;
      this.draw();
    } }, make("option", { value: "" }, "which kind?"), ...task.categories.map((one) => make("option", { value: one, selected: one === span.category }, one)));
    this.tools.replaceChildren(set("minor"), set("major"), ...(task.protocol === "mqm" ? [kind] : []),
      make("button", { type: "button", onclick: () => {
        this.spans = this.spans.filter((one) => one !== span);
        this.open = null;
        this.draw();
      } }, "no error"), make("button", { type: "button", onclick: () => {
        this.open = null;
        this.draw();
      } }, "ok"));
  }

  drawRate() {
    if (!this.done) {
      this.rate.replaceChildren(make("button", { type: "button", class: "done", onclick: () => {
        this.done = true;
        this.open = this.pending = null;
        this.draw();
        this.drawRate();
        this.rate.querySelector("input")?.focus();
      } }, "All errors are marked"));
      return;
    }
    if (task.protocol === "mqm") return this.rate.replaceChildren(make("span", {}, "done"));
    const output = make("output", {}, this.score === null ? "?" : String(this.score));
    const range = make("input", { type: "range", min: "0", max: "100", step: "1", class: this.score === null ? "untouched" : null,
      "aria-label": `Score of sentence ${this.number + 1}` });
    range.value = this.score ?? 50;
    const take = () => {
      this.score = Number(range.value);
      range.classList.remove("untouched");
      output.textContent = range.value;
      check();
    };
    for (const kind of ["input", "change", "click"]) range.addEventListener(kind, take);
    this.rate.replaceChildren(make("span", {}, "0"), range, make("span", {}, "100"), output);
  }

  said() {
    const spans = this.spans.map(({ begin, end, severity, category }) => ({ begin, end, severity, category })).sort((a, b) => a.begin - b.begin);
    return { score: task.protocol === "mqm" ? null : this.score, spans };
  }
}

function check() {
  at("next").disabled = !task || !segments.length || !segments.every((one) => one.complete);
}

function show(question) {
  task = question.finished ? null : question;
  at("start").hidden = true; at("task").hidden = !task; at("end").hidden = !!task; at("error").textContent = "";
  if (!task) return;
  at("who").textContent = annotator;
  at("count").textContent = `${task.done + 1} of ${task.total}`;
  at("bar").max = task.total; at("bar").value = task.done;
  at("how").textContent = HOW[task.protocol];
  segments = [];
  segments = task.segments.map((data, number) => new Segment(data, number));
  at("segments").replaceChildren(...segments.map((one) => one.node));
  check();
  shownAt = performance.now();
  scrollTo(0, 0);
}

async function talk(address, options) {
  try {
    const reply = await fetch(address, options), value = await reply.json();
    if (reply.ok) { show(value); return true; }
    at("error").textContent = value.error;
  } catch { at("error").textContent = "The server does not answer; try this part again."; }
  return false;
}

at("next").addEventListener("click", async () => {
  at("next").disabled = true;
  const seconds = (performance.now() - shownAt) / 1000;
  const said = { annotator, item: task.item, segments: segments.map((one) => one.said()), seconds };
  const heard = await talk("answer", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) });
  if (!heard) check();
});
at("start").addEventListener("submit", (event) => {
  event.preventDefault();
  annotator = at("name").value.trim();
  if (annotator) talk("question?annotator=" + encodeURIComponent(annotator));
});
