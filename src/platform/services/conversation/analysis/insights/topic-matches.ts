import type { Theme } from '../../store/themes.ts';
import type { TopicMatch } from '../conversation.ts';
import type { Sentence, Tokeniser, Word } from '../language/sentence.ts';

interface Pattern extends Pick<TopicMatch, 'theme' | 'topic' | 'trigger'> {
  words: { normal: string; lemma: string }[];
}

interface Hit {
  pattern: Pattern;
  /** Index, in the sentence, of the first word of the hit; `to` is the index after the last word of the hit. */
  from: number;
  to: number;
}

const maxExcerptCharacters = 300;

/**
 * Finds what matches the triggers of topics. The words of a trigger match in order, in English also by lemma ("price"
 * matches "priced", but not the noun "pricing"). Case and hyphens do not matter; punctuation ends a phrase. The longest
 * of overlapping triggers wins. A sentence matches each trigger at most once. The text of a match is cut to 300
 * characters around its words.
 */
export function matchTopics(
  sentences: readonly Sentence[],
  { themes, tokenise }: { themes: readonly Theme[]; tokenise: Tokeniser },
): TopicMatch[] {
  const patterns = patternsByFirstWord(themes, tokenise);
  return sentences.flatMap((sentence) => {
    const { words } = sentence;
    const hits = words.flatMap(({ normal, lemma }, from) => {
      const candidates = new Set([...(patterns.get(normal) ?? []), ...(patterns.get(lemma) ?? [])]);
      return [...candidates].flatMap((pattern): Hit[] =>
        isSaidAt(pattern, words, from) ? [{ pattern, from, to: from + pattern.words.length }] : [],
      );
    });
    const found = new Set<Pattern>();
    return hits.flatMap(({ pattern, from, to }) => {
      const covers = (other: Hit) => from < other.to && other.from < to && other.to - other.from > to - from;
      if (found.has(pattern) || hits.some(covers)) return [];
      found.add(pattern);
      const { words: _, ...trigger } = pattern;
      return {
        participant_id: sentence.participantId,
        start_ms: words[from]?.startMs ?? sentence.startMs,
        end_ms: words[to - 1]?.endMs ?? sentence.endMs,
        text: excerpt(sentence, from),
        ...trigger,
      };
    });
  });
}

/** Groups the patterns by the normal form and the dictionary form of their first word. */
function patternsByFirstWord(themes: readonly Theme[], tokenise: Tokeniser): Map<string, Set<Pattern>> {
  const found = themes.flatMap(({ name: theme, topics }) =>
    topics.flatMap(({ name: topic, triggers }) =>
      triggers.map(({ keyword }): Pattern => {
        const tokens = keyword.trim() === '' ? [] : tokenise(keyword.trim()).flat();
        return { theme, topic, trigger: keyword, words: tokens.filter(({ isWord }) => isWord) };
      }),
    ),
  );
  const patterns = new Map<string, Set<Pattern>>();
  for (const pattern of found) {
    const [first] = pattern.words;
    for (const form of first ? [first.normal, first.lemma] : []) {
      patterns.set(form, (patterns.get(form) ?? new Set()).add(pattern));
    }
  }
  return patterns;
}

const isSaidAt = (pattern: Pattern, words: readonly Word[], from: number) =>
  pattern.words.every(({ normal, lemma }, index) => {
    const word = words[from + index];
    const isSame = word && ([normal, lemma].includes(word.normal) || [normal, lemma].includes(word.lemma));
    return isSame === true && !(index > 0 && word.followsPunctuation);
  });

function excerpt({ text, words }: Sentence, wordIndex: number): string {
  if (text.length <= maxExcerptCharacters) return text;
  const middle = Math.round((text.length * wordIndex) / words.length);
  const from = Math.max(0, Math.min(middle - maxExcerptCharacters / 2, text.length - maxExcerptCharacters));
  const cut = text.slice(from, from + maxExcerptCharacters);
  const [isCutBefore, isCutAfter] = [from > 0, from + maxExcerptCharacters < text.length];
  const wholeWords = cut.slice(isCutBefore ? cut.indexOf(' ') + 1 : 0, isCutAfter ? cut.lastIndexOf(' ') : undefined);
  return `${isCutBefore ? '…' : ''}${wholeWords}${isCutAfter ? '…' : ''}`;
}
