import { polishSentence } from '../language/disfluencies.ts';
import { joinLines } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';
import { partSeparator } from './due-day.ts';

interface Roles {
  assigneeId: string | null;
  /** Whom the speaker means by "you"; null if unclear. */
  addresseeId: string | null;
}

const adverb = '(?:(?:just|also|then|definitely|certainly|please|gladly|happily|maybe|perhaps|now|quickly) )*';
/** "Okay, then I'll", "should I", "I'm happy to", up to the verb. */
const promiseStart = new RegExp(
  joinLines(String.raw`
  ^(?:(?:then|in that case|and|so|sure|yes|no problem|of course|absolutely|understood|fine|great|good|right|thanks|that['’]s (?:fine|okay|good|great)|that works|sounds good|deal|got it|exactly),? )*
  (?:i(?:['’]ll| will| shall)|i(?:['’]m| am) (?:going to|gonna)|what i(?:['’]ll| will) do is|let me|(?:should|shall) i|(?:do you |would you )?(?:want|like) me to|i(?:['’]m|['’]d be| am| would be) happy to|i (?:can|could)) (?!be )${adverb}(?=\w)`),
  'i',
);
/** "Tom, could you", "I need you to", "please". */
const requestStart = new RegExp(
  joinLines(String.raw`
  ^(?:(?:and|so|then|but|also|okay|yes|\p{L}+),? ){0,3}(?:(?:can|could|would|will) you(?: guys| all)?,? |if you (?:could|would) |i(?:['’]d)? (?:need|like|want) you to |please )(?:at least |please,? )?${adverb}(?=\w)`),
  'iu',
);
/** "I'll send you the deck, can you check it?" */
const finalQuestion = /,[^,?]*\?$/;
/** "Tom to". */
const noteStart = /^(?:(?:and|so|then|next|also),? )*\p{L}+(?: \p{L}+| also)?,? to (?=\p{L})/iu;
/** A request that begins with a verb, such as "Send me the deck", needs no rewording. */
const imperative =
  /^(?!(?:i|we|you|he|she|they|it|the|an?|my|our|your|for|what|any|is|are|could|can|may|would|should|shall|will|do|does|one|this|that|there|then|how|why|if)(?!\p{L}))[^?]+$/iu;
/** After a verb or preposition, "you" is no subject. */
const objectYou =
  /(?<=\b(?:send|give|tell|show|get|call|ring|text|email|mail|write|bring|let|put|invite|introduce|refund|update|remind|message|forward|to|for|with|from|at|by) )you\b/gi;

/**
 * Names the assignee of an action item and states the task: "Tom: send Anna the deck – “You'll have it by Friday.”" A
 * sentence that cannot be reworded is quoted. Pronouns are replaced by names where they are certain.
 */
export function itemText(
  { context, parts: [task, detail] }: { context: Sentence | undefined; parts: readonly Sentence[] },
  { assigneeId, addresseeId, names }: Roles & { names: ReadonlyMap<string, string> },
): string {
  const said = (sentence: Sentence) => polishSentence(sentence.text);
  const quoted = (...sentences: (Sentence | undefined)[]) =>
    sentences.flatMap((sentence) => (sentence ? `“${said(sentence)}”` : []));
  const who = names.get(assigneeId ?? '');
  if (!task) return '';
  if (who === undefined) return [context, task, detail].flatMap((part) => (part ? said(part) : [])).join(partSeparator);
  const isOwn = task.participantId === assigneeId;
  const you = isOwn ? names.get(addresseeId ?? '') : undefined;
  const me = isOwn ? undefined : names.get(task.participantId ?? '');
  const text = isOwn
    ? said(task).replace(finalQuestion, '.')
    : said(task).replaceAll(`, ${who}?`, '?').replaceAll(`, ${who}.`, '.');
  const starts = text.startsWith(`${who} `) ? [noteStart] : isOwn ? [promiseStart] : [requestStart];
  const start = starts.find((one) => one.test(text));
  if (!start && (isOwn || !imperative.test(text)))
    return `${who}: ${quoted(context, task, detail).join(partSeparator)}`;
  const bare = start ? text.replace(start, '').replace(/\?$/, '.') : text;
  const renamed = [
    [objectYou, you],
    [/\byour\b/gi, you && `${you}'s`],
    [/\bme\b/gi, me],
    [/\bmy\b/gi, me && `${me}'s`],
  ] as const;
  let named = bare;
  for (const [word, name] of renamed) if (name !== undefined) named = named.replace(word, () => name);
  const rest = quoted(context, detail);
  return rest.length === 0 ? `${who}: ${named}` : [`${who}: ${named.replace(/\.$/, '')}`, ...rest].join(partSeparator);
}
