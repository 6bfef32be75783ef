import { partSeparator } from '../../action-items/due-day.ts';
import type { ActionItem } from '../../conversation.ts';
import { normalise } from '../../language/normalise.ts';
import { withDigits } from '../../language/number-words.ts';
import type { Sentence, Word } from '../../language/sentence.ts';
import { deadlinePattern, meetingTimePattern } from '../../language/time-patterns.ts';
import { splitClauses } from './clauses/split-clauses.ts';

export interface NextStep {
  assigneeId: string | null;
  /** "Send Anna a revised quote by the 24th" */
  text: string;
  length: number;
  startMs: number;
}

const maxWords = 13;
const maxWindow = 4;
const maxObjectWords = 6;
const minContentWords = 2;
/** Sentences around a task, from which the words of its text are. */
const contextSentences = { before: 6, after: 6 };

/** "Tom: send the deck" */
const assigneeLabel = /^\p{L}[^:.?!“”]{0,60}: /u;
/** "asked by Ann, “I need the deck.”" */
const asked = /^asked by [^“]{1,60}“(.*)”$/su;
const opening =
  /^(?:(?:and|so|but|then|also|yes|yeah|please|okay|ok|sure|just|of course|mainly|from our side|great|good|in that case),? )+(?=\S+ \S)/i;
