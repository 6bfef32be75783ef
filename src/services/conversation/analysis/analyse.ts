import { findActionItems } from './action-items/action-items.ts';
import type { Analyst } from './analyst.ts';
import { scoreCall } from './call-score.ts';
import type { ActionItem, Conversation, Question, TopicMatch } from './conversation.ts';
import { findQuestions } from './questions.ts';
import { readConversation } from './read-conversation.ts';
import { summarise } from './summary.ts';
import { matchTopics } from './topic-matches.ts';

/** Everything that is found in a conversation, in order of time, in the shape of the payloads. */
export interface Analysis {
  /** Empty when there is nothing to summarise. */
  summary: string;
  actionItems: ActionItem[];
  questions: Question[];
  topicMatches: TopicMatch[];
  /** 0 to 100; null where fewer than two known people spoke. */
  score: number | null;
}

export interface AnalyseOptions {
  /** Writes summary and action items in place of the embedded analysis. */
  analyst?: Analyst;
  signal?: AbortSignal;
}

/**
 * Analyses a transcript. The same transcript gives the same analysis, in English a full one; in other languages the
 * summary rests on the frequency of words, questions on question marks, triggers on words as written, and there are no
 * action items and no insightful questions.
 * @throws AnalystFailure when the analyst that was given fails
 */
export async function analyse(conversation: Conversation, { analyst, signal }: AnalyseOptions = {}): Promise<Analysis> {
  const reading = await readConversation(conversation);
  const { sentences, tokenise } = reading;
  const [summary, actionItems] = await Promise.all([
    analyst ? analyst.summarise(conversation, signal) : summarise(reading, conversation.participants),
    analyst ? analyst.findActionItems(conversation, signal) : findActionItems(reading, conversation.participants),
  ]);
  const questions = findQuestions(reading);
  const topicMatches = matchTopics(sentences, { themes: conversation.themes, tokenise });
  return {
    summary,
    actionItems,
    questions,
    topicMatches,
    score: scoreCall(conversation.segments, { questions, isEnglish: reading.isEnglish }),
  };
}
