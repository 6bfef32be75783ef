import { partSeparator } from '../../action-items/due-day.ts';
import { splitClauses } from '../../language/clause-boundaries.ts';
import { capitalise, joinLines, normalise } from '../../language/normalise.ts';
import { withDigits } from '../../language/number-words.ts';
import type { Word } from '../../language/sentence.ts';
import { deadlinePattern, meetingTimePattern } from '../../language/time-patterns.ts';

const max = { window: 4, objectWords: 6 };
const minContentWords = 2;
/** For each clause skipped at the beginning. */
const skipPenalty = { punctuated: 0.8, unpunctuated: 0.2 };

/** "asked by Ann, “I need the deck.”" */
const asked = /^asked by [^“]{1,100}“(.*)”$/su;
const opening = new RegExp(
  joinLines(String.raw`
  ^(?:(?:and|so|but|then|also|yes|yeah|please|okay|ok|sure|just|of course|mainly|from our side|great|good|in that case),? )+(?=\S+ \S)|
  ^i(?:['’]ll| will) (?:also |then )?(?=\w+ \w)`),
  'i',
);
/** Only the marks match the comma before a word: two ways to match it would take exponential time. */
const ending = new RegExp(
  joinLines(String.raw`
  (?: (?:and|but|so|because|which|as well|too|please|then|though|yeah|if you like|if that's all right|either way|in that case|I suppose|anyway|until|by|before|on|at|to|
  would you|(?:would|does|is) that (?:suit you|work(?: for you)?|okay|all right))|[\s.,;:?!…–—-])+$`),
  'iu',
);
/** A reason or remark rather than a task. */
const remark = new RegExp(
  joinLines(String.raw`
  ^(?:because|cause|since|as (?!soon)|which|who|that['’]?s|that takes|it['’]?s|it is|it takes|there['’]?s|they['’]?re|they['’]?ve|he|she|they|my|otherwise|so that|
  (?:her|his|their) name|I can['’]t|I don['’]t|I suppose|if (?:not|that|you|there)|would you|would that|when (?:i|it)|are there|there are)(?!\w)`),
  'i',
);
const preposition = /^(?:with|without|on|in|at|for|of|by|before|after|from|to|until|when|how|whether) /i;
/** A pronoun without what it refers to. */
const dangling = new RegExp(
  joinLines(String.raw`
  \b(?:it|that|this|them|those|these|both|one|him|her|there)(?: (?:whether|if|it|over|in|up|back|together|out|to|from|too|by|off|on|before|for|at|as|this|today|tonight|
  tomorrow|ready|done|again|and)\b|$|[,.?!])|\b(?:them|those)\b`),
  'i',
);

interface Options {
  /** Words near the task by their normal form. */
  words: ReadonlyMap<string, Word>;
  /** In lower case. */
  participantNames: ReadonlySet<string>;
  maxWords: number;
}

/** "The 24th, at ten" */
export const meetingText = (item: string, maxWords: number) =>
  capitalise(withDigits(shorten(tidy(item.split(partSeparator)[0] ?? item), maxWords)));

/** The clauses of an action item that state the task, with its deadline, and in brackets what "it" is. */
export function stepText(item: string, options: Options): string {
  const [first = '', ...others] = item.split(partSeparator);
  const request = asked.exec(first)?.[1];
  const quotes = others.map((quote) => quote.replaceAll(/[“”]/g, ''));
  const tasks = request === undefined ? [first] : [request, ...quotes];
  const best = bestOf(tasks, options);
  const task = remark.test(best) ? bestOf([...tasks, ...quotes], options) : best;
  const isVague = contentOf(task, options).length < minContentWords || dangling.test(task);
  const rest = [...tasks, ...quotes].map((text) => text.replace(task, ''));
  const object = isVague ? objectOf(rest, options) : undefined;
  const isNew =
    object !== undefined && contentOf(object, options).some(({ normal }) => !task.toLowerCase().includes(normal));
  const deadline = meetingTimePattern.test(normalise(task))
    ? undefined
    : [first, ...quotes].map(deadlineOf).findLast((one) => one !== undefined);
  const parts = [task, ...(deadline === undefined ? [] : [deadline]), ...(isNew ? [`(${object})`] : [])];
  return capitalise(withDigits(parts.join(' ')));
}

