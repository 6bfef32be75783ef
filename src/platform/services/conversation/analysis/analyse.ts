import { findActionItems } from './action-items/action-items.ts';
import type { Analyst } from './analyst/analyst.ts';
import { scoreCall } from './insights/call-score.ts';
import type { ActionItem, Conversation, Question, TopicMatch } from './conversation.ts';
import { findQuestions } from './insights/questions.ts';
import { readConversation } from './language/parse-conversation.ts';
import { summarise } from './insights/summary.ts';
import { matchTopics } from './insights/topic-matches.ts';

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

export interface EmbeddedTask {
  conversation: Conversation;
  /** An analyst writes summary and action items: they are left empty. */
  hasAnalyst: boolean;
}

/** Runs the embedded analysis: in this thread, or in another one. */
export type RunEmbedded = (task: EmbeddedTask, signal?: AbortSignal) => Promise<Analysis>;

export interface AnalyseOptions {
  /** Writes summary and action items in place of the embedded analysis. */
  analyst?: Analyst;
  signal?: AbortSignal;
  /** Where the embedded analysis runs; in this thread by default, which it blocks for up to a second. */
  runEmbedded?: RunEmbedded;
}

/**
 * Analyses a transcript. The same transcript gives the same analysis, in English a full one; in other languages the
 * summary rests on the frequency of words, questions on question marks, triggers on words as written, and there are no
 * action items and no insightful questions.
 * @throws AnalystError when the analyst that was given fails
 */
export async function analyse(
  conversation: Conversation,
  { analyst, signal, runEmbedded = analyseEmbedded }: AnalyseOptions = {},
): Promise<Analysis> {
  if (!analyst) return runEmbedded({ conversation, hasAnalyst: false }, signal);
  const [found, summary, actionItems] = await Promise.all([
    runEmbedded({ conversation, hasAnalyst: true }, signal),
    analyst.summarise(conversation, signal),
    analyst.findActionItems(conversation, signal),
  ]);
  return { ...found, summary, actionItems };
}

/** Where the triggers of the conversation's themes were spoken of: that part of the embedded analysis alone. */
export async function findTopics(conversation: Conversation): Promise<TopicMatch[]> {
  const { sentences, tokenise } = await readConversation(conversation);
  return matchTopics(sentences, { themes: conversation.themes, tokenise });
}

/** The embedded analysis alone. Worker threads call it by its name. */
export async function analyseEmbedded({ conversation, hasAnalyst }: EmbeddedTask): Promise<Analysis> {
  const reading = await readConversation(conversation);
  const { sentences, tokenise } = reading;
  const questions = findQuestions(reading);
  return {
    summary: hasAnalyst ? '' : summarise(reading, conversation.participants),
    actionItems: hasAnalyst ? [] : findActionItems(reading, conversation.participants),
    questions,
    topicMatches: matchTopics(sentences, { themes: conversation.themes, tokenise }),
    score: scoreCall(conversation.segments, { questions, isEnglish: reading.isEnglish }),
  };
}
