// Lights up all that belongs to the step or the word under the pointer or with the focus (see ties.py).
// Parts that belong together stand below one element with the attribute data-drawings.
function parts(root, name) {
  return [...root.querySelectorAll(`[data-${name}]`)];
}

function light(target) {
  const chosen = target.closest?.("[data-step], [data-word]");
  const root = chosen?.closest("[data-drawings]");
  for (const other of document.querySelectorAll(".lit")) {
    if (other !== root || !chosen) darken(other);
  }
  if (!root) return;
  darken(root);
  root.classList.add("lit");
  const word = chosen.dataset.word;
  const linked = new Set(word ? [word] : []);
  for (const line of parts(root, "link")) {
    const ends = line.dataset.link.split(" ");
    if (ends.includes(word)) ends.forEach((end) => linked.add(end));
  }
  const step = chosen.dataset.step;
  for (const part of parts(root, "step")) {
    if (step !== undefined && part.dataset.step === step) part.classList.add("on");
  }
  for (const part of parts(root, "word")) {
    if (linked.has(part.dataset.word)) part.classList.add("on", "exact");
  }
}

function darken(root) {
  root.classList.remove("lit");
  for (const part of root.querySelectorAll(".on")) part.classList.remove("on", "exact");
}

// Where the pointer was: a page that is scrolled under it, as for the focus of the keyboard, chooses nothing.
let place = "";
document.addEventListener("pointerover", (event) => {
  const here = `${event.screenX} ${event.screenY}`;
  if (here === place) return;
  place = here;
  light(event.target);
});
document.addEventListener("focusin", (event) => light(event.target));
