import { z } from 'zod';
import { answerText } from '../../recordings/read-text.ts';
import { type Analyst, AnalystError } from './analyst.ts';
import type { ActionItem, Conversation } from '../conversation.ts';
import { actionItemPrompt, summaryPrompt, transcriptLines } from './chat-prompts.ts';

export interface ChatAnalystOptions {
  /** Where the API begins, such as https://models.example.com/v1. */
  url: string;
  key?: string;
  model: string;
  /** For one request, in milliseconds; 120,000 by default. */
  timeoutMs?: number;
  /** Longer transcripts are refused, not cut; 400,000 by default. */
  mostCharacters?: number;
  /** Larger answers are refused; 4 MiB by default. */
  mostAnswerBytes?: number;
}

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

const summaryAnswer = z.object({ summary: z.string().trim().min(1) });
const itemsAnswer = z.object({
  items: z.array(
    z.object({
      text: z.string().trim().min(1),
      assignee: z.int().nonnegative().nullish(),
      line: z.int().nonnegative().nullish(),
    }),
  ),
});

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, ''));
  } catch {
    context.addIssue('is not JSON');
    return z.NEVER;
  }
});

/** Has summary and action items written by an OpenAI-compatible chat endpoint (`POST {url}/chat/completions`). */
export function createChatAnalyst(options: ChatAnalystOptions): Analyst {
  return {
    async summarise(conversation, signal) {
      if (isSilent(conversation)) return '';
      const prompt = summaryPrompt(conversation.language ?? 'en');
      const { summary } = await ask(options, { prompt, conversation, signal, answer: summaryAnswer });
      return summary;
    },
    async findActionItems(conversation, signal) {
      if (isSilent(conversation)) return [];
      const { items } = await ask(options, { prompt: actionItemPrompt, conversation, signal, answer: itemsAnswer });
      // A number that points at nothing is the endpoint's invention; the item itself may still be right.
      return items.map(({ text, assignee, line }): ActionItem => ({
        text,
        assignee_id: conversation.participants[assignee ?? -1]?.id ?? null,
        start_ms: conversation.segments[line ?? -1]?.start_ms ?? null,
        is_completed: false,
      }));
    },
  };
}

const isSilent = ({ segments }: Conversation) => segments.every(({ text }) => text.trim() === '');

interface Request<Answer> {
  prompt: string;
  conversation: Conversation;
  signal: AbortSignal | undefined;
  answer: z.ZodType<Answer>;
}

async function ask<Answer>(options: ChatAnalystOptions, request: Request<Answer>): Promise<Answer> {
  const transcript = transcriptLines(request.conversation);
  const most = options.mostCharacters ?? 400_000;
  if (transcript.length > most) {
    throw new AnalystError(
      `The transcript has ${transcript.length} characters; the chat endpoint is given at most ${most}.`,
      {
        isRetryable: false,
      },
    );
  }
  const body = await post(options, {
    body: {
      model: options.model,
      temperature: 0,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: request.prompt },
        { role: 'user', content: transcript },
      ],
    },
    signal: request.signal,
  });
  const content = json.pipe(completion).safeParse(body).data?.choices[0]?.message.content;
  const parsed = json.pipe(request.answer).safeParse(content);
  if (parsed.success) return parsed.data;
  throw new AnalystError('The chat endpoint answered something that cannot be used.', {
    isRetryable: true,
    cause: parsed.error,
  });
}

/** The body of a successful answer. An abort by the caller is passed on as it is. */
async function post(
  { url, key, timeoutMs = 120_000, mostAnswerBytes = 4 * 1024 * 1024 }: ChatAnalystOptions,
  { body, signal }: { body: object; signal: AbortSignal | undefined },
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      redirect: 'error',
    });
    if (response.ok) {
      const answer = await answerText(response.body, mostAnswerBytes);
      if (answer !== undefined) return answer;
      throw new AnalystError(`The chat endpoint answered with more than ${mostAnswerBytes} bytes.`, {
        isRetryable: false,
      });
    }
    await response.body?.cancel();
    const isRetryable = response.status >= 500 || [408, 409, 429].includes(response.status);
    throw new AnalystError(`The chat endpoint answered with status ${response.status}.`, { isRetryable });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AnalystError) throw error;
    const what = timeout.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached';
    throw new AnalystError(`The chat endpoint ${what}.`, { isRetryable: true, cause: error });
  }
}
