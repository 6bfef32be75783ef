import { polishSentence } from '../language/disfluencies.ts';
import type { Sentence, Word } from '../language/sentence.ts';
import { taskPhrase } from './task-phrase.ts';
import { partSeparator } from './due-day.ts';
import { actionItemLabel, finalQuestion } from './find-commitment.ts';
import { joinLines } from '../language/normalise.ts';

interface TaskSentences {
  /** The sentence that states the task: a promise or a request. */
  task: Sentence;
  /** A sentence before the task that says what "it" is. */
  context: Sentence | undefined;
  /** The part of the reply that adds a deadline or other details. */
  detail: Sentence | undefined;
}

interface Roles {
  assigneeId: string | null;
  /** Whom the speaker of the task means by "you"; null if unclear. */
  addresseeId: string | null;
}

const adverb = '(?:(?:just|also|then|definitely|certainly|please|gladly|happily|maybe|perhaps|now|quickly) )*';
/** "Okay, then". */
const opening = joinLines(String.raw`
  (?:(?:then|in that case|and|so|sure|yes|no problem|of course|absolutely|definitely|understood|cool|okay|ok|fine|alright|great|good|mm|right|thanks|
  that['’]s (?:fine|okay|good|great|alright|fair)|that works|sounds good|fair enough|makes sense|deal|got it|exactly|please|of course),? )*`);
/** "I'll", "let me", "should I", "I'm happy to", up to the verb. */
const promiseStart = new RegExp(
  joinLines(String.raw`^${opening}(?:i(?:['’]ll| will| shall)|i(?:['’]m| am) (?:going to|gonna)|what i(?:['’]ll| will) do is|let me|(?:should|shall) i|(?:do you |would you )?(?:want|like) me to|
  i(?:['’]m|['’]d be| am| would be) happy to|i (?:can|could)) (?!be )${adverb}(?=\w)`),
  'i',
);
/** "Tom, could you", "would you mind", "I need you to", "please". */
const requestStart = new RegExp(
  joinLines(String.raw`^(?:(?:and|so|then|but|also|okay|yes|\p{L}+),? ){0,3}(?:(?:can|could|would|will) you(?: guys| all)?,? |would you be able to |(?:exactly,? |and )?if you (?:could|would) |(?:can|could|may) i ask you to |
  i(?:['’]d)? (?:need|like|want) you to |please )(?:at least |please,? )?${adverb}(?=\w)`),
  'iu',
);
/** "Tom to update the runbook". */
const noteStart = /^(?:(?:and|so|then|next|also),? )*\p{L}+(?: \p{L}+| also)?,? to (?=\p{L})/iu;
/** "Tom will update the runbook". */
const subjectStart =
  /^\p{L}+(?: \p{L}+)? (?:will|is going to|is gonna|needs to|has to|is to|(?:has )?(?:agreed|promised|offered|volunteered) to) (?=\p{L})/iu;

/** The beginning of a request that is no imperative. */
const statementStart =
  /^(?:i|we|you|he|she|they|it|the|an?|my|our|your|for|what|any|is|are|could|can|may|would|should|shall|will|do|does|one|this|that|there|then)(?!\p{L}| me a\b)/iu;

