import { acceptsWeakly, declinesOffer, promisesCompliance } from '../language/dialogue-acts.ts';
import type { Sentence } from '../language/sentence.ts';
import { notesTaskOfGroup, type NameMentions } from './name-mentions.ts';
import { promisesTask } from './promise-patterns.ts';
import {
  findRequest,
  offersTask,
  offersAnything,
  offersThing,
  seeksVolunteer,
  proposesMeeting,
  type Request,
} from './request-patterns.ts';
import { hasDeadline, type RequestReply } from './reply-to-request.ts';
import { normalise } from '../language/normalise.ts';
import { deadlinePattern } from '../language/time-patterns.ts';
import { task } from './task-patterns.ts';

const sentenceWords = { min: 4, max: 45 };

/** "Action item: …", "Next steps are …" */
export const actionItemLabel =
  /^(?:so |okay |and )*(?:action items?|action points?|to-?dos?|next steps?|follow-?ups?)(?: (?:is|are|for \w+(?: is)?))?(?: to)?\s*[:,-]?\s+(?=\w+ \w+)/i;
/** "You need to send …" */
const obligation = new RegExp(`\\byou(?:'ll| will)?(?: need to| have to| should| must| gotta) ${task}`);
/** "We have to fix …" */
const teamObligation = new RegExp(
  `\\bwe(?:'ll| will)?(?: also| still| really)?(?: need to| have to| must| gotta|'ve got to) ${task}`,
);
/** "Let's update …", "we should review …" */
const teamProposal = new RegExp(`\\b(?:we should|let's|we can|we'll|we will|we're gonna|we're going to) ${task}`);
/** "Let's give it one more go on Thursday." */
const datedProposal =
  /^(?:\w+,? ){0,2}let's (?!see\b|say\b|look|talk|start|move|be\b|hope|face|not\b|call it|get (?:started|going)|go (?:on|back|ahead|through|over)|assume|imagine|wait|have a look|take a look|come back|continue)\w+ \S/;
/** Tasks without a concrete result. "We need to …" with such a task counts only if the sentence contains a deadline. */
const vagueTask =
  /\b(?:make sure|work(?:ing)? (?:on|out)|take care|create|bring|provide|call|ask|figure out|come up with)\b/;
