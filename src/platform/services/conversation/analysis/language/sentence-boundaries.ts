import type { Token } from './sentence.ts';
import type { Turn } from './turn.ts';

const minPauseMs = 700;
/** Minimum length of a sentence, by the cue that ends it. */
const minWords = { atPause: 4, atSegment: 5, atConnective: 8, atQuestion: 3 };
/** A sentence with `atSegmentEnd` words ends at the end of its segment, one with `always` words anywhere. */
const maxWords = { shortSegment: 4, atSegmentEnd: 28, always: 40 };

const connectives = new Set('and but so then okay well now also anyway'.split(' '));
const pronouns = new Set("i we you they he she it there this that these those let's".split(' '));
const determiners = new Set('the a my our your their his her'.split(' '));
const questionWords = new Set('how why what which who where when'.split(' '));
const auxiliaries = new Set(
  'do does did is are was were have has had can could will would shall should may might must'.split(' '),
);
/** With pronouns, connectives and question words: what can begin a sentence after a short segment. */
const otherStarters = new Set('please oh yeah yes yep no do does did can could would will shall should'.split(' '));
/** No sentence ends between these words and "now": "right now". */
const beforeNow = new Set('right just until till by for from even up'.split(' '));
/** Words that cannot end a sentence: the next word continues it ("of what is", "know how", "if you"). */
const nonFinalWords = new Set(
  `of to for with from by at on in into about than as if that whether because like know knows knew see say says said
  think tell told ask asked understand explain wonder depends idea the a an my your our their his her its is are was were
  and or so but not this these those what which how who where when why i we you they he she it`.split(/\s+/),
);

interface Position {
  tokens: readonly Token[];
  at: number;
  /** In tokens, since the last boundary. */
  length: number;
}

/**
 * Detects sentence boundaries in a turn without punctuation, erring on the side of too few. A sentence ends
 *
 * - at a pause of 0.7 seconds between two segments, after at least 4 words
 * - at the end of a segment after 28 words, and anywhere after 40 words
 *
 * In English, unless the previous word cannot end a sentence ("because they", "to the"), also
 *
 * - after a segment of at most 4 words ("sounds good"), before a pronoun, connective, auxiliary or question word
 * - where a segment begins with a pronoun or connective (after 5 words), or a determiner after a noun (after 8 words)
 * - before a connective and a pronoun ("and then we", "but it"), after 8 words
 * - before the word order of a question ("how do you"), after 3 words
 *
 * @returns the tokens of each sentence
 */
export function splitUnpunctuated(
  tokens: readonly Token[],
  { turn, isEnglish }: { turn: Turn; isEnglish: boolean },
): Token[][] {
  const segmentStarts = new Map(turn.pieces.map(({ from }, index) => [from, pauseBefore(turn, index)]));
  const shortSegmentEnds = isEnglish ? startsAfterShortSegments(turn) : new Set<number>();
  const sentences: Token[][] = [];
  let sentence: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const pause = segmentStarts.get(token.from);
    const position = { tokens, at, length: sentence.length };
    if (
      endsAtSegment(position, pause, isEnglish) ||
      (shortSegmentEnds.has(token.from) && canBegin(position)) ||
      (isEnglish && endsByWords(position)) ||
      sentence.length >= maxWords.always
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

/** Empty if segments are single words or short captions, which end anywhere. */
function startsAfterShortSegments({ pieces, text }: Turn): ReadonlySet<number> {
  if (text.split(' ').length < pieces.length * minWords.atPause) return new Set();
  const isShort = (piece: Turn['pieces'][number] | undefined) =>
    piece !== undefined && text.slice(piece.from, piece.to).split(' ').length <= maxWords.shortSegment;
  return new Set(pieces.flatMap(({ from }, index) => (isShort(pieces[index - 1]) ? from : [])));
}

/** "I know" is a sentence, although "know" usually continues. */
function canBegin({ tokens, at, length }: Position): boolean {
  const first = tokens[at]?.normal ?? '';
  const isInterjection = length === 2 && ['know', 'see', 'understand'].includes(tokens[at - 1]?.normal ?? '');
  return (
    (!cannotBeFinal(tokens[at - 1]) || isInterjection) &&
    [pronouns, connectives, questionWords, otherStarters].some((set) => set.has(first))
  );
}

function endsAtSegment({ tokens, at, length }: Position, pause: number | undefined, isEnglish: boolean): boolean {
  if (pause === undefined) return false;
  if (length >= maxWords.atSegmentEnd || (pause >= minPauseMs && length >= minWords.atPause)) return true;
  if (!isEnglish || cannotBeFinal(tokens[at - 1])) return false;
  const [before, first = ''] = [tokens[at - 1], tokens[at]?.normal];
  const isNewSubject = determiners.has(first) && ['NOUN', 'PROPN'].includes(before?.partOfSpeech ?? '');
  if (isNewSubject && length >= minWords.atConnective) return true;
  return length >= minWords.atSegment && (connectives.has(first) || pronouns.has(first));
}

const cannotBeFinal = (token: Token | undefined) => token !== undefined && nonFinalWords.has(token.normal);

function endsByWords({ tokens, at, length }: Position): boolean {
  if (cannotBeFinal(tokens[at - 1])) return false;
  if (tokens[at]?.normal === 'now' && beforeNow.has(tokens[at - 1]?.normal ?? '')) return false;
  const start = afterConnectives(tokens, at);
  if (length >= minWords.atQuestion && asksAt(tokens, start)) return true;
  const next = tokens[start]?.normal ?? '';
  return (
    length >= minWords.atConnective && start > at && (pronouns.has(next) || (start > at + 1 && determiners.has(next)))
  );
}

function afterConnectives(tokens: readonly Token[], at: number): number {
  let start = at;
  while (start < at + 3 && connectives.has(tokens[start]?.normal ?? '')) start += 1;
  return start;
}

/** A question word, an auxiliary verb and a subject: "how do you", "what is your". */
function asksAt(tokens: readonly Token[], at: number): boolean {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ normal }) => normal);
  return (
    questionWords.has(first ?? '') &&
    auxiliaries.has(second ?? '') &&
    (pronouns.has(third ?? '') || determiners.has(third ?? ''))
  );
}
