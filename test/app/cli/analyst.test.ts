import { afterEach, describe, expect, it } from 'vitest';
import { type ChatAnswer, says, serveChat, status } from '../../platform/services/conversation/analyst/chat-double.ts';
import { runCommand } from '../../support/process/cli.ts';

const answer = says({
  title: 'Renewal of the licence',
  summary: [
    { line: 2, quote: 'it would be a thousand and twenty', text: 'From July it costs 1,020 euros.' },
    { line: 3, quote: 'That is too much for us', text: 'Tom signs for 3 million.' },
  ],
  items: [
    { line: 6, quote: "I'll send you the new contract", text: 'Send the contract', assignee: 'P0', due: '2026-06-05' },
  ],
});

describe('analyst check', () => {
  let server: Awaited<ReturnType<typeof serveChat>> | undefined;
  afterEach(() => server?.close());

  const check = async (answers: ChatAnswer[], variables: Record<string, string> = {}) => {
    server = await serveChat(answers);
    const settings = { ANALYST_URL: server.url, ANALYST_MODEL: 'small', DATA_DIR: 'memory', ...variables };
    return runCommand(settings, ['analyst', 'check']);
  };

  it('prints what the model understood, what was dropped, the time and the tokens', async () => {
    const { code, stdout } = await check([answer]);
    expect(stdout.replace(/[\d.]+ seconds/, '0.1 seconds').split('\n')).toEqual([
      'The endpoint lists small.',
      'Title: Renewal of the licence',
      'Summary: From July it costs 1,020 euros.',
      'Action item: Send the contract (Ada Moreau, 2026-06-05)',
      'Statements of the language model were left out: 1 with a number or date that was not said near the quotation.',
      'Requests: 1, 0.1 seconds, 400 tokens read and 80 written by the last one.',
      'Set ANALYST_CONTEXT_TOKENS to the context size of the server. Some servers, such as Ollama, cut longer requests silently.',
      'The model can be used.',
      '',
    ]);
    expect(code).toBe(0);
  });

  it.each<[string, ChatAnswer, Record<string, string>, string]>([
    ['a wrong key', status(401, 'bad key'), {}, 'Set ANALYST_API_KEY to a key of this endpoint.'],
    ['an unknown path', status(404), {}, 'which usually ends in /v1'],
    [
      'an unknown model',
      status(400, 'no such model'),
      { ANALYST_MODEL: 'large' },
      'Set ANALYST_MODEL to one of: small',
    ],
    [
      'a temperature that the model refuses',
      status(400, 'temperature is not supported'),
      { ANALYST_TEMPERATURE: '0.2' },
      'Try it without ANALYST_TEMPERATURE',
    ],
    ['a model that writes prose', says('They met.'), {}, 'Use a model that follows instructions'],
    [
      'a context that is too small',
      says({ summary: [], items: [] }, { usage: { prompt_tokens: 9, completion_tokens: 1 } }),
      {},
      'Raise its context size.',
    ],
  ])('says what to change with %s, and fails', async (_, fault, variables, advice) => {
    expect(await check([fault], variables)).toMatchObject({ code: 1, stdout: expect.stringContaining(advice) });
  });
});
