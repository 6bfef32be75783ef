import { startsAsking, subjects, withoutDiscourseMarkers } from '../language/question-form.ts';
import { isSmallTalk } from '../language/small-talk.ts';
import type { Sentence, Word } from '../language/sentence.ts';

const minWords = 5;

/** Words after "how", "what" or "why" that ask for a number, date or name, so the question is closed. */
const closedTopics = new Set(
  `many much long old far often big large tall soon late time date day week month year name number percent address mail
  email phone colour color kind size`.split(/\s+/),
);
const openQuestionWords = new Set(['how', 'why', 'what']);

/** Open questions without a question word: "Can you walk me through your week?" */
const invitation =
  /\b(?:tell (?:me|us) (?:a (?:bit|little) )?(?:more )?(?:about|of)|(?:walk|talk|take|run) (?:me|us) through|describe|give (?:me|us) (?:an? )?(?:example|idea|sense|overview) of)\b/i;

/** Phrases in which "you" addresses the listener without asking about their situation. */
const addressingPhrase =
  /\b(?:(?<!\bhow )(?:do|did|can|could|would|will|may|might|are|have) (?:i |we )?you (?:please |maybe |just |also )?(?:know|tell|explain|see|say|remember|mean|think|guess|like (?:me|us)|want (?:me|us)|hear|repeat|spell|pronounce|show|walk|talk|take|run|describe|give)|(?:show|tell|give|send|ask|thank|offer) you|(?:if|as|like) you (?:know|see|say|said)|you know|do(?:es)? you mean)\b/gi;
/** Personal data and other closed topics after "your". */
const closedPossession =
  /\byour (?:\w+ )?(?:user ?name|password|name|number|address|e-?mail|phone|age|birthday|date of birth|salary|account|question|point)\b/gi;
const quotedQuestion = /(?:["“]|\bsay(?:ing|s)?,) *(?:how|why|what)\b/i;
const secondPerson = /\b(?:you(?:['’](?:re|ve|d|ll))?|your|yours|yourself|yourselves)\b/i;

/**
 * Whether an English question is insightful: an open question (how, why, what, or an invitation to talk) of at least 5
 * words about the situation of the listener ("you", "your team"). Closed questions for a number, date or name, requests
 * for an opinion ("what do you think of our plan?") and small talk ("how was your weekend?") are not insightful.
 */
export function isInsightful({ text, words }: Sentence): boolean {
  return (
    words.length >= minWords &&
    words.some(({ isContent }) => isContent) &&
    secondPerson.test(text.replace(addressingPhrase, ' ').replace(closedPossession, ' ')) &&
    !quotedQuestion.test(text) &&
    !isSmallTalk(text) &&
    (invitation.test(text) || isOpen(withoutDiscourseMarkers(words)))
  );
}

function isOpen(words: readonly Word[]): boolean {
  return words.some(
    (word, at) =>
      openQuestionWords.has(word.normal) && !closedTopics.has(words[at + 1]?.normal ?? '') && opensQuestion(words, at),
  );
}

/** Verbs that take an indirect question: "do you know what …". */
const reportingVerbs = new Set([
  'know',
  'tell',
  'think',
  'explain',
  'understand',
  'wonder',
  'see',
  'say',
  'idea',
  'ask',
]);
/** Maximum number of words before a question word; after more words, it rarely opens the question. */
const maxWordsBefore = 5;

/**
 * Whether the question word at index `at` opens a question rather than a clause ("what I mean is …", "…, which is …").
 */
function opensQuestion(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined) return !subjects.has(words[1]?.normal ?? '');
  const isReported = words.slice(Math.max(0, at - 3), at).some(({ lemma }) => reportingVerbs.has(lemma));
  // After a subordinate clause ("If the drivers saw it, what would …"), the word order shows where the question begins.
  return startsAsking(words.slice(at)) || (at <= maxWordsBefore && isReported && startsAsking(words));
}
