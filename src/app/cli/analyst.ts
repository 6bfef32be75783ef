import type { Command } from 'commander';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { commandGroup, printReport, readOwnConfig, reportingCommand } from './command.ts';
import { AnalystError } from '../../platform/services/conversation/processing-error.ts';
import type { Conversation } from '../../platform/services/conversation/analysis/conversation.ts';
import type { AnalystRequest } from '../../platform/services/conversation/analyst/ask-model.ts';
import { type AnalystEndpoint, listModels } from '../../platform/services/conversation/analyst/chat-completion.ts';
import { type AnalystResult, createChatAnalyst } from '../../platform/services/conversation/analyst/chat-analyst.ts';
import { resultWarnings } from '../../platform/services/conversation/analyst/result-warnings.ts';
import {
  linesOf,
  numberedTranscript,
  tokensIn,
} from '../../platform/services/conversation/analyst/transcript-lines.ts';

export function analystCommand(): Command {
  const check = reportingCommand(
    'check',
    'Send a sample call to the language model of ANALYST_URL, and print what it understood and what to change.',
  );
  check.action(async () => {
    const { analyst } = readOwnConfig();
    if (!analyst) throw new OperatorError('No language model is configured. Set ANALYST_URL and ANALYST_MODEL.');
    const { isUsable, lines, ...record } = await checkAnalyst(analyst);
    await printReport(check.opts(), { record: { isUsable, ...record }, text: lines.join('\n') });
    if (!isUsable) process.exitCode = 1;
  });
  return commandGroup('analyst', 'Check the language model that writes summaries and action items.', [check]);
}

const maxListedModels = 10;

/** Has the model analyse a sample conversation. `lines` say what happened, and what to change if it cannot be used. */
export async function checkAnalyst(endpoint: AnalystEndpoint) {
  const requests: AnalystRequest[] = [];
  const models = await listModels(endpoint).catch((error: unknown) => analystErrorOf(error));
  const result = await createChatAnalyst({ ...endpoint, onRequest: (request) => requests.push(request) })
    .analyse(sampleCall)
    .catch((error: unknown) => analystErrorOf(error));
  const isUsable =
    !(result instanceof AnalystError) && result.summary !== undefined && result.actionItems !== undefined;
  return {
    isUsable,
    models: models instanceof AnalystError ? null : models,
    requests,
    lines: [
      modelsLine(endpoint, models),
      ...(result instanceof AnalystError ? failureLines(endpoint, result) : resultLines(result)),
      ...requestLines(requests),
      isUsable
        ? 'The model can be used.'
        : 'The model cannot be used with these settings; conversations get the built-in analysis.',
    ],
  };
}

function analystErrorOf(error: unknown): AnalystError {
  if (error instanceof AnalystError) return error;
  throw error;
}

function modelsLine({ model }: AnalystEndpoint, models: readonly string[] | AnalystError): string {
  if (models instanceof AnalystError) return 'The endpoint does not list its models.';
  if (models.includes(model)) return `The endpoint lists ${model}.`;
  const more = models.length > maxListedModels ? ', …' : '';
  return `The endpoint does not list ${model}. Set ANALYST_MODEL to one of: ${models.slice(0, maxListedModels).join(', ')}${more}`;
}

function failureLines(
  { url, timeoutMs = 600_000, temperature }: AnalystEndpoint,
  { message, status, detail = '' }: AnalystError,
): string[] {
  return [message, ...(detail === '' ? [] : [`The endpoint responded: ${detail}`]), advice()];

  function advice(): string {
    if (message.includes('cannot be reached')) return `Start the server, or correct ANALYST_URL, which is ${url}.`;
    if (message.includes('did not respond'))
      return `Use a smaller model or a faster machine; the limit is ${timeoutMs / 1000} seconds.`;
    if (message.includes('no JSON object'))
      return 'Use a model that follows instructions, of about 7 billion parameters or more.';
    if (status === 401 || status === 403) return 'Set ANALYST_API_KEY to a key of this endpoint.';
    if ((status === 400 || status === 422) && temperature !== undefined)
      return 'Try it without ANALYST_TEMPERATURE, which some models refuse.';
    if (status === 400 || status === 422) return 'Correct ANALYST_MODEL, or raise the context size of the server.';
    if (status === 429) return 'Wait, or raise the rate limit or the credit of the account.';
    if (status !== undefined && status >= 500) return 'Look into the log of the endpoint.';
    return `ANALYST_URL must be the base URL of an OpenAI-compatible API, which usually ends in /v1; it is ${url}. ANALYST_MODEL must exist.`;
  }
}

function resultLines(result: AnalystResult): string[] {
  const { title, summary, actionItems } = result;
  return [
    `Title: ${title ?? 'none'}`,
    `Summary: ${summary ?? 'none'}`,
    ...(actionItems ?? []).map(
      ({ text, assignee_id: assignee, due_on: due }) =>
        `Action item: ${text} (${sampleCall.participants.find(({ id }) => id === assignee)?.name ?? 'nobody'}, ${due ?? 'no day'})`,
    ),
    ...(actionItems ? [] : ['Action items: none usable']),
    ...resultWarnings(result),
  ];
}

function requestLines(requests: readonly AnalystRequest[]): string[] {
  const seconds = requests.reduce((sum, request) => sum + request.seconds, 0);
  const refused = requests.filter(({ outcome }) => outcome === 'refused').length;
  const { promptTokens = null, completionTokens = null } =
    requests.findLast(({ outcome }) => outcome === 'answered') ?? {};
  const lines = linesOf(sampleCall);
  // `tokensIn` estimates high; an endpoint that reads everything still counts at least a third of the estimate.
  const minPromptTokens = tokensIn(numberedTranscript(sampleCall, lines, { from: 0, to: lines.length })) / 3;
  return [
    `Requests: ${requests.length}, ${seconds.toFixed(1)} seconds, ${promptTokens ?? '?'} tokens read and ${completionTokens ?? '?'} written by the last one.`,
    ...(refused > 0 ? ['The endpoint refused structured output; later requests ask in another way.'] : []),
    ...(promptTokens !== null && promptTokens < minPromptTokens
      ? ['The endpoint read only part of the transcript. Raise its context size.']
      : []),
    'Set ANALYST_CONTEXT_TOKENS to the context size of the server. Some servers, such as Ollama, cut longer requests silently.',
  ];
}

const turns: [speaker: 'ada' | 'tom', text: string][] = [
  ['ada', 'Thanks for your time, Tom. I would like to talk about the renewal of your licence.'],
  ['tom', 'Sure. We have forty seats, and we pay nine hundred euros a month at the moment.'],
  ['ada', 'Right. From July on, it would be a thousand and twenty.'],
  ['tom', 'That is too much for us. Our budget is fixed until the end of the year.'],
  ['ada', 'If you sign for two years, I can keep the old price.'],
  ['tom', 'Two years at nine hundred? That works for us.'],
  ['ada', "Great, then I'll send you the new contract by Friday."],
  ['tom', "Perfect. I'll have it checked by our legal team next week."],
];

/** The conversation that `analyst check` sends. */
const sampleCall: Conversation = {
  participants: [
    { id: 'ada', name: 'Ada Moreau' },
    { id: 'tom', name: 'Tom Reed' },
  ],
  segments: turns.map(([speaker, text], index) => ({
    participant_id: speaker,
    start_ms: index * 5000,
    end_ms: (index + 1) * 5000,
    text,
  })),
  themes: [],
  language: 'en',
  title: null,
  started_at: new Date('2026-06-03T09:00:00Z'),
};
