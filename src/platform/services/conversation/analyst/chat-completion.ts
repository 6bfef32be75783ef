import { z } from 'zod';
import { lenient } from '../../../../tools/wire.ts';
import { callModel, maxDetailCharacters, type ModelEndpoint } from '../network/call-model.ts';
import { plainText } from '../plain-text.ts';
import { AnalystError } from '../processing-error.ts';

export interface AnalystEndpoint extends ModelEndpoint {
  /** Maximum tokens of a request and its answer together; 32,000 by default. */
  contextTokens?: number | undefined;
  /** Not sent by default, because reasoning models refuse a temperature. */
  temperature?: number | undefined;
}

/** Ways to ask an endpoint for JSON, the best first. */
export const answerFormats = ['json_schema', 'json_object', 'text'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

export interface CompletionRequest {
  messages: readonly { role: string; content: string }[];
  format: AnswerFormat;
  /** JSON Schema of the answer, for `json_schema`. */
  schema: unknown;
}

export interface Completion {
  content: string;
  isCutOff: boolean;
  promptTokens: number | null;
  completionTokens: number | null;
}

const contentPart = z.looseObject({ text: z.string() }).transform(({ text }) => text);
/** A text or a list of parts, of which only the texts are read. */
const content = z.union([
  z.string(),
  z.array(z.union([contentPart, z.unknown().transform(() => '')])).transform((parts) => parts.join('')),
]);
const tokenCount = lenient(z.int().nonnegative());
const completion = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({ content: lenient(content), refusal: lenient(z.string()) }),
        finish_reason: lenient(z.string()),
      }),
    ],
    z.unknown(),
  ),
  usage: lenient(z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount })),
});
const models = z.object({ data: z.array(z.object({ id: z.string() })) });

const endpointName = 'The chat endpoint';
const defaults = { timeoutMs: 600_000, maxResponseBytes: 4 * 1024 * 1024, retryDelayMs: 1000 };
const maxRetries = 2;

const baseUrl = ({ url }: ModelEndpoint) => url.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');

function requestOptions(endpoint: AnalystEndpoint, signal: AbortSignal | undefined) {
  const { key, timeoutMs, maxResponseBytes, retryDelayMs } = { ...defaults, ...endpoint };
  const retries = { max: maxRetries, delayMs: retryDelayMs };
  const headers = { 'content-type': 'application/json' };
  return { name: endpointName, Failure: AnalystError, key, timeoutMs, maxResponseBytes, retries, signal, headers };
}

/** `POST {url}/chat/completions`. @throws AnalystError */
export async function requestCompletion(
  endpoint: AnalystEndpoint,
  { messages, format, schema }: CompletionRequest,
  signal?: AbortSignal,
): Promise<Completion> {
  const responseFormats = {
    json_schema: { type: 'json_schema', json_schema: { name: 'analysis', strict: true, schema } },
    json_object: { type: 'json_object' },
    text: undefined,
  };
  const { model, temperature } = endpoint;
  const body = JSON.stringify({ model, messages, temperature, response_format: responseFormats[format] });
  const response = await callModel({
    ...requestOptions(endpoint, signal),
    url: `${baseUrl(endpoint)}/chat/completions`,
    body,
  });
  const { success, data } = completion.safeParse(parseJson(response));
  if (!success) throw new AnalystError(`${endpointName} returned something other than a chat completion.`);
  const [{ message, finish_reason: reason }] = data.choices;
  if (message.refusal && !message.content) {
    const detail = plainText(message.refusal).slice(0, maxDetailCharacters);
    throw new AnalystError('The language model refused to answer.', { detail });
  }
  return {
    content: message.content ?? '',
    isCutOff: reason === 'length',
    promptTokens: data.usage?.prompt_tokens ?? null,
    completionTokens: data.usage?.completion_tokens ?? null,
  };
}

/** `GET {url}/models`. @throws AnalystError */
export async function listModels(endpoint: AnalystEndpoint, signal?: AbortSignal): Promise<string[]> {
  const response = await callModel({
    ...requestOptions(endpoint, signal),
    method: 'GET',
    url: `${baseUrl(endpoint)}/models`,
  });
  const { success, data } = models.safeParse(parseJson(response));
  if (!success) throw new AnalystError(`${endpointName} returned something other than a list of models.`);
  return data.data.map(({ id }) => id);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
