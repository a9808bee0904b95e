// What the page shows, in the part of its address that browsers never send to a server.
import { isEmpty } from "./edits.js";

export function readAddress() {
  const values = new URLSearchParams(location.hash.slice(1));
  let edits = null;
  try {
    edits = JSON.parse(values.get("edits") ?? "null");
  } catch {
    edits = null;
  }
  return {
    q: values.get("q") ?? "",
    model: values.get("model") ?? "",
    other: values.get("other") ?? "",
    tab: values.get("tab") ?? "",
    sentence: Math.max(0, Number.parseInt(values.get("sentence") ?? "0", 10) || 0),
    tree: values.get("tree") ?? "",
    edits,
  };
}

export function writeAddress(state) {
  const values = new URLSearchParams();
  for (const name of ["q", "model", "other", "tab", "tree"]) if (state[name]) values.set(name, state[name]);
  if (state.sentence) values.set("sentence", String(state.sentence));
  if (!isEmpty(state.edits)) values.set("edits", JSON.stringify(state.edits));
  history.replaceState(null, "", `#${values}`);
}