/** "You need" would be wrong with a name in place of "you". */
const objectYou =
  /(?<!\b(?:can|could|would|will|should|shall|do|did|does|are|were|have|had|if|when|once|as|that|what|how|where|which|who|because|until|before|after|and|so|while|than|unless) )\byou\b(?!['’]| (?:are|were|have|had|need|want|get|got|do|did|see|like|think|know|said|asked|mentioned|all|both|guys|two|sent|gave|use|prefer|folks)\b)/gi;
const futureYou = /\byou(?:['’]ll| will)(?! (?:all|both)\b)/gi;
const modalYou = /(?<!\b(?:if|what|how|where|which|that) )\byou (?=(?:can|could|would|should|may|might|must)\b)/gi;

/**
 * Words an action item so that it reads on its own, with names instead of "I", "me" and "you" where they are certain:
 * "Tom: send Anna the deck – “You'll have it by Friday.”" Without an assignee, the text quotes the sentences.
 */
export function itemText(
  { task, context, detail }: TaskSentences,
  { assigneeId, addresseeId, names }: Roles & { names: ReadonlyMap<string, string> },
): string {
  const nameOf = (id: string | null) => names.get(id ?? '');
  const who = nameOf(assigneeId);
  const said = (sentence: Sentence) => polishSentence(sentence.text.replace(actionItemLabel, ''));
  const quotes = [context, task, detail].flatMap((part) => (part ? [said(part)] : []));
  if (who === undefined) return quotes.join(partSeparator);
  const me = nameOf(task.participantId);
  const isOwn = task.participantId === assigneeId;
  const asked = isOwn ? undefined : requestedTask(said(task), { who, me });
  // "I need the contract by Friday." – "I'll send it on Monday."
  const isPromisedInReply =
    asked?.startsWith('asked by') === true && detail !== undefined && promiseStart.test(said(detail));
  const text = isPromisedInReply
    ? ownTask(said(detail), { who, you: me, words: detail.words })
    : (asked ?? ownTask(said(task), { who, you: nameOf(addresseeId), words: task.words }));
  const rest = [context, isPromisedInReply ? task : detail].flatMap((part) => (part ? [`“${said(part)}”`] : []));
  return rest.length === 0 ? `${who}: ${text}` : [`${who}: ${text.replace(/\.$/, '')}`, ...rest].join(partSeparator);
}

interface Wording {
  who: string;
  you: string | undefined;
  words: readonly Word[];
}

/** Names are inserted by functions: in a string, `$&` would stand for the matched text. */
function ownTask(said: string, { who, you, words }: Wording): string {
  const text = said.replace(finalQuestion, '.');
  const isNote = text.startsWith(`${who} `);
  const starts = [isNote ? noteStart : promiseStart, new RegExp(`^${opening}`, 'i')];
  const bare = (isNote || promiseStart.test(text) ? undefined : taskPhrase(text, words)) ?? withoutStart(text, starts);
  if (you === undefined) return bare;
  const named = bare
    .replace(futureYou, () => `${you} will`)
    .replace(/\blet you\b/gi, () => `let ${you}`)
    .replace(modalYou, () => `${you} `)
    .replace(objectYou, () => you)
    .replace(/\bfrom me\b/gi, () => `from ${who}`);
  const remaining = named.search(/\byou\b/i);
  const end = remaining === -1 ? named.length : remaining;
  return named.slice(0, end).replace(/\byour\b/gi, () => possessive(you)) + named.slice(end);
}

function requestedTask(said: string, { who, me }: { who: string; me: string | undefined }): string {
  // The assignee is addressed: "Can you send the deck, Tom?"
  const text = said.replaceAll(`, ${who}?`, '?').replaceAll(`, ${who},`, ',').replaceAll(`, ${who}.`, '.');
  const isNote = text.startsWith(`${who} `);
  const bare = withoutStart(text, isNote ? [noteStart, subjectStart, requestStart] : [requestStart]);
  if (bare === text && statementStart.test(text)) return me === undefined ? `“${text}”` : `asked by ${me}, “${text}”`;
  if (me === undefined || isNote) return bare;
  return bare.replace(/\bme\b/gi, () => me).replace(/\bmy\b/gi, () => possessive(me));
}

/** Removes the first start that matches, and the question mark of a question that has become a task. */
function withoutStart(text: string, starts: readonly RegExp[]): string {
  const start = starts.find((one) => one.test(text));
  const bare = start ? text.replace(start, '') : text;
  return bare === text ? text : bare.replace(/\?$/, '.');
}

const possessive = (name: string) => `${name}'s`;
