import type { Theme } from '../../store/themes.ts';
import type { TopicMatch } from '../conversation.ts';
import type { Sentence, Tokeniser, Word } from '../language/sentence.ts';

interface Pattern {
  theme: string;
  topic: string;
  trigger: string;
  words: { normal: string; lemma: string }[];
}

interface Hit {
  pattern: Pattern;
  /** Index of the first word in the sentence; `to` is the index after the last word. */
  from: number;
  to: number;
}

const maxExcerptCharacters = 300;

/**
 * The words of a trigger match in order, in English also by lemma ("price" matches "priced", but not the noun
 * "pricing"). Case and hyphens do not matter; punctuation ends a phrase. The longest of overlapping triggers wins. A
 * sentence matches each trigger at most once. The text of a match is cut to 300 characters around its words.
 */
export function matchTopics(
  sentences: readonly Sentence[],
  { themes, tokenise }: { themes: readonly Theme[]; tokenise: Tokeniser },
): TopicMatch[] {
  const patterns = patternsByFirstWord(themes, tokenise);
  return sentences.flatMap((sentence) => {
    const hits = sentence.words.flatMap((word, from) =>
      hitsAt(sentence.words, from, patterns.get(word.normal), patterns.get(word.lemma)),
    );
    const found = new Set<Pattern>();
    return hits.flatMap((hit) => {
      if (found.has(hit.pattern) || hits.some((other) => isCovered(hit, other))) return [];
      found.add(hit.pattern);
      return matchOf(sentence, hit);
    });
  });
}

/** By the normal form and the dictionary form of the first word. */
function patternsByFirstWord(themes: readonly Theme[], tokenise: Tokeniser): Map<string, Set<Pattern>> {
  const found = themes.flatMap(({ name: theme, topics }) =>
    topics.flatMap(({ name: topic, triggers }) =>
      triggers.map(({ keyword }): Pattern => ({ theme, topic, trigger: keyword, words: wordsOf(keyword, tokenise) })),
    ),
  );
  const patterns = new Map<string, Set<Pattern>>();
  for (const pattern of found) {
    for (const form of pattern.words.slice(0, 1).flatMap(({ normal, lemma }) => [normal, lemma])) {
      patterns.set(form, (patterns.get(form) ?? new Set()).add(pattern));
    }
  }
  return patterns;
}

function wordsOf(keyword: string, tokenise: Tokeniser) {
  const tokens = keyword.trim() === '' ? [] : tokenise(keyword.trim()).flat();
  return tokens.filter(({ isWord }) => isWord);
}

function hitsAt(words: readonly Word[], from: number, ...found: (Set<Pattern> | undefined)[]): Hit[] {
  const candidates = new Set(found.flatMap((patterns) => [...(patterns ?? [])]));
  return [...candidates].flatMap((pattern) => {
    const to = from + pattern.words.length;
    const isHit = pattern.words.every((wanted, index) => {
      const word = words[from + index];
      return word !== undefined && isSameWord(word, wanted) && !(index > 0 && word.followsPunctuation);
    });
    return isHit ? [{ pattern, from, to }] : [];
  });
}

const isSameWord = (spoken: Word, wanted: { normal: string; lemma: string }) =>
  spoken.normal === wanted.normal ||
  spoken.lemma === wanted.normal ||
  spoken.lemma === wanted.lemma ||
  spoken.normal === wanted.lemma;

const isCovered = (hit: Hit, other: Hit) =>
  hit.from < other.to && other.from < hit.to && other.to - other.from > hit.to - hit.from;

const matchOf = (sentence: Sentence, { pattern: { theme, topic, trigger }, from, to }: Hit): TopicMatch => ({
  participant_id: sentence.participantId,
  start_ms: sentence.words[from]?.startMs ?? sentence.startMs,
  end_ms: sentence.words[to - 1]?.endMs ?? sentence.endMs,
  text: excerpt(sentence, from),
  theme,
  topic,
  trigger,
});

function excerpt({ text, words }: Sentence, at: number): string {
  if (text.length <= maxExcerptCharacters) return text;
  const middle = Math.round((text.length * at) / words.length);
  const from = Math.max(0, Math.min(middle - maxExcerptCharacters / 2, text.length - maxExcerptCharacters));
  const cut = text.slice(from, from + maxExcerptCharacters);
  const [isCutBefore, isCutAfter] = [from > 0, from + maxExcerptCharacters < text.length];
  const wholeWords = cut.slice(isCutBefore ? cut.indexOf(' ') + 1 : 0, isCutAfter ? cut.lastIndexOf(' ') : undefined);
  return `${isCutBefore ? '…' : ''}${wholeWords}${isCutAfter ? '…' : ''}`;
}