const promise = /^i(?:['’]ll| will) (?:also |then )?(?=\w+ \w)/i;
const ending =
  /(?:,? (?:and|but|so|because|which|as well|too|please|then|though|yeah|if you like|if that's all right|either way|in that case|I suppose|anyway|until|by|before|on|at|just ping me|would you|(?:would|does|is) that (?:suit you|work(?: for you)?|okay|all right))|[\s.,;:?!…–—-])+$/iu;
/** A reason or remark rather than a task. */
const remark =
  /^(?:because|cause|since|as (?!soon)|which|who|that['’]?s|that takes|it['’]?s|it is|it takes|there['’]?s|they['’]?re|they['’]?ve|he|she|they|my|otherwise|so that|(?:her|his|their) name|I can['’]t|I don['’]t|if (?:not|that|you|there)|would you|would that|when (?:i|it)|are there|there are)(?![\p{L}])/iu;
const preposition = /^(?:with|without|on|in|at|for|of|by|before|after|from|to|until|when|how|whether) /i;
const dangling =
  /\b(?:it|that|this|them|those|these|both|one|him|her|there)(?: (?:whether|if|it|over|in|up|back|together|out|to|from|too|by|off|on|before|for|at|as|this|today|tonight|tomorrow|ready|done|again|and)\b|$|[,.?!])|\b(?:them|those)\b/i;

/** A short line per action item: the clauses that state the task, what "it" is, and the deadline. */
export function nextStepsOf(items: readonly ActionItem[], sentences: readonly Sentence[]): NextStep[] {
  return items.map(({ text, assignee_id: assigneeId, start_ms: startMs }) => {
    const at = sentences.findIndex((sentence) => sentence.startMs === startMs);
    const near = sentences.slice(Math.max(0, at - contextSentences.before), at + contextSentences.after);
    const step =
      assigneeId === null
        ? meetingText(text)
        : stepText(
            text.replace(assigneeLabel, ''),
            new Map(near.flatMap(({ words }) => words.map((word) => [word.normal, word]))),
          );
    return { assigneeId, text: step, length: step.split(' ').length, startMs: startMs ?? 0 };
  });
}

/** "The 24th, at ten" */
const meetingText = (item: string) => withDigits(shorten(tidy(item.split(partSeparator)[0] ?? item)));

type Words = ReadonlyMap<string, Word>;

function stepText(item: string, words: Words): string {
  const [first = '', ...others] = item.split(partSeparator);
  const request = asked.exec(first)?.[1];
  const quotes = others.map((quote) => quote.replaceAll(/[“”]/g, ''));
  const tasks = request === undefined ? [first] : [request, ...quotes];
  const [task = first] = tasks
    .map((one) => bestClauses(one, words))
    .toSorted((a, b) => rate(b, words) - rate(a, words));
  const isVague = contentOf(task, words).length < minContentWords || dangling.test(task);
  const object = isVague
    ? objectOf(
        tasks.concat(quotes).filter((one) => !one.includes(task)),
        words,
      )
    : undefined;
  const isNew =
    object !== undefined && !contentOf(object, words).every((one) => task.toLowerCase().includes(one.normal));
  const deadline = meetingTimePattern.test(normalise(task))
    ? undefined
    : [first, ...quotes].map(deadlineOf).findLast((one) => one !== undefined);
  const step = withDigits(
    [task, ...(deadline === undefined ? [] : [deadline]), ...(isNew ? [`(${object})`] : [])].join(' '),
  );
  return step.charAt(0).toUpperCase() + step.slice(1);
}

/** The neighbouring clauses of a text with the most to say in the fewest words. */
function bestClauses(text: string, words: Words): string {
  const pieces = splitClauses(text);
  let best = { clause: shorten(tidy(text)), rating: Number.NEGATIVE_INFINITY };
  for (let from = 0; from < pieces.length; from += 1) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + maxWindow); to += 1) {
      const clause = tidy(pieces.slice(from, to).join(' '));
      const rating = rate(clause, words) - from * 0.8;
      if (clause.split(' ').length <= maxWords && rating > best.rating) best = { clause, rating };
    }
  }
  return best.clause;
}

function rate(clause: string, words: Words): number {
  const length = clause.split(' ').length;
  return (
    Math.min(4, contentOf(clause, words).length) +
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
    tidied = tidied.replace(opening, '').replace(promise, '').replace(ending, '');
  }
  return tidied;
}

function shorten(text: string): string {
  const words = text.split(' ');
  return words.length > maxWords ? `${words.slice(0, maxWords).join(' ')} …` : text;
}

const contentOf = (text: string, words: Words) => wordsOf(text, words).filter(({ isContent }) => isContent);
const wordsOf = (text: string, words: Words) =>
  text.split(/[^\p{L}\p{N}'’-]+/u).flatMap((one) => words.get(one.toLowerCase()) ?? []);

/** "Somebody has to tell the night shift" names the night shift. */
function objectOf(texts: readonly string[], words: Words): string | undefined {
  let best: { text: string; nouns: number } | undefined;
  for (const clause of texts.flatMap((text) => splitClauses(text))) {
    let run: { token: string; isNoun: boolean }[] = [];
    for (const token of [...clause.split(/\s+/), '']) {
      const word = words.get(token.toLowerCase().replaceAll(/[^\p{L}\p{N}'’-]/gu, ''));
      const isNoun = word?.isContent === true && ['NOUN', 'PROPN'].includes(word.partOfSpeech);
      const continues = run.length > 0 && /^(?:of|for|in|and|the)$/i.test(token);
      if (isNoun || continues || (word && ['ADJ', 'NUM'].includes(word.partOfSpeech))) {
        run.push({ token, isNoun });
        continue;
      }
      const end = run.findLastIndex((one) => one.isNoun) + 1;
      const text = run
        .slice(0, Math.min(end, maxObjectWords))
        .map((one) => one.token)
        .join(' ')
        .replace(ending, '');
      const nouns = run.filter((one) => one.isNoun).length;
      const isNamed = /\p{L} \p{L}/u.test(text) && nouns > 0;
      if (isNamed && !meetingTimePattern.test(normalise(text)) && (!best || nouns > best.nouns)) best = { text, nouns };
      run = [];
    }
  }
  return best?.text;
}

/** "by Friday" */
function deadlineOf(text: string): string | undefined {
  const match = deadlinePattern.exec(text.toLowerCase().replaceAll('’', "'"));
  return match ? text.slice(match.index, match.index + match[0].length) : undefined;
}
