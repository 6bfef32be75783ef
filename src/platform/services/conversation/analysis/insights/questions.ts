import type { Question } from '../conversation.ts';
import {
  endsWithQuestionMark,
  hasQuestionForm,
  isQuestionWord,
  startsAsking,
  subjects,
  withoutDiscourseMarkers,
} from '../language/question-form.ts';
import type { ParsedConversation, Sentence, Word } from '../language/sentence.ts';
import { isSmallTalk } from '../language/small-talk.ts';

/** "right?", "you know?" */
const agreementTag =
  /(?:^|[,.\s-])(?:right|okay|ok|yeah|yes|no|huh|eh|you know|you see|see|correct|alright|sorry|pardon)\s*\?+["”')]*$/i;
/** "Isn't it?", "have you?" */
const tagQuestion =
  /^(?:and |so |but )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)(?:n['’]?t)? (?:i|you|he|she|it|we|they|that|this|there)\s*\?+$/i;

/**
 * Finds the questions of a conversation: sentences that end in a question mark. If the transcript has no question
 * marks, English sentences with the word order of a question ("do you …", "how can we …") count instead. In English,
 * tag questions ("right?", "isn't it?"), single words, and two words without a question word are left out.
 *
 * A question is engaging if it drew a substantial response, see {@link createEngagementCheck}; this requires known
 * speakers. An English question is insightful if it explores the listener's situation, see {@link isInsightful}.
 */
export function findQuestions({ sentences, isEnglish }: ParsedConversation): Question[] {
  const hasMarks = sentences.some(({ text }) => endsWithQuestionMark(text));
  const asks = (sentence: Sentence) =>
    hasMarks ? endsWithQuestionMark(sentence.text) : isEnglish && hasQuestionForm(sentence);
  const isEngaging = createEngagementCheck(sentences);
  return sentences.flatMap((sentence, index) => {
    if (!asks(sentence) || (isEnglish && isRhetorical(sentence))) return [];
    return [
      {
        participant_id: sentence.participantId,
        start_ms: sentence.startMs,
        end_ms: sentence.endMs,
        text: sentence.text,
        is_engaging: isEngaging(index),
        is_insightful: isEnglish && isInsightful(sentence),
      },
    ];
  });
}

function isRhetorical({ text, words }: Sentence): boolean {
  const minWords = words.some(isQuestionWord) ? 2 : 3;
  return words.length < minWords || tagQuestion.test(text) || (agreementTag.test(text) && !startsAsking(words));
}

/** Maximum turns of a response. It ends earlier if the asker takes the floor again. */
const maxResponseTurns = 6;
/** A turn of up to this many words ("yes, exactly") does not take the floor. */
const maxBackchannelWords = 3;

/** An asker who adds more words than this in the same turn does not wait for an answer. */
const maxWordsAfterQuestion = 25;

/** Minimum length of a response: a factor of the average length, and a number of words. */
const minResponse = { factor: 1.25, words: 15 };

interface TurnLength {
  participantId: string | null;
  words: number;
}

/**
 * Returns a function that tells whether other speakers say at least 15 words after the sentence, and at least 1.25
 * times as many as after an average turn. The average accounts for the style: long answers are normal in a parliament,
 * but remarkable in a terse conversation.
 */
function createEngagementCheck(sentences: readonly Sentence[]): (index: number) => boolean {
  const lengths: TurnLength[] = [];
  // Starts at the last sentence, so that `turn.words` has only the words that follow a sentence in its turn.
  const addedWordsFromEnd = sentences.toReversed().map(({ turnIndex, participantId, words }) => {
    const turn = (lengths[turnIndex] ??= { participantId, words: 0 });
    turn.words += words.length;
    return turn.words - words.length;
  });
  // A turn without sentences has no length yet.
  const turns = Array.from(lengths, (turn) => turn ?? { participantId: null, words: 0 });
  const responses = turns.map((_, turnIndex) => wordsInResponse(turns, turnIndex));
  const responsesToFloor = responses.filter((_, turnIndex) => takesFloor(turns[turnIndex]));
  const mean = responsesToFloor.reduce((sum, words) => sum + words, 0) / Math.max(1, responsesToFloor.length);
  const minWords = Math.max(minResponse.words, minResponse.factor * mean);
  return (index) =>
    (responses[sentences[index]?.turnIndex ?? -1] ?? 0) >= minWords &&
    (addedWordsFromEnd.at(-1 - index) ?? 0) <= maxWordsAfterQuestion;
}

const takesFloor = (turn: TurnLength | undefined) =>
  turn !== undefined && turn.participantId !== null && turn.words > maxBackchannelWords;

function wordsInResponse(turns: readonly TurnLength[], askedIndex: number): number {
  const asker = turns[askedIndex]?.participantId ?? null;
  let count = 0;
  if (asker === null) return count;
  for (const { participantId, words } of turns.slice(askedIndex + 1, askedIndex + 1 + maxResponseTurns)) {
    if (participantId === asker && words > maxBackchannelWords) break;
    if (participantId !== asker && participantId !== null) count += words;
  }
  return count;
}

const minInsightfulWords = 5;

/** After "how", "what" or "why", these words ask for a number, date or name. */
const factWords = new Set(
  `many much long old far often big large tall soon late time date day week month year name number percent address mail
  email phone colour color kind size`.split(/\s+/),
);
const exploratoryWords = new Set(['how', 'why', 'what']);

/** "Can you walk me through your week?" */
const invitation =
  /\b(?:tell (?:me|us) (?:a (?:bit|little) )?(?:more )?(?:about|of)|(?:walk|talk|take|run) (?:me|us) through|describe|give (?:me|us) (?:an? )?(?:example|idea|sense|overview) of)\b/i;

/** Phrases in which "you" addresses the listener without asking about their situation. */
const addressingPhrase =
  /\b(?:(?<!\bhow )(?:do|did|can|could|would|will|may|might|are|have) (?:i |we )?you (?:please |maybe |just |also )?(?:know|tell|explain|see|say|remember|mean|think|guess|like (?:me|us)|want (?:me|us)|hear|repeat|spell|pronounce|show|walk|talk|take|run|describe|give)|(?:show|tell|give|send|ask|thank|offer) you|(?:if|as|like) you (?:know|see|say|said)|you know|do(?:es)? you mean)\b/gi;
const secondPerson = /\b(?:you(?:['’](?:re|ve|d|ll))?|your|yours|yourself|yourselves)\b/i;

/**
 * Whether a question of at least 5 words asks how, why or what about the situation of the listener ("you", "your team"),
 * or invites them to describe it. Questions for a number, date, name or opinion, and small talk, are not insightful.
 */
function isInsightful({ text, words }: Sentence): boolean {
  return (
    words.length >= minInsightfulWords &&
    words.some(({ isContent }) => isContent) &&
    secondPerson.test(text.replace(addressingPhrase, ' ')) &&
    !isSmallTalk(text) &&
    (invitation.test(text) || isExploratory(withoutDiscourseMarkers(words)))
  );
}

function isExploratory(words: readonly Word[]): boolean {
  return words.some(
    (word, at) =>
      exploratoryWords.has(word.normal) && !factWords.has(words[at + 1]?.normal ?? '') && opensQuestion(words, at),
  );
}

/** Whether a question word opens a question, unlike in a clause: "what I mean is …", "I know how it works". */
function opensQuestion(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  // After a comma: "Once the truck has left, what happens …", but not "you pay, what, ten euros".
  const beginsClause = at === 0 || (words[at]?.followsPunctuation === true && next?.followsPunctuation === false);
  if (beginsClause) return !subjects.has(next?.normal ?? '');
  // After a subordinate clause, the word order shows where the question begins: "If the drivers saw it, what would …"
  return startsAsking(words.slice(at));
}
