import { accepts, declines, promisesCompliance, refuses } from '../language/dialogue-acts.ts';
import { matches, normalise } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';
import { deadlinePattern } from '../language/time-patterns.ts';
import { promisesTask } from './promises.ts';
import { echoesTime } from './requests.ts';

export interface Reply {
  kind: 'promise' | 'acceptance' | 'refusal' | 'other';
  participantId: string;
  sentence: Sentence;
  /** The sentence if it adds a deadline. */
  detail: Sentence | undefined;
}

/** Sentences after a request in which a reply is expected, even if the requester continues to speak. */
const maxDistance = 3;

/** Undefined if there is none, or if either speaker is unknown. */
export function findReply(sentences: readonly Sentence[], index: number): Reply | undefined {
  const requester = sentences[index]?.participantId;
  const at = sentences.slice(index + 1, index + 1 + maxDistance).findIndex((one) => one.participantId !== requester);
  const [first, next] = sentences.slice(index + 1 + at, index + 3 + at);
  const participantId = first?.participantId ?? null;
  if (at === -1 || !first || typeof requester !== 'string' || participantId === null) return undefined;
  const proposal = sentences.slice(index, index + 1 + at).map((one) => normalise(one.text));
  const text = normalise(first.text);
  const own = kindOf(text);
  const firstKind = own === 'other' && echoesTime(proposal.join(' '), text) ? 'acceptance' : own;
  // A promise can follow a preface: "Of course. I'll look into it tomorrow."
  const promise =
    next?.participantId === participantId && kindOf(normalise(next.text)) === 'promise' && own !== 'refusal'
      ? next
      : first;
  const sentence = firstKind === 'promise' ? first : promise;
  return {
    kind: sentence === first ? firstKind : 'promise',
    participantId,
    sentence,
    detail: deadlinePattern.test(normalise(sentence.text)) ? sentence : undefined,
  };
}

function kindOf(text: string): Reply['kind'] {
  // Look for a promise first: "I can't today, but I'll do it on Monday" is a promise, not a refusal.
  if (promisesCompliance(text) || promisesTask(text)) return 'promise';
  if (refuses(text)) return 'refusal';
  return accepts(text) ? 'acceptance' : 'other';
}

/** "I won't then", "I take that back", "forget it", "then I'll leave it". */
const retracted = matches(String.raw`
  \b(?:i take (?:that|it) back|(?:scratch|scrap|strike|ignore|cancel) that|forget (?:it|that|what i said)|never mind|on second thoughts?|i(?:'ll| will) (?:leave|skip|drop) (?:it|that|them)(?: out| alone| then)?(?! (?:at|in|on|with|to|for|by)\b)|
  (?:then|ok|okay|right|fine|well),? i (?:won't|will not)\b|^i (?:won't|will not)(?: then)?[.,!]?$|^(?:no,? )?(?:actually|wait),? (?:no|i (?:can't|won't))|i won't (?:then|manage (?:it|that))|i (?:won't|can't) after all|we(?:'ll)? keep it)\b`);

/** Sentences after a promise in which the other side declines it. */
const maxDeclineDistance = 5;
/** Sentences after a promise in which its speaker takes it back. */
const maxRetractionDistance = 3;

/** "Then I'll leave it out" takes something back rather than promising it. */
export const retracts = ({ text }: Sentence) => retracted(normalise(text));

/** Whether the speaker of a promise or request takes it back right after. */
export const isRetractedAfter = (sentences: readonly Sentence[], index: number) =>
  sentences
    .slice(index + 1, index + 1 + maxRetractionDistance)
    .some((one) => one.participantId === sentences[index]?.participantId && retracts(one));

/** Whether the other side declines a promise or offer right after. A later sentence may be about something else. */
export function isDeclinedAfter(sentences: readonly Sentence[], index: number): boolean {
  const next = sentences.slice(index + 1, index + 1 + maxDeclineDistance);
  const at = next.findIndex(({ participantId }) => participantId !== sentences[index]?.participantId);
  const answers = next.slice(at, at + 2).filter(({ turn }) => turn === next[at]?.turn);
  const isDirect = at === 0 || (at === 1 && !promisesTask(normalise(next[0]?.text ?? '')));
  return isDirect && answers.some(({ text }) => declines(normalise(text)));
}
