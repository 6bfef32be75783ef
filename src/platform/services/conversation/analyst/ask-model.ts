import { AnalystError } from '../processing-error.ts';
import {
  type AnalystEndpoint,
  type AnswerFormat,
  answerFormats,
  type Completion,
  type CompletionRequest,
  requestCompletion,
} from './chat-completion.ts';
import { answerSchema, type PromptOptions, systemPrompt } from './prompt.ts';
import { type Answer, readAnswer } from './read-answer.ts';

/** The outcome and the cost of a request. */
export interface AnalystRequest {
  outcome: 'answered' | 'refused' | 'failed';
  seconds: number;
  promptTokens: number | null;
  completionTokens: number | null;
}

/** Whether the endpoint may have rejected a request because it does not support the answer format. */
const isRefusal = (error: unknown) => error instanceof AnalystError && (error.status === 400 || error.status === 422);

/**
 * Returns a function that asks for JSON in the best format that the endpoint accepts, and remembers the format. A call
 * sends at most three requests, not counting the retries of `callModel`, and can throw an `AnalystError`.
 */
export function createAskModel(endpoint: AnalystEndpoint, onRequest?: (request: AnalystRequest) => void) {
  let formats: readonly AnswerFormat[] = answerFormats;

  async function send(request: CompletionRequest, signal?: AbortSignal): Promise<Completion> {
    const begun = performance.now();
    const report = (
      outcome: AnalystRequest['outcome'],
      { promptTokens = null, completionTokens = null }: Partial<Completion>,
    ) => onRequest?.({ outcome, seconds: (performance.now() - begun) / 1000, promptTokens, completionTokens });
    try {
      const completion = await requestCompletion(endpoint, request, signal);
      report('answered', completion);
      return completion;
    } catch (error) {
      report(isRefusal(error) ? 'refused' : 'failed', {});
      throw error;
    }
  }

  return async (
    transcript: string,
    prompt: PromptOptions,
    signal?: AbortSignal,
  ): Promise<Answer & { isCutOff: boolean }> => {
    const [format = 'text', ...others] = formats;
    const messages = [
      { role: 'system', content: systemPrompt(prompt) },
      { role: 'user', content: transcript },
    ];
    const request = { messages, format, schema: answerSchema(prompt) };
    const read = ({ content, isCutOff }: Completion) => {
      const answer = readAnswer(content);
      return answer && { ...answer, isCutOff };
    };
    let answer: ReturnType<typeof read>;
    try {
      answer = read(await send(request, signal));
      if (answer) return answer;
      messages.push({ role: 'user', content: 'Return only the JSON object.' });
      answer = read(await send(request, signal));
    } catch (error) {
      if (!isRefusal(error) || others.length === 0) throw error;
      // If plain text is refused too, the format is not the reason. Otherwise the next call tries the next format.
      answer = read(await send({ ...request, format: 'text' }, signal));
      formats = others;
    }
    if (answer) return answer;
    throw new AnalystError('The chat endpoint returned no JSON object with a summary or items.');
  };
}
