import { startsAsking, subjects, withoutLeads } from '../language/question-form.ts';
import { isSmallTalk } from '../language/small-talk.ts';
import type { Sentence, Word } from '../language/sentence.ts';

const minWords = 5;

/** Asking for these asks for a figure, a date or a name, which is a closed question. */
const closed = new Set(
  `many much long old far often big large tall soon late time date day week month year name number percent address mail
  email phone colour color kind size`.split(/\s+/),
);
const open = new Set(['how', 'why', 'what']);

/** "Can you walk me through your week?" is open without a question word. */
const invitation =
  /\b(?:tell (?:me|us) (?:a (?:bit|little) )?(?:more )?(?:about|of)|(?:walk|talk|take|run) (?:me|us) through|describe|give (?:me|us) (?:an? )?(?:example|idea|sense|overview) of)\b/i;

/** "You" in these frames addresses the other side without asking about its situation. */
const frame =
  /\b(?:(?<!\bhow )(?:do|did|can|could|would|will|may|might|are|have) (?:i |we )?you (?:please |maybe |just |also )?(?:know|tell|explain|see|say|remember|mean|think|guess|like (?:me|us)|want (?:me|us)|hear|repeat|spell|pronounce|show|walk|talk|take|run|describe|give)|(?:show|tell|give|send|ask|thank|offer) you|(?:if|as|like) you (?:know|see|say|said)|you know|do(?:es)? you mean)\b/gi;
const identity =
  /\byour (?:\w+ )?(?:user ?name|password|name|number|address|e-?mail|phone|age|birthday|date of birth|salary|account|question|point)\b/gi;
const quoted = /(?:["“]|\bsay(?:ing|s)?,) *(?:how|why|what)\b/i;
const otherSide = /\b(?:you(?:['’](?:re|ve|d|ll))?|your|yours|yourself|yourselves)\b/i;

/**
 * Whether an English question is insightful: it is open (asks how, why or what, or invites to tell) and asks
 * about the situation of the other side ("you", "your team"), in at least 5 words. Questions for a figure, a date or a
 * name, for an opinion ("what do you think of our plan?") and small talk ("how was your weekend?") are not.
 */
export function isInsightful({ text, words }: Sentence): boolean {
  return (
    words.length >= minWords &&
    words.some(({ isContent }) => isContent) &&
    otherSide.test(text.replace(frame, ' ').replace(identity, ' ')) &&
    !quoted.test(text) &&
    !isSmallTalk(text) &&
    (invitation.test(text) || isOpen(withoutLeads(words)))
  );
}

function isOpen(words: readonly Word[]): boolean {
  return words.some(
    (word, at) => open.has(word.normal) && !closed.has(words[at + 1]?.normal ?? '') && opensQuestion(words, at),
  );
}

const reporting = new Set(['know', 'tell', 'think', 'explain', 'understand', 'wonder', 'see', 'say', 'idea', 'ask']);
/** Further into the sentence, a question word rarely makes the question. */
const maxFrameWords = 5;

/** Whether the question word opens a question, and not a clause ("what I mean is …", "…, which is …"). */
function opensQuestion(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined) return !subjects.has(words[1]?.normal ?? '');
  const isReported = words.slice(Math.max(0, at - 3), at).some(({ lemma }) => reporting.has(lemma));
  // After a clause ("If the drivers saw it, what would …") the question begins wherever its word order does.
  return startsAsking(words.slice(at)) || (at <= maxFrameWords && isReported && startsAsking(words));
}
