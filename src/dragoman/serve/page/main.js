// The page: what is typed, what the server made of it, and what is shown of that.
import { Latest, get, post, setKey } from "./api.js";
import { showAlternatives } from "./alternatives.js";
import { Comparison } from "./compare.js";
import { Completer } from "./complete.js";
import { showDerivation } from "./derivation.js";
import { marked } from "./differences.js";
import { showDocument } from "./document.js";
import { showForest } from "./forest.js";
import { at, fill, make, save } from "./dom.js";
import { Editor, showBefore } from "./editor.js";
import { Evidence } from "./evidence.js";
import { ban, checkedEdits, force, isEmpty, noEdits } from "./edits.js";
import { sentenceNode, unknownWords } from "./output.js";
import { readAddress, writeAddress } from "./permalink.js";
import { setUpTree } from "./sourcetree.js";
import { strings } from "./strings.js";
import { makeTabs } from "./tabs.js";
import { setUpTheme } from "./theme.js";

const NBEST = 10;
const PAUSE = 250;
const TABS = ["derivation", "evidence", "tree", "alternatives", "forest", "edit", "compare", "document", "complete"];
const latest = new Latest();
const second = new Latest();
const state = readAddress();
state.edits = checkedEdits(state.edits);
let models = [];
let answer = null;
let base = null;
let known = null;
let editor, evidence, comparison, completer, tree;
let timer = 0;
let showTab = () => {};

const panel = (name) => at(`panel-${name}`);
const sentence = () => answer?.sentences[state.sentence];
const otherModels = () => models.filter((one) => one.name !== chosenModel().name);
// The second system: the one that was chosen, else the first one of the same languages.
const otherModel = () => otherModels().find((one) => one.name === state.other) ??
  otherModels().find((one) => one.source === chosenModel().source && one.target === chosenModel().target) ?? otherModels()[0];
const chosenModel = () => models.find((one) => one.name === state.model) ?? models[0];

function tell(text, wrong = false) {
  at("status").textContent = text;
  at("status").classList.toggle("wrong", wrong);
}

async function translate() {
  clearTimeout(timer);
  writeAddress(state);
  if (!state.q.trim()) {
    answer = base = null;
    tell("");
    latest.run(async () => null);
    render();
    return;
  }
  const begun = performance.now();
  tell(strings.translating);
  try {
    const edited = !isEmpty(state.edits);
    const found = await latest.run((signal) => Promise.all([
      post("/api/explain", question(edited), signal),
      edited ? unchanged(signal) : null,
    ]));
    if (found === undefined) return;
    [answer, base] = found;
    if (!edited) known = { asked: JSON.stringify(question(false)), answer };
    state.sentence = Math.min(state.sentence, Math.max(0, answer.sentences.length - 1));
    tell(strings.done(Math.round(performance.now() - begun)));
    render();
  } catch (error) {
    tell(error.message, true);
  }
}

// The translation before the changes by hand; the last one is known.
async function unchanged(signal) {
  const asked = JSON.stringify(question(false));
  if (known?.asked !== asked) known = { asked, answer: await post("/api/explain", question(false), signal) };
  return known.answer;
}

function question(edited) {
  const { name: model, source, target } = chosenModel();
  const asked = { q: state.q, source, target, model, nbest: NBEST, drawings: true };
  if (state.tree.trim()) asked.tree = state.tree;
  return edited ? { ...asked, edits: state.edits } : asked;
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(translate, PAUSE);
}

// After a change by hand; a slider that moves is not drawn again.
function changed(redraw = true) {
  if (redraw) editor.update(state.edits);
  later();
}

function clear() {
  state.edits = noEdits();
  editor.setModel(chosenModel(), state.edits);
  translate();
}

const actions = {
  ban(source, target) {
    ban(state.edits, source, target);
    changed();
    editor.focusBan();
  },
  force(begin, end, source, target) {
    const number = state.sentence;
    showTab("edit");
    editor.replace(source, target);
    editor.force = { source, take: (translation) => force(state.edits, { sentence: number, begin, end, translation }) };
  },
};

function choose(number) {
  state.sentence = number;
  writeAddress(state);
  render();
}

function render() {
  const sentences = answer?.sentences ?? [];
  fill(at("target"), sentences.flatMap((one, number) => [
    number ? " " : "", sentenceNode(one, number, number === state.sentence, choose, base?.sentences[number]),
  ]));
  at("sentences").hidden = sentences.length < 2;
  at("sentence-number").textContent = strings.sentenceOf(state.sentence + 1, sentences.length);
  at("previous").disabled = state.sentence === 0;
  at("next").disabled = state.sentence >= sentences.length - 1;
  for (const name of ["svg", "json", "link"]) at(name).disabled = !answer;
  const one = sentence();
  const old = base?.sentences[state.sentence];
  showBefore(one && old ? old : null, one && old ? marked(old.text, one.text, "del", unknownWords(old)) : "");
  comparison.setModels(otherModels(), otherModel());
  tree.show(answer?.drawings[state.sentence], state.tree);
  showTabOnDemand();
  if (!one) {
    for (const name of ["derivation", "alternatives"]) fill(panel(name), make("p", { class: "note" }, strings.nothing));
    return;
  }
  if (one.unreachable) tell(strings.unreachable, true);
  else if (one.degraded) tell(strings.narrowed);
  showDerivation(panel("derivation"), one, answer.drawings[state.sentence], actions);
  showAlternatives(panel("alternatives"), one, alternatives);
}