/** "if we …", "would have", "used to", "won't". */
const conditional =
  /\b(?:if (?:i|we|you|they|he|she|it)\b(?! (?:would|could|like|want|don't mind)\b)|would have|could have|should have|used to|(?:will|would|can|could|do|did|need|have) ?n[o']?t|(?:won|can|don|didn|wouldn|couldn)'t|never)\b/;

/** "I'll send you the deck, can you check it?" */
export const finalQuestion =
  /,? (?:(?:and|then),? )*(?:okay|ok|right|yes|all right|(?:is|does|would|will) (?:that|it)|(?:can|could|would|will) you)\b[^?]*\?["”')]*$/i;
const ownPromise = /^(?:(?:okay|ok|so|and|then|well|yes|sure|right),? )*i(?:'ll| will) /;

/** The reply is included if the task was requested. */
export interface Commitment {
  /** Participant id; null if the task is for the whole team or an unknown person. */
  assigneeId: string | null;
  parts: Sentence[];
  reply?: RequestReply | undefined;
}

interface Context {
  sentence: Sentence;
  /** Normalised. */
  text: string;
  mentions: NameMentions;
}

export const hasItemLength = ({ words }: Sentence) =>
  words.length >= sentenceWords.min && words.length <= sentenceWords.max;

/** What the sentences around a sentence say; read only where needed. */
interface Surroundings {
  mentions: NameMentions;
  findReply: () => RequestReply | undefined;
  /** Whether another speaker confirms right after: "Great", "Thanks". */
  isConfirmed: () => boolean;
  /** Whether the sentence proposes only a time: "The fourth, at nine?" */
  proposesTime: () => boolean;
  /** Whether the sentence answers a question such as "What would you do first?". */
  isHypothetical: () => boolean;
}

/** Classifies a sentence of 4 to 45 words. */
export function findCommitment(
  sentence: Sentence,
  { mentions, findReply, isConfirmed, isHypothetical, proposesTime }: Surroundings,
): Commitment | undefined {
  const text = normalise(sentence.text);
  const parts = [sentence];
  if (actionItemLabel.test(text)) {
    const assigneeId = promisesTask(text)
      ? sentence.participantId
      : (mentions.addressee ?? mentions.subject ?? mentions.recipient);
    return { assigneeId, parts };
  }
  const isQuestion = /\?["”')]*$/.test(text);
  if (!isQuestion && (mentions.noted !== null || notesTaskOfGroup(text))) return { assigneeId: mentions.noted, parts };
  const isPromise = isQuestion
    ? ownPromise.test(text) && promisesTask(text.replace(finalQuestion, ''))
    : promisesTask(text, { isConfirmed });
  if (isPromise) {
    const isConditional = /\bif (?:i|we|you|they|he|she|it)\b/.test(text) && conditional.test(text);
    const isAsserted = !isConditional && (deadlinePattern.test(text) || !isHypothetical());
    return isAsserted ? { assigneeId: sentence.participantId, parts } : undefined;
  }
  if (seeksVolunteer(text)) {
    const reply = findReply();
    const isTaken = reply?.kind === 'promise' && !promisesTask(normalise(reply.sentence.text));
    return isTaken ? { assigneeId: reply.participantId, parts, reply } : undefined;
  }
  const context = { sentence, text, mentions };
  const request = findRequest(text, { hasAddressee: mentions.addressee !== null });
  const isTeamPlan = datedProposal.test(text) && deadlinePattern.test(text);
  if (request || isTeamPlan || proposesMeeting(text)) {
    const reply = findReply();
    if (reply?.kind === 'refusal') return undefined;
    const isAccepted = reply?.kind === 'promise' || reply?.kind === 'acceptance';
    if (isAccepted && (isTeamPlan || proposesMeeting(text))) return { assigneeId: null, parts, reply };
    const commitment = request && requestedTask(context, { request, reply });
    if (commitment || (request && isAccepted)) return commitment;
  }
  if (proposesTime()) {
    const reply = findReply();
    const isAgreed = reply?.kind === 'acceptance' || (reply?.kind === 'promise' && reply.acceptsTime);
    if (isAgreed || isQuestion)
      return isAgreed ? { assigneeId: null, parts: [sentence, reply.sentence], reply } : undefined;
  }
  if ((offersThing(text) || offersAnything(text)) && !conditional.test(text) && findReply()?.isEager === true)
    return { assigneeId: sentence.participantId, parts };
  if (offersTask(text) && !conditional.test(text)) {
    const reply = findReply();
    const isAccepted = reply?.kind === 'acceptance' || reply?.kind === 'promise';
    if (reply && declinesOffer(normalise(reply.sentence.text))) return undefined;
    if (isAccepted || (!isQuestion && isConfirmed())) return { assigneeId: sentence.participantId, parts };
  }
  return isQuestion ? undefined : assignedTask(context, findReply);
}

function requestedTask(
  { sentence, text, mentions }: Context,
  { request, reply }: { request: Request; reply: RequestReply | undefined },
): Commitment | undefined {
  if (reply?.kind === 'promise') {
    // Skip a request without content words ("Please do so."): its reply becomes an action item of its own.
    if (reply.detail && !sentence.words.some(({ isContent }) => isContent)) return undefined;
    const parts = reply.detail ? [sentence, reply.detail] : [sentence];
    return { assigneeId: reply.participantId, parts, reply };
  }
  if (conditional.test(text)) return undefined;
  if (reply?.kind === 'acceptance') {
    if (request === 'possible' && !deadlinePattern.test(normalise(reply.sentence.text))) return undefined;
    // A machine transcript has no question marks.
    const isUnclear = request !== 'explicit' && /[.!]["”')]*$/.test(text) && !/\bplease\b/.test(text);
    if (isUnclear && acceptsWeakly(normalise(reply.sentence.text))) return undefined;
    const parts = reply.detail && hasDeadline(reply.detail) ? [sentence, reply.detail] : [sentence];
    return { assigneeId: mentions.addressee ?? reply.participantId, parts, reply };
  }
  const isDirected =
    mentions.addressee !== null || deadlinePattern.test(text) || /\bplease\b/.test(text) || reply === undefined;
  return request === 'explicit' && isDirected ? { assigneeId: mentions.addressee, parts: [sentence] } : undefined;
}

function assignedTask(
  { sentence, text, mentions }: Context,
  findReply: Surroundings['findReply'],
): Commitment | undefined {
  if (conditional.test(text)) return undefined;
  const parts = [sentence];
  if (mentions.subject !== null) return { assigneeId: mentions.subject, parts };
  const isDated = deadlinePattern.test(text);
  if (obligation.test(text) && (isDated || mentions.addressee !== null)) {
    return { assigneeId: mentions.addressee, parts };
  }
  const isTeamTask = isDated
    ? teamObligation.test(text) || teamProposal.test(text)
    : teamObligation.test(text) && !vagueTask.test(text);
  if (!isTeamTask) return undefined;
  const reply = findReply();
  const isTaken = reply !== undefined && promisesCompliance(normalise(reply.sentence.text));
  return isTaken ? { assigneeId: reply.participantId, parts, reply } : { assigneeId: null, parts };
}
