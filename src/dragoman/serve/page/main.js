// The page: what is typed, what the server made of it, and what is shown of that.
import { Latest, get, post, setKey } from "./api.js";
import { showAlternatives } from "./alternatives.js";
import { showDerivation } from "./derivation.js";
import { at, fill, make, save } from "./dom.js";
import { sentenceNode } from "./output.js";
import { readAddress, writeAddress } from "./permalink.js";
import { strings } from "./strings.js";
import { makeTabs } from "./tabs.js";
import { setUpTheme } from "./theme.js";

const NBEST = 10;
const PAUSE = 250;
const TABS = ["derivation", "alternatives"];
const latest = new Latest();
const state = readAddress();
let models = [];
let answer = null;
let timer = 0;
let showTab = () => {};

const panel = (name) => at(`panel-${name}`);
const sentence = () => answer?.sentences[state.sentence];
const chosenModel = () => models.find((one) => one.name === state.model) ?? models[0];

function tell(text, wrong = false) {
  at("status").textContent = text;
  at("status").classList.toggle("wrong", wrong);
}

async function translate() {
  clearTimeout(timer);
  writeAddress(state);
  const model = chosenModel();
  if (!state.q.trim()) {
    answer = null;
    tell("");
    latest.run(async () => null);
    render();
    return;
  }
  const begun = performance.now();
  tell(strings.translating);
  try {
    const question = { q: state.q, source: model.source, target: model.target, model: model.name, nbest: NBEST, drawings: true };
    const found = await latest.run((signal) => post("/api/explain", question, signal));
    if (found === undefined) return;
    answer = found;
    state.sentence = Math.min(state.sentence, Math.max(0, answer.sentences.length - 1));
    tell(strings.done(Math.round(performance.now() - begun)));
    render();
  } catch (error) {
    tell(error.message, true);
  }
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(translate, PAUSE);
}

function choose(number) {
  state.sentence = number;
  writeAddress(state);
  render();
}

function render() {
  const sentences = answer?.sentences ?? [];
  fill(at("target"), sentences.flatMap((one, number) => [
    number ? " " : "", sentenceNode(one, number, number === state.sentence, choose),
  ]));
  at("sentences").hidden = sentences.length < 2;
  at("sentence-number").textContent = strings.sentenceOf(state.sentence + 1, sentences.length);
  at("previous").disabled = state.sentence === 0;
  at("next").disabled = state.sentence >= sentences.length - 1;
  for (const name of ["svg", "json", "link"]) at(name).disabled = !answer;
  const one = sentence();
  if (!one) {
    for (const name of TABS) fill(panel(name), make("p", { class: "note" }, strings.nothing));
    return;
  }
  if (one.unreachable) tell(strings.unreachable, true);
  else if (one.degraded) tell(strings.narrowed);
  showDerivation(panel("derivation"), one, answer.drawings[state.sentence], null);
  showAlternatives(panel("alternatives"), one);
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
  at("source").addEventListener("input", () => {
    state.q = at("source").value;
    later();
  });
  at("model").addEventListener("change", () => {
    state.model = at("model").value;
    translate();
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

async function start() {
  setUpTheme();
  showTab = makeTabs(TABS, (name) => {
    state.tab = name;
    writeAddress(state);
  });
  wire();
  try {
    const settings = await get("/frontend/settings");
    models = settings.models;
    at("key-field").hidden = !settings.keyRequired;
    at("source").maxLength = settings.charLimit;
  } catch (error) {
    tell(error.message, true);
    return;
  }
  listModels();
  showTab(TABS.includes(state.tab) ? state.tab : TABS[0]);
  await translate();
}

start();
