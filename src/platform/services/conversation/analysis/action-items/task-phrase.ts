import type { Word } from '../language/sentence.ts';
import { joinLines, normalise } from '../language/normalise.ts';
import { deadlinePattern } from '../language/time-patterns.ts';

const adverb = '(?:(?:just|also|then|definitely|certainly|gladly|happily|maybe|perhaps|now|quickly|simply) )*';
const firstPerson = new RegExp(
  joinLines(String.raw`^(.{0,50}?)\b(?:(?:I|we)(?:['’]ll| will)|I(?:['’]m| am) (?:going to|gonna)|let me|
  (I(?:['’]m| am)|we(?:['’]re| are))(?= ${adverb}\p{L}+ing\b)|(I(?= ))) (?!be )${adverb}(\p{L}+)`),
  'iu',
);
/** Verbs that describe a state rather than a task. */
const stative = new Set(
  'be have need want think know hope mean love like can could would will may must do owe promise'.split(' '),
);
/** "In return", "today", but not the topic of "the other three I'll answer". */
const adverbial =
  /^(?:(?:in|from|on|at|for|by|after|before|with|tomorrow|today|tonight|this|next|then|so|and|also|first|later)(?!\p{L})|$)/iu;
const contractedVerb = /['’](?:s|re|m|ve|ll|d)(?!\p{L})/iu;

/**
 * Words a promise as a task: "Today I'm ringing the office" becomes "ring the office today". Drops what precedes the
 * promise, except a deadline. Undefined if the sentence is no promise, or if a clause precedes it.
 */
export function taskPhrase(text: string, words: readonly Word[]): string | undefined {
  const [start, preface = '', progressive, present, verb = ''] = firstPerson.exec(text) ?? [];
  if (start === undefined) return undefined;
  const word = words.find(({ normal }) => normal === verb.toLowerCase());
  const isVerb = word?.partOfSpeech === 'VERB' && !stative.has(word.lemma);
  if ((progressive ?? present) !== undefined && !isVerb) return undefined;
  if (present !== undefined && word?.normal !== word?.lemma) return undefined;
  if (!adverbial.test(preface) || hasVerb(preface, words)) return undefined;
  const bare = progressive === undefined || word === undefined ? verb : word.lemma;
  const task = `${bare}${text.slice(start.length)}`.replaceAll(/( and| and then) I(?:['’]ll| will) /gi, '$1 ');
  const deadline = deadlinePattern.exec(preface.toLowerCase());
  if (!deadline || deadlinePattern.test(normalise(task))) return task;
  const said = preface.slice(deadline.index, deadline.index + deadline[0].length);
  return task.replace(
    /[.?!]?$/,
    ` ${/^[A-Z]\w+day\b/.test(said) && !said.startsWith('Today') ? said : said.charAt(0).toLowerCase() + said.slice(1)}.`,
  );
}

function hasVerb(preface: string, words: readonly Word[]): boolean {
  const said = new Set(preface.toLowerCase().split(/[^\p{L}]+/u));
  return (
    contractedVerb.test(preface) ||
    words.some(({ normal, partOfSpeech }) => said.has(normal) && ['VERB', 'AUX'].includes(partOfSpeech))
  );
}
