import type { ActionItem, Conversation } from '../analysis/conversation.ts';
import { AnalystError } from '../processing-error.ts';
import { type AnalystRequest, createAskModel } from './ask-model.ts';
import type { AnalystEndpoint } from './chat-completion.ts';
import { createAnswerCheck, type OmissionReason, joinStatements, mergeItems } from './evidence/check-answer.ts';
import { systemPrompt } from './prompt.ts';
import { type Chunk, chunksOf, type Line, linesOf, numberedTranscript, tokensIn } from './transcript-lines.ts';

export interface AnalystOptions extends AnalystEndpoint {
  onRequest?: ((request: AnalystRequest) => void) | undefined;
  onDrop?: ((reason: OmissionReason) => void) | undefined;
}

/** An output is undefined if the model returned nothing usable for it. */
export interface AnalystResult {
  summary: string | undefined;
  actionItems: ActionItem[] | undefined;
  title: string | undefined;
  dropped: ReadonlyMap<OmissionReason, number>;
  /** Parts of the transcript without an answer, in milliseconds; their action items are missing. */
  unansweredParts: { startMs: number; endMs: number }[];
  /** Whether an answer ended early because of a limit of the endpoint. */
  isCutOff: boolean;
}

export type Analyst = ReturnType<typeof createChatAnalyst>;

const maxAnswerTokens = 4000;
const tokensPerParticipant = 12;
/** Maximum words of a summary: `long` above `minLongWords` spoken words, else `short`; at least `part` per request. */
const maxLengths = { short: 120, long: 175, part: 40 };
const minLongWords = 4500;

/** Creates an analyst that gets summary and action items from a language model behind an OpenAI-compatible endpoint. */
export function createChatAnalyst({ onRequest, onDrop, contextTokens = 32_000, ...endpoint }: AnalystOptions) {
  const ask = createAskModel(endpoint, onRequest);
  return {
    /** @throws AnalystError if the first part of the transcript has no usable answer */
    async analyse(conversation: Conversation, signal?: AbortSignal): Promise<AnalystResult> {
      const lines = linesOf(conversation);
      const dropped = new Map<OmissionReason, number>();
      const drop = (reason: OmissionReason) => {
        dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
        onDrop?.(reason);
      };
      const maxWords = maxSummaryWords(lines);
      const prompt = { language: conversation.language ?? 'en', maxWords, wantsTitle: conversation.title === null };
      const promptTokens = tokensIn(systemPrompt(prompt)) + tokensPerParticipant * conversation.participants.length;
      // Reserve up to a quarter of the context for the answer, and at least a quarter for the transcript.
      const maxTokens = contextTokens - promptTokens - Math.min(maxAnswerTokens, contextTokens / 4);
      const chunks = chunksOf(lines, conversation, Math.max(contextTokens / 4, maxTokens));
      const partWords = Math.max(maxLengths.part, Math.floor(maxWords / chunks.length));
      const unansweredParts: AnalystResult['unansweredParts'] = [];
      const answers = [];
      for (const [index, chunk] of chunks.entries()) {
        const wantsTitle = prompt.wantsTitle && index === 0;
        try {
          const transcript = numberedTranscript(conversation, lines, chunk);
          answers.push(await ask(transcript, { ...prompt, maxWords: partWords, wantsTitle }, signal));
        } catch (error) {
          if (!(error instanceof AnalystError) || index === 0) throw error;
          unansweredParts.push(timesOf(conversation, lines, chunk));
        }
      }
      const check = createAnswerCheck(conversation, lines, drop);
      const statements = answers.flatMap((answer) => check.statements(answer));
      const items = answers.flatMap((answer) => check.items(answer));
      const hasSummary = unansweredParts.length === 0 && statements.length > 0;
      // An empty list is an answer, but a list whose items were all dropped is not.
      const hasItems = answers.every((answer) => answer.items) && (items.length > 0 || answers.every(isWithoutItems));
      return {
        summary: hasSummary ? joinStatements(statements, { maxWords: partWords * chunks.length, drop }) : undefined,
        actionItems: hasItems ? mergeItems(items) : undefined,
        title: answers[0] && prompt.wantsTitle ? check.title(answers[0]) : undefined,
        dropped,
        unansweredParts,
        isCutOff: answers.some((answer) => answer.isCutOff),
      };
    },
  };
}

const isWithoutItems = ({ items, unreadable }: { items: readonly unknown[] | undefined; unreadable: number }) =>
  items?.length === 0 && unreadable === 0;

function maxSummaryWords(lines: readonly Line[]): number {
  const words = lines.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return words > minLongWords ? maxLengths.long : maxLengths.short;
}

function timesOf({ segments }: Conversation, lines: readonly Line[], { from, to }: Chunk) {
  const [first, last] = [segments[lines[from]?.segment ?? -1], segments[lines[to - 1]?.segment ?? -1]];
  return { startMs: first?.start_ms ?? 0, endMs: last?.end_ms ?? 0 };
}
