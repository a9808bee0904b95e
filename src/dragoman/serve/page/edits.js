// What the user has changed: weights, limits, banned phrases, forced translations, terms.
export function noEdits() {
  return { weights: {}, search: {}, ban: [], force: [], terms: [], leave_out: [], add: [] };
}

// Edits from an address, which anybody may have written: what has not the right form is left out.
export function checkedEdits(given) {
  const edits = noEdits();
  if (given === null || typeof given !== "object") return edits;
  const texts = (one) => Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === "string");
  for (const name of ["weights", "search"]) {
    const own = Object.entries(given[name] ?? {}).filter(([, value]) => Number.isFinite(value));
    edits[name] = Object.fromEntries(own);
  }
  if (Array.isArray(given.leave_out)) edits.leave_out = given.leave_out.filter(Number.isInteger);
  for (const name of ["ban", "terms", "add"]) if (Array.isArray(given[name])) edits[name] = given[name].filter(texts);
  if (Array.isArray(given.force)) {
    edits.force = given.force.filter((one) =>
      [one?.sentence, one?.begin, one?.end].every(Number.isInteger) && typeof one.translation === "string");
  }
  return edits;
}

export function isEmpty(edits) {
  return Object.values(edits).every((one) => Object.keys(one).length === 0);
}

export function ban(edits, source, target) {
  if (!edits.ban.some(([a, b]) => a === source && b === target)) edits.ban.push([source, target]);
}

export function force(edits, forced) {
  const apart = (one) => one.sentence !== forced.sentence || one.end <= forced.begin || one.begin >= forced.end;
  edits.force = [...edits.force.filter(apart), forced];
}

export function pin(edits, source, target) {
  edits.terms = [...edits.terms.filter(([a]) => a !== source), [source, target]];
}
