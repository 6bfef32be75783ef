import type { ActionItem, Participant } from '../../conversation.ts';
import { partSeparator } from '../../action-items/due-day.ts';
import type { ParsedConversation, Sentence } from '../../language/sentence.ts';
import { openingSmallTalkLength } from '../../language/small-talk.ts';
import { chooseStatements, choiceStyles } from './choose-statements.ts';
import { nextStepsOf } from './next-steps.ts';
import { briefOf } from './clauses/brief.ts';
import { sectionsOf } from './sections.ts';
import { type Statement, statementsOf } from './statement.ts';
import { joinBlocks } from './summary-text.ts';
import { namesOf } from '../../participant-names.ts';

/** In words. */
const limits = {
  short: { words: 120, nextSteps: 60 },
  long: { words: 175, nextSteps: 7 },
};
/** Length of a conversation of half an hour. */
const maxShortWords = 4500;
/** A shorter brief shows that there is little to quote but whole sentences. In words. */
const minBriefWords = 70;
/** A conversation of more words and participants is a meeting, with fewer figures and agreements than a call. */
const maxCall = { words: 1500, participants: 3 };
/** Shorter statements mean little in a summary of a long conversation. */
const minLongStatement = { words: 8, contentWords: 3 };

/**
 * Returns an extractive summary of at most 120 words, or 175 if the conversation has more than 4,500 words (half an
 * hour). A brief quotes clauses of an English call, see `briefOf`. If that gives fewer than 70 words, and for meetings
 * and other languages, the summary quotes the most important sentences without their disfluencies, in English in this
 * order:
 *
 * - why they met
 * - amounts, dates and limits, then "Concerns" and "Agreed"; in a long conversation instead sections by topic
 * - "Next steps", the action items by assignee
 *
 * Statements begin with the name of their speaker. The answer to a question includes the question if it means little
 * without it. Courtesies, sentence fragments and sentences that refer to something unknown ("They want that") are left
 * out, and so is opening small talk unless there is nothing else.
 *
 * The score of a statement is the sum of the weights of its content words, divided by the square root of its length in
 * words. The weight of a word is log(1 + term frequency), halved unless the word is a noun or name. The score is raised
 * for what patterns recognise as an amount, limit, objection or decision. In other languages there are no patterns, and
 * the sentences are in order of time. `npm run bench -- summaries` compares the results with checklists and with
 * summaries written by people.
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
    const brief = briefOf(sentences, { participants, actionItems, steps, maxWords, weights, smallTalk });
    if (brief.split(/\s+/).length >= minBriefWords) return brief;
  }
  const summary = summaryOf(sentences.slice(smallTalk), options);
  return summary === '' && smallTalk > 0 ? summaryOf(sentences, options) : summary;
}

/** @param words of the conversation */
export const maxSummaryWords = (words: number) => (words > maxShortWords ? limits.long.words : limits.short.words);

/** Rather than a meeting or a long conversation. */
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

function summaryOf(sentences: readonly Sentence[], { isEnglish, participants, actionItems }: Options): string {
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
  const first = isEnglish ? purposeOf(candidates) : undefined;
  const chosen = chooseStatements(candidates, {
    first,
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
    const text = joinBlocks({ first, chosen: chosen.slice(0, count), steps, sections }, names);
    if (count <= 1 || text.split(/\s+/).length <= maxWords) return text;
  }
}

function purposeOf(statements: readonly Statement[]): Statement | undefined {
  const rated = statements.flatMap((statement) =>
    statement.kinds.has('purpose')
      ? [{ statement, rating: statement.contentWords.size ** 0.5 * (1 - statement.progress * 3) }]
      : [],
  );
  return rated.toSorted((a, b) => b.rating - a.rating)[0]?.statement;
}

export function contentWordWeights(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of sentences) {
    for (const { lemma, isContent } of words) if (isContent) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  }
  return new Map([...counts].map(([lemma, count]) => [lemma, Math.log(1 + count)]));
}