// What asks the server again, only while it is shown.
function showTabOnDemand() {
  if (state.tab === "complete") completer.refresh();
  const show = { compare, forest, document: repeated, evidence: whereFrom }[state.tab];
  if (show) second.run(show).catch((error) => tell(error.message, true));
}

// How the entries of the n-best list came about, asked for when one is chosen.
async function alternatives() {
  const asked = { ...question(!isEmpty(state.edits)), drawings: false, pictures: [state.sentence] };
  const found = await second.run((signal) => post("/api/explain", asked, signal));
  return found?.pictures[0]?.entries;
}

function compare(signal) {
  return comparison.show(question(false), otherModel(), answer, state.sentence, signal);
}

function whereFrom(signal) {
  return evidence.show(sentence(), state.edits, state.sentence, signal);
}

async function forest(signal) {
  if (!answer) return showForest(panel("forest"), null);
  const edited = !isEmpty(state.edits);
  const asked = { ...question(edited), nbest: 0, drawings: false, cells: [state.sentence] };
  const found = await post("/api/explain", asked, signal);
  const one = found.sentences[state.sentence];
  if (!signal.aborted) showForest(panel("forest"), one?.source, found.cells[0]?.cells);
}

// The text as one document: the terms that are pinned hold, other changes by hand do not.
async function repeated(signal) {
  const { name: model, source, target } = chosenModel();
  const asked = { q: state.q, source, target, model, glossary: state.edits.terms };
  const found = answer ? await post("/api/document", asked, signal) : null;
  if (!signal.aborted) showDocument(panel("document"), found);
}

// Sentences to click, each with what is said of it.
function showExamples(examples) {
  at("examples").hidden = !examples.length;
  fill(at("examples"), strings.examplesTitle, examples.map(({ text, note }) =>
    make("button", { type: "button", class: "example", onclick: () => type(text) }, text, note ? make("small", {}, note) : null)));
}

function type(text) {
  at("source").value = text;
  typed();
}

function typed() {
  state.q = at("source").value;
  state.edits.force = [];
  state.tree = "";
  editor.update(state.edits);
  later();
}

function listModels() {
  fill(at("model"), models.map((one) =>
    make("option", { value: one.name, selected: one.name === state.model }, strings.pair(one.name, one.source, one.target))));
  state.model = chosenModel().name;
}

async function copyLink() {
  writeAddress(state);
  try {
    await navigator.clipboard.writeText(location.href);
    tell(strings.linkCopied);
  } catch {
    tell(strings.linkShown);
  }
}

function wire() {
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = strings[node.dataset.text];
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", strings[node.dataset.label]);
  at("source").placeholder = strings[at("source").dataset.placeholder];
  at("source").value = state.q;
  at("source").addEventListener("input", typed);
  at("model").addEventListener("change", () => {
    state.model = at("model").value;
    clear();
  });
  at("key").addEventListener("change", () => {
    setKey(at("key").value);
    translate();
  });
  at("key-field").addEventListener("submit", (event) => event.preventDefault());
  at("previous").addEventListener("click", () => choose(state.sentence - 1));
  at("next").addEventListener("click", () => choose(state.sentence + 1));
  at("link").addEventListener("click", copyLink);
  at("svg").addEventListener("click", () => save("derivation.svg", "image/svg+xml", answer.drawings[state.sentence].links));
  at("json").addEventListener("click", () => save("translation.json", "application/json", JSON.stringify(answer, null, 1)));
}

function setUpPanels() {
  editor = new Editor(panel("edit"), { changed, clear, words: (one) =>
    answer?.sentences[one.sentence]?.source.slice(one.begin, one.end).join(" ") ?? "" });
  evidence = new Evidence(panel("evidence"), {
    leaveOut(number) {
      if (!state.edits.leave_out.includes(number)) state.edits.leave_out.push(number);
      changed();
      editor.focusLeftOut();
    },
    add(source, target) {
      state.edits.add.push([source, target]);
      changed();
    },
    kept(all) {
      if (all) Object.assign(state.edits, { leave_out: [], add: [] });
      known = null;
      editor.update(state.edits);
      translate();
    },
  }, () => {
    const { name: model, source, target } = chosenModel();
    return { model, source, target };
  });
  comparison = new Comparison(panel("compare"), (name) => {
    state.other = name;
    writeAddress(state);
    showTabOnDemand();
  });
  completer = new Completer(panel("complete"), () => {
    const { name: model, source, target } = chosenModel();
    return sentence() ? { q: sentence().source_text, source, target, model } : null;
  }, () => unknownWords(sentence()));
  tree = setUpTree(panel("tree"), (text) => {
    state.tree = text;
    translate();
  });
}

async function start() {
  setUpTheme();
  showTab = makeTabs(TABS, (name) => {
    state.tab = name;
    writeAddress(state);
    if (answer) showTabOnDemand();
  });
  setUpPanels();
  wire();
  try {
    const settings = await get("/frontend/settings");
    models = await get("/api/models");
    at("judge").hidden = !settings.judging;
    at("key-field").hidden = !settings.keyRequired;
    at("source").maxLength = settings.charLimit;
    showExamples(settings.examples);
    evidence.allow(settings);
  } catch (error) {
    tell(error.message, true);
    return;
  }
  listModels();
  editor.setModel(chosenModel(), state.edits);
  showTab(TABS.includes(state.tab) ? state.tab : TABS[0]);
  await translate();
}

start();
