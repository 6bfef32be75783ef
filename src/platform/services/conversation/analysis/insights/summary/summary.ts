import type { ActionItem, Participant } from '../../conversation.ts';
import { partSeparator } from '../../action-items/due-day.ts';
import type { ParsedConversation, Sentence } from '../../language/sentence.ts';
import { openingSmallTalkLength } from '../../language/small-talk.ts';
import { namesOf } from '../../participant-names.ts';
import { chooseStatements, choiceStyles } from './choose-statements.ts';
import { summariseInClauses } from './clauses/clause-summary.ts';
import { nextStepsOf } from './next-steps.ts';
import { sectionsOf } from './sections.ts';
import { type Statement, statementsOf } from './statement.ts';
import { summaryText } from './summary-text.ts';

/** In words. */
const limits = {
  short: { words: 120, nextSteps: 60 },
  /** In a long conversation, there is room for one step only. */
  long: { words: 175, nextSteps: 7 },
};
/** Length of a conversation of half an hour. */
const maxShortWords = 4500;
/** If fewer words can be quoted in clauses, whole sentences are quoted instead. */
const minClauseSummaryWords = 70;
/** A conversation of more words and participants is a meeting, with fewer figures and agreements than a call. */
const maxCall = { words: 1500, participants: 3 };
/** Shorter statements mean little in a summary of a long conversation. */
const minLongStatement = { words: 8, contentWords: 3 };

/**
 * Summarises a conversation in at most 120 words, or 175 if it has more than 4,500 words (half an hour). English calls
 * are summarised in clauses, see `summariseInClauses`. Meetings, long conversations, other languages, and calls of which
 * fewer than 70 words can be quoted, are summarised in whole sentences, in English in the order of `summaryText`.
 *
 * Other languages have no patterns, and their sentences are in order of time. Courtesies, sentence fragments and
 * sentences that refer to something unknown ("They want that") are left out, and so is opening small talk unless there
 * is nothing else. `npm run bench -- summaries` compares the results with checklists and with summaries by people.
 */
export function summarise(
  { sentences, isEnglish }: ParsedConversation,
  { participants, actionItems }: { participants: readonly Participant[]; actionItems: readonly ActionItem[] },
): string {
  const smallTalk = isEnglish ? openingSmallTalkLength(sentences) : 0;
  const options = { isEnglish, participants, actionItems };
  if (isEnglish && isCall(sentences)) {
    const { words: maxWords, nextSteps } = limits.short;
    const names = namesOf(participants);
    const steps = nextStepsOf(actionItems, { sentences, names, maxWords: nextSteps });
    const weights = contentWordWeights(sentences.slice(smallTalk));
    const summary = summariseInClauses(sentences, { participants, actionItems, steps, maxWords, weights, smallTalk });
    if (summary.split(/\s+/).length >= minClauseSummaryWords) return summary;
  }
  const summary = summariseInSentences(sentences.slice(smallTalk), options);
  return summary === '' && smallTalk > 0 ? summariseInSentences(sentences, options) : summary;
}

/** @param words of the conversation */
export const maxSummaryWords = (words: number) => (words > maxShortWords ? limits.long.words : limits.short.words);

/** Calls have few participants or few words; anything else is a meeting or a long conversation. */
function isCall(sentences: readonly Sentence[]): boolean {
  const speakers = new Set(sentences.map(({ participantId }) => participantId)).size;
  return lengthOf(sentences) <= (speakers > maxCall.participants ? maxCall.words : maxShortWords);
}

const lengthOf = (sentences: readonly Sentence[]) => sentences.reduce((total, { words }) => total + words.length, 0);

interface Options {
  isEnglish: boolean;
  participants: readonly Participant[];
  actionItems: readonly ActionItem[];
}

function summariseInSentences(
  sentences: readonly Sentence[],
  { isEnglish, participants, actionItems }: Options,
): string {
  const names = namesOf(participants);
  const isLong = lengthOf(sentences) > maxShortWords;
  const { words: maxWords, nextSteps: maxStepWords } = isLong ? limits.long : limits.short;
  const steps = nextStepsOf(actionItems, { sentences, names, maxWords: maxStepWords });
  const stepTimes = new Set(actionItems.map(({ start_ms: startMs }) => startMs));
  const all = statementsOf(sentences, { isEnglish, isLong, weights: contentWordWeights(sentences) });
  const stepTexts = new Set(actionItems.flatMap((item) => item.text.replaceAll(/[“”]/g, '').split(partSeparator)));
  const isStep = ({ startMs, text }: Statement) => stepTimes.has(startMs) || stepTexts.has(text);
  const isSubstantial = ({ length, contentWords, question }: Statement) =>
    !isLong ||
    (length >= minLongStatement.words && contentWords.size >= minLongStatement.contentWords && question === undefined);
  const candidates = all.filter((one) => (one.kinds.has('purpose') || !isStep(one)) && isSubstantial(one));
  const stepWords = steps.reduce((total, { length }) => total + length + 1, steps.length > 0 ? 2 : 0);
  const purpose = isEnglish ? purposeStatement(candidates) : undefined;
  const chosen = chooseStatements(candidates, {
    purpose,
    maxWords: maxWords - stepWords,
    style: isLong || !isEnglish ? choiceStyles.long : choiceStyles.short,
  });
  if (!isEnglish) {
    return chosen
      .toSorted((a, b) => a.progress - b.progress)
      .map(({ text }) => text)
      .join(' ');
  }
  const sections = isLong ? sectionsOf(sentences) : [];
  // Names and headings are only known at the end.
  for (let count = chosen.length; ; count -= 1) {
    const text = summaryText({ purpose, chosen: chosen.slice(0, count), steps, sections }, names);
    if (count <= 1 || text.split(/\s+/).length <= maxWords) return text;
  }
}

function purposeStatement(statements: readonly Statement[]): Statement | undefined {
  const rated = statements.flatMap((statement) =>
    statement.kinds.has('purpose')
      ? [{ statement, rating: statement.contentWords.size ** 0.5 * (1 - statement.progress * 3) }]
      : [],
  );
  return rated.toSorted((a, b) => b.rating - a.rating)[0]?.statement;
}

function contentWordWeights(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of sentences) {
    for (const { lemma, isContent } of words) if (isContent) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  }
  return new Map([...counts].map(([lemma, count]) => [lemma, Math.log(1 + count)]));
}
