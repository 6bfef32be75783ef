import type { Sentence, Word } from '../../../language/sentence.ts';

const maxKeywords = 4;
/** Preference for "tax codes" over "codes". */
const pairWeight = 1.6;
/** Nouns that recur in conversations about anything. */
const vague = new Set(
  `year month week day hour minute percent number half question problem time morning afternoon evening today tomorrow
  tonight night weekend end side page bit one people euro pound dollar cent name hand part clock moment`.split(/\s+/),
);

/** The nouns that recur most, each with the word before it if they recur together: "tax codes". */
export function keywordsOf(
  sentences: readonly Sentence[],
  { names, minCount }: { names: Iterable<string>; minCount: number },
): string[] {
  const excluded = new Set([...vague, ...[...names].flatMap((name) => name.toLowerCase().split(' '))]);
  const nouns = new Map<string, { count: number; isNoun: boolean; forms: Map<string, number> }>();
  for (const { words } of sentences) {
    for (const [at, word] of words.entries()) {
      if (!isNounOrName(word) || excluded.has(word.normal) || excluded.has(word.lemma)) continue;
      const next = words[at + 1];
      if (next && isNounOrName(next) && next.partOfSpeech === 'NOUN' && !next.followsPunctuation) continue;
      // Names keep their plural.
      const key = word.lemma.replace(/s$/, '');
      const entry = nouns.get(key) ?? { count: 0, isNoun: false, forms: new Map<string, number>() };
      entry.count += 1;
      entry.isNoun ||= word.partOfSpeech === 'NOUN';
      entry.forms.set(word.normal, (entry.forms.get(word.normal) ?? 0) + 1);
      const before = words[at - 1];
      if (before && !word.followsPunctuation && before.isContent && ['NOUN', 'ADJ'].includes(before.partOfSpeech)) {
        const pair = `${before.normal} ${word.normal}`;
        entry.forms.set(pair, (entry.forms.get(pair) ?? 0) + pairWeight);
      }
      nouns.set(key, entry);
    }
  }
  return [...nouns.values()]
    .filter(({ count, isNoun }) => isNoun && count >= minCount)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxKeywords)
    .flatMap(({ forms }) => [...forms].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? []);
}

const isNounOrName = ({ isContent, partOfSpeech }: Word) => isContent && ['NOUN', 'PROPN'].includes(partOfSpeech);
