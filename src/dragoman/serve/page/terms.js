// Words that a document repeats, and how each occurrence was translated.
const LETTER = /\p{L}/u;

// [{word, count, translations: [[text, count], ...], share, places: [[sentence, position], ...]}], least consistent first.
export function repeatedTerms(sentences) {
  const found = new Map();
  sentences.forEach((sentence, number) => {
    const links = new Map();
    for (const [i, j] of sentence.alignment) links.set(i, [...(links.get(i) ?? []), j]);
    sentence.source.forEach((word, place) => {
      if (!LETTER.test(word)) return;
      const key = word.toLowerCase();
      const targets = (links.get(place) ?? []).sort((a, b) => a - b);
      const term = found.get(key) ?? { word, uses: [] };
      term.uses.push({ sentence: number, place, targets, text: targets.map((j) => sentence.target[j]).join(" ") || "–" });
      found.set(key, term);
    });
  });
  const everywhere = (term) => sentences.length > 3 && new Set(term.uses.map((use) => use.sentence)).size > sentences.length / 2;
  const terms = [...found.values()].filter((term) => term.uses.length > 1 && !everywhere(term)).map(counted);
  return terms.sort((a, b) => a.share - b.share || b.uses.length - a.uses.length || (a.word < b.word ? -1 : 1));
}

function counted(term) {
  const counts = new Map();
  for (const { text } of term.uses) counts.set(text.toLowerCase(), (counts.get(text.toLowerCase()) ?? 0) + 1);
  const translations = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return { ...term, translations, share: translations[0][1] / term.uses.length };
}

// The share of repeated words whose occurrences all have one translation.
export function consistency(terms) {
  return terms.length ? terms.filter((term) => term.translations.length === 1).length / terms.length : 1;
}
