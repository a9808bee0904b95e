// Blind judging: shows one pair after the other and sends what the judge says. Addresses are relative, so that the
// page can stand anywhere.
const at = (id) => document.getElementById(id);
let annotator = "", current = null;
function show(question) {
  current = question.finished ? null : question;
  at("start").hidden = true; at("task").hidden = !current; at("end").hidden = !!current; at("error").textContent = "";
  if (!current) return;
  at("who").textContent = annotator;
  at("count").textContent = `${question.done + 1} of ${question.total}`;
  at("bar").max = question.total; at("bar").value = question.done;
  at("source").textContent = question.source ?? "";
  at("source").hidden = at("sourceTitle").hidden = question.source === null;
  at("reference").textContent = question.reference;
  at("left").lastElementChild.textContent = question.left;
  at("right").lastElementChild.textContent = question.right;
}
async function talk(address, options) {
  try {
    const reply = await fetch(address, options), value = await reply.json();
    if (reply.ok) { show(value); return true; }
    at("error").textContent = value.error;
  } catch { at("error").textContent = "The server does not answer; try this pair again."; }
  return false;
}
function answer(choice) {
  if (!current) return;
  const asked = current, sentence = current.sentence; current = null;
  talk("answer", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ annotator, sentence, choice }) }).then((heard) => { if (!heard) current = asked; });
}
at("start").addEventListener("submit", (event) => { event.preventDefault(); annotator = at("name").value.trim();
  if (annotator) talk("question?annotator=" + encodeURIComponent(annotator)); });
for (const choice of ["left", "right", "equal"]) at(choice).addEventListener("click", () => answer(choice));
addEventListener("keydown", (event) => { const choice = { 1: "left", 2: "right", "=": "equal", 0: "equal" }[event.key];
  if (choice && current) answer(choice); });