function bestOf(texts: readonly string[], options: Options): string {
  const clauses = texts.map((text) => bestClauses(text, options));
  return clauses.toSorted((a, b) => rate(b, options) - rate(a, options))[0] ?? '';
}

/** The neighbouring clauses of a text with the most to say in the fewest words. */
function bestClauses(text: string, options: Options): string {
  const pieces = splitClauses(text);
  const penalty = /[,;:]\s/.test(text) ? skipPenalty.punctuated : skipPenalty.unpunctuated;
  let best = { clause: shorten(tidy(text), options.maxWords), rating: Number.NEGATIVE_INFINITY };
  for (const [from] of pieces.entries()) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + max.window); to += 1) {
      const clause = shorten(tidy(pieces.slice(from, to).join(' ')), options.maxWords);
      const rating = rate(clause, options) - from * penalty - (clause.endsWith('…') ? 1 : 0);
      if (rating > best.rating) best = { clause, rating };
    }
  }
  return best.clause;
}

function rate(clause: string, options: Options): number {
  const length = clause.split(' ').length;
  return (
    Math.min(4, contentOf(clause, options).length) +
    (deadlinePattern.test(normalise(clause)) ? 0.8 : 0) -
    (remark.test(clause) ? 3 : 0) -
    (preposition.test(clause) ? 1 : 0) -
    length * 0.13 -
    (length < 2 ? 3 : 0)
  );
}

function tidy(text: string): string {
  let tidied = text.replace(ending, '');
  for (let before = ''; before !== tidied;) {
    before = tidied;
    tidied = tidied.replace(opening, '').replace(ending, '');
  }
  return tidied;
}

function shorten(text: string, maxWords: number): string {
  const words = text.split(' ');
  return words.length > maxWords ? `${words.slice(0, maxWords).join(' ')} …` : text;
}

const contentOf = (text: string, { words }: Options) =>
  text.split(/[^\p{L}\p{N}'’-]+/u).flatMap((one) => {
    const word = words.get(one.toLowerCase());
    return word?.isContent === true ? word : [];
  });

interface Run {
  tokens: string[];
  nouns: number;
  hasName: boolean;
}

/** "Somebody has to tell the night shift" names the night shift. */
function objectOf(texts: readonly string[], options: Options): string | undefined {
  let best: { text: string; nouns: number } | undefined;
  for (const clause of texts.flatMap((text) => splitClauses(text))) {
    for (const { tokens, nouns, hasName } of nounRuns(clause, options)) {
      const text = tokens.slice(0, max.objectWords).join(' ').replace(ending, '');
      const isNamed = hasName || text.includes(' ');
      if (isNamed && !meetingTimePattern.test(normalise(text)) && nouns > (best?.nouns ?? 0)) best = { text, nouns };
    }
  }
  return best?.text;
}

/** Nouns with their adjectives: "two support tickets", "list of terms". */
function nounRuns(clause: string, { words, participantNames }: Options): Run[] {
  const runs: Run[] = [];
  let run: Run = { tokens: [], nouns: 0, hasName: false };
  let pending: string[] = [];
  for (const token of [...clause.split(/\s+/), '']) {
    const normal = token.toLowerCase().replaceAll(/[^\p{L}\p{N}'’-]/gu, '');
    const word = words.get(normal);
    const isNoun =
      word?.isContent === true && ['NOUN', 'PROPN'].includes(word.partOfSpeech) && !participantNames.has(normal);
    if (isNoun) {
      run = {
        tokens: [...run.tokens, ...pending, token],
        nouns: run.nouns + 1,
        hasName: run.hasName || (word.partOfSpeech === 'PROPN' && !/['’]/u.test(token)),
      };
      pending = [];
    } else if (word && ['ADJ', 'NUM'].includes(word.partOfSpeech)) pending.push(token);
    else if (run.nouns > 0 && /^(?:of|for|in|and|the)$/i.test(token)) pending.push(token);
    else {
      if (run.nouns > 0) runs.push(run);
      run = { tokens: [], nouns: 0, hasName: false };
      pending = [];
    }
  }
  return runs;
}

/** "by Friday" */
function deadlineOf(text: string): string | undefined {
  // Not `normalise`: offsets must stay those of the text.
  const match = deadlinePattern.exec(text.toLowerCase().replaceAll('’', "'"));
  return match ? text.slice(match.index, match.index + match[0].length) : undefined;
}
