import type { Token } from './sentence.ts';
import type { Turn } from './turn.ts';

/** A silence between two segments that ends a sentence, in milliseconds. */
const pauseMs = 700;
const minWords = { atPause: 4, atSegment: 5, atConnective: 8, atQuestion: 3 };
/** From the first length on, a sentence ends with the next segment; at the second one in any case. */
const maxWords = { toSegment: 28, ever: 40 };

const connectives = new Set('and but so then okay well now also anyway'.split(' '));
const pronouns = new Set("i we you they he she it there this that these those let's".split(' '));
const determiners = new Set('the a my our your their his her'.split(' '));
const questionWords = new Set('how why what which who where when'.split(' '));
const helpers = new Set(
  'do does did is are was were have has had can could will would shall should may might must'.split(' '),
);
/** Before these, the next words belong to the sentence: "of what is", "know how", "if you". */
const bonds = new Set(
  `of to for with from by at on in into about than as if that whether because like know knows knew see say says said
  think tell told ask asked understand explain wonder depends idea the a an my your our their his her its is are was were
  and or so but not this these those what which how who where when why i we you they he she it`.split(/\s+/),
);

interface Place {
  tokens: readonly Token[];
  at: number;
  /** Words since the last border. */
  words: number;
}

/**
 * Cuts the text of a turn without punctuation into sentences, rather too few than too many:
 *
 * - at a pause of 0.7 seconds between two segments, after 4 words
 * - after 28 words where a segment ends, and after 40 words in any case
 *
 * In English also, unless the word before binds what follows ("because they", "to the"):
 *
 * - where a segment begins with a pronoun or a connective, after 5 words, or with an article after a noun, after 8
 * - before a connective and a pronoun ("and then we", "but it"), after 8 words
 * - before the word order of a question ("how do you"), after 3 words
 */
export function restoreBorders(
  tokens: readonly Token[],
  { turn, isEnglish }: { turn: Turn; isEnglish: boolean },
): Token[][] {
  const segmentStarts = new Map(turn.pieces.map(({ from }, index) => [from, pauseBefore(turn, index)]));
  const sentences: Token[][] = [];
  let sentence: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const pause = segmentStarts.get(token.from);
    const place = { tokens, at, words: sentence.length };
    if (
      endsWithSegment(place, pause, isEnglish) ||
      (isEnglish && endsByWords(place)) ||
      sentence.length >= maxWords.ever
    ) {
      sentences.push(sentence);
      sentence = [];
    }
    sentence.push(token);
  }
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

function pauseBefore({ pieces }: Turn, index: number): number {
  return (pieces[index]?.startMs ?? 0) - (pieces[index - 1]?.endMs ?? 0);
}

function endsWithSegment({ tokens, at, words }: Place, pause: number | undefined, isEnglish: boolean): boolean {
  if (pause === undefined) return false;
  if (words >= maxWords.toSegment || (pause >= pauseMs && words >= minWords.atPause)) return true;
  if (!isEnglish || isBond(tokens[at - 1])) return false;
  const [before, first = ''] = [tokens[at - 1], tokens[at]?.normal];
  const isNewSubject = determiners.has(first) && ['NOUN', 'PROPN'].includes(before?.partOfSpeech ?? '');
  if (isNewSubject && words >= minWords.atConnective) return true;
  return words >= minWords.atSegment && (connectives.has(first) || pronouns.has(first));
}

const isBond = (token: Token | undefined) => token !== undefined && bonds.has(token.normal);

function endsByWords({ tokens, at, words }: Place): boolean {
  if (isBond(tokens[at - 1])) return false;
  const start = afterConnectives(tokens, at);
  if (words >= minWords.atQuestion && asksAt(tokens, start)) return true;
  const next = tokens[start]?.normal ?? '';
  return (
    words >= minWords.atConnective && start > at && (pronouns.has(next) || (start > at + 1 && determiners.has(next)))
  );
}

function afterConnectives(tokens: readonly Token[], at: number): number {
  let start = at;
  while (start < at + 3 && connectives.has(tokens[start]?.normal ?? '')) start += 1;
  return start;
}

/** "how do you", "what is your", "why would the": the question word, a helping verb and a subject. */
function asksAt(tokens: readonly Token[], at: number): boolean {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ normal }) => normal);
  return (
    questionWords.has(first ?? '') &&
    helpers.has(second ?? '') &&
    (pronouns.has(third ?? '') || determiners.has(third ?? ''))
  );
}
