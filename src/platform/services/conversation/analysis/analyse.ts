import { AnalystError } from '../processing-error.ts';
import { findActionItems } from './action-items/action-items.ts';
import type { Analyst } from './chat-analyst.ts';
import type { ActionItem, Conversation, Question, TopicMatch } from './conversation.ts';
import { scoreCall } from './insights/call-score.ts';
import { findQuestions } from './insights/questions.ts';
import { summarise } from './insights/summary/summary.ts';
import { matchTopics } from './insights/topic-matches.ts';
import { parseConversation } from './language/parse-conversation.ts';
import { withPlainNames } from './participant-names.ts';

/** Outputs are named as in records; all lists are in order of time. */
export interface Analysis {
  /** Empty when there is nothing to summarise. */
  summary: string;
  action_items: ActionItem[];
  questions: Question[];
  topic_matches: TopicMatch[];
  /** From 0 to 100; null when the host did not speak, or fewer than two known participants did. See `scoreCall`. */
  score: number | null;
}

export interface EmbeddedTask {
  conversation: Conversation;
  /** If true, the embedded analysis leaves the summary and the action items empty. */
  hasAnalyst: boolean;
}

export type RunEmbedded = (task: EmbeddedTask, signal?: AbortSignal) => Promise<Analysis>;

interface AnalyseOptions {
  analyst?: Analyst | undefined;
  /** Whether the caller repeats a failed analysis. By default, the embedded analysis replaces a failing analyst. */
  willRetry?: boolean;
  /** Called when the embedded analysis replaces the analyst. */
  onFallback?: (error: AnalystError) => void;
  signal?: AbortSignal;
  /** By default in this thread, which it blocks for up to a second. */
  runEmbedded?: RunEmbedded;
}

/**
 * Without an analyst, the result is deterministic. In languages other than English, the summary relies on word
 * frequencies, questions are recognised by question marks, triggers match exact words, and no action items or
 * insightful questions are found.
 * @throws AnalystError if the analyst failed and the caller will retry
 */
export async function analyse(
  conversation: Conversation,
  { analyst, willRetry = false, onFallback, signal, runEmbedded = analyseEmbedded }: AnalyseOptions = {},
): Promise<Analysis> {
  if (!analyst) return runEmbedded({ conversation, hasAnalyst: false }, signal);
  try {
    const [embedded, summary, actionItems] = await Promise.all([
      runEmbedded({ conversation, hasAnalyst: true }, signal),
      analyst.summarise(conversation, signal),
      analyst.findActionItems(conversation, signal),
    ]);
    return { ...embedded, summary, action_items: actionItems };
  } catch (error) {
    if (!(error instanceof AnalystError) || (willRetry && error.isRetryable)) throw error;
    onFallback?.(error);
    return runEmbedded({ conversation, hasAnalyst: false }, signal);
  }
}

/** The worker thread calls this function by its exported name. */
export async function findTopics(conversation: Conversation): Promise<TopicMatch[]> {
  const { sentences, tokenise } = await parseConversation(conversation);
  return matchTopics(sentences, { themes: conversation.themes, tokenise });
}

/** The worker thread calls this function by its exported name. */
export async function analyseEmbedded({ conversation, hasAnalyst }: EmbeddedTask): Promise<Analysis> {
  const { themes, started_at: startedAt } = conversation;
  const participants = withPlainNames(conversation.participants);
  const parsed = await parseConversation(conversation);
  const { sentences, tokenise } = parsed;
  const questions = findQuestions(parsed);
  const actionItems = findActionItems({ ...parsed, startedAt }, participants);
  return {
    summary: hasAnalyst ? '' : summarise(parsed, { participants, actionItems }),
    action_items: hasAnalyst ? [] : actionItems,
    questions,
    topic_matches: matchTopics(sentences, { themes, tokenise }),
    score: scoreCall(conversation, { parsed, questions, actionItems }),
  };
}
