import type { SummaryMethod } from '../../../../tools/conversation/vocabulary.ts';
import type { Analyst, AnalystResult } from '../analyst/chat-analyst.ts';
import { resultWarnings } from '../analyst/result-warnings.ts';
import { AnalystError } from '../processing-error.ts';
import { findActionItems } from './action-items/action-items.ts';
import type { ActionItem, Conversation, Question, TopicMatch } from './conversation.ts';
import { scoreCall } from './insights/call-score.ts';
import { findQuestions } from './insights/questions.ts';
import { summarise } from './insights/summary.ts';
import { matchTopics } from './insights/topic-matches.ts';
import { parseConversation } from './language/parse-conversation.ts';
import { withPlainNames } from './participant-names.ts';

/** Maximum length of each list. Long calls have a few hundred questions; thousands would delay other callers. */
const maxItems = 1000;

/** The outputs, named as in records. All lists are in order of time and have at most `maxItems` items. */
export interface Analysis {
  /** Empty when there is nothing to summarise. */
  summary: string;
  summary_method: SummaryMethod;
  action_items: ActionItem[];
  questions: Question[];
  topic_matches: TopicMatch[];
  /** From 0 to 100; null when the host did not speak, or fewer than two known participants did. See `scoreCall`. */
  score: number | null;
}

export type RunEmbedded = (conversation: Conversation, signal?: AbortSignal) => Promise<Analysis>;

interface AnalyseOptions {
  analyst?: Analyst | undefined;
  /** Whether the caller repeats a failed analysis. By default, the built-in analysis replaces a failing analyst. */
  willRetry?: boolean;
  signal?: AbortSignal;
  /** Runs the built-in analysis; by default in this thread, which is blocked for up to a second. */
  runEmbedded?: RunEmbedded;
}

export interface AnalyseResult {
  analysis: Analysis;
  /** Suggested for a conversation without a title. */
  title?: string | undefined;
  /** Notes on what the analyst did not return, and on results that were left out. */
  warnings: string[];
}

/**
 * Analyses a conversation. Without an analyst, the result is deterministic. In languages other than English, the
 * summary relies on word frequencies, questions are recognised by question marks, triggers match exact words, and no
 * action items or insightful questions are found. Summary and action items of the analyst each replace those of the
 * built-in analysis.
 * @throws AnalystError if the analyst fails, a retry may succeed, and the caller will retry
 */
export async function analyse(
  conversation: Conversation,
  { analyst, willRetry = false, signal, runEmbedded = analyseEmbedded }: AnalyseOptions = {},
): Promise<AnalyseResult> {
  /** Returns an error that the built-in analysis makes up for. */
  const finalFailure = (error: unknown) => {
    if (!(error instanceof AnalystError) || (willRetry && error.isRetryable)) throw error;
    return error;
  };
  const [analysis, result] = await Promise.all([
    runEmbedded(conversation, signal),
    analyst?.analyse(conversation, signal).catch(finalFailure),
  ]);
  const warnings = limitWarnings(analysis);
  if (!result) return { analysis, warnings };
  if (!(result instanceof AnalystError))
    return {
      analysis: combine(analysis, result),
      title: result.title,
      warnings: [...warnings, ...resultWarnings(result)],
    };
  const failed = `Summary and action items are not from the language model. ${result.message}`;
  return { analysis, warnings: [...warnings, failed] };
}

const limitWarnings = ({ questions, topic_matches: matches }: Analysis): string[] =>
  Object.entries({ questions, 'topic matches': matches }).flatMap(([noun, items]) =>
    items.length < maxItems ? [] : [`Only the first ${maxItems.toLocaleString('en-US')} ${noun} were stored.`],
  );

function combine(embedded: Analysis, { summary, actionItems, unansweredParts }: AnalystResult): Analysis {
  const isUnanswered = ({ start_ms: at }: ActionItem) =>
    unansweredParts.some(({ startMs, endMs }) => at !== null && at >= startMs && at <= endMs);
  return {
    ...embedded,
    ...(summary !== undefined && { summary, summary_method: 'model' }),
    ...(actionItems && {
      action_items: [...actionItems, ...embedded.action_items.filter(isUnanswered)].toSorted(
        (a, b) => (a.start_ms ?? 0) - (b.start_ms ?? 0),
      ),
    }),
  };
}

/** The worker thread calls this function by its exported name. */
export async function findTopics(conversation: Conversation): Promise<TopicMatch[]> {
  const { sentences, tokenise } = await parseConversation(conversation);
  return matchTopics(sentences, { themes: conversation.themes, tokenise }).slice(0, maxItems);
}

/** Runs the built-in analysis. The worker thread calls this function by its exported name. */
export async function analyseEmbedded(conversation: Conversation): Promise<Analysis> {
  const { themes, started_at: startedAt } = conversation;
  const participants = withPlainNames(conversation.participants);
  const parsed = await parseConversation(conversation);
  const { sentences, tokenise } = parsed;
  const questions = findQuestions(parsed);
  const actionItems = findActionItems({ ...parsed, startedAt }, participants);
  return {
    summary: summarise(parsed, { participants, actionItems, questions }),
    summary_method: 'extracted',
    action_items: actionItems.slice(0, maxItems),
    questions: questions.slice(0, maxItems),
    topic_matches: matchTopics(sentences, { themes, tokenise }).slice(0, maxItems),
    score: scoreCall(conversation, { parsed, questions, actionItems }),
  };
}
