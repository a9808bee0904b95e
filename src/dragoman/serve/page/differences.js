// Two texts word by word: what only one of them has is marked (the longest common subsequence stays as it is).
import { make } from "./dom.js";
import { strings } from "./strings.js";

const MOST = 600;

export function words(text) {
  return text.split(/\s+/).filter(Boolean);
}

// For each word of b whether a has it too, in the same order; and the other way round.
export function common(a, b) {
  if (a.length > MOST || b.length > MOST) return [a.map(() => true), b.map(() => true)];
  const length = a.map(() => new Uint16Array(b.length + 1));
  length.push(new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const inA = a.map(() => false);
  const inB = b.map(() => false);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) inA[i++] = inB[j++] = true;
    else if (length[i + 1][j] >= length[i][j + 1]) i++;
    else j++;
  }
  return [inA, inB];
}

// The words of a text as nodes; those that the other text has not stand in an element `tag`, unknown ones are underlined.
export function marked(text, other, tag, unknown = new Set()) {
  const own = words(text);
  const [shared] = common(own, words(other));
  return own.flatMap((word, place) => {
    const shown = isUnknown(word, unknown) ? make("span", { class: "unknown", title: strings.unknown }, word) : word;
    return [place ? " " : "", shared[place] ? shown : make(tag, {}, shown)];
  });
}

// Whether a written word, with the marks that stand at it, is one of those that the model does not know.
export function isUnknown(word, unknown) {
  const plain = word.toLowerCase();
  return unknown.has(plain) || unknown.has(plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
}
