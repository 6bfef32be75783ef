import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analystCommand } from '../../../src/app/cli/analyst.ts';
import { type ChatAnswer, says, serveChat, status } from '../../platform/services/conversation/analyst/chat-double.ts';
import { captureOutput } from './capture-output.ts';

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
  let written: string[];

  const check = async (answers: ChatAnswer[], variables: Record<string, string> = {}) => {
    server = await serveChat(answers);
    const settings = { ANALYST_URL: server.url, ANALYST_MODEL: 'small', DATA_DIR: 'memory', ...variables };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    await analystCommand().exitOverride().parseAsync(['check'], { from: 'user' });
    return written.join('');
  };

  beforeEach(() => {
    written = captureOutput();
  });
  afterEach(async () => {
    await server?.close();
    process.exitCode = undefined;
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it('prints what the model understood, what was dropped, the time and the tokens', async () => {
    const text = await check([answer]);
    expect(text.replace(/[\d.]+ seconds/, '0.1 seconds').split('\n')).toEqual([
      'The endpoint lists small.',
      'Title: Renewal of the licence',
      'Summary: From July it costs 1,020 euros.',
      'Action item: Send the contract (Ada Moreau, 2026-06-05)',
      'Statements of the language model were left out: 1 with a number or date that was not said there.',
      'Requests: 1, 0.1 seconds, 400 tokens read and 80 written by the last one.',
      'Set ANALYST_CONTEXT_TOKENS to the context size of the server. Some servers, such as Ollama, cut longer requests silently.',
      'The model can be used.',
      '',
    ]);
    expect(process.exitCode ?? 0).toBe(0);
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
    ['a model that writes prose', says('They met.'), {}, 'Use a model that follows instructions'],
    [
      'a context that is too small',
      says({ summary: [], items: [] }, { usage: { prompt_tokens: 9, completion_tokens: 1 } }),
      {},
      'Raise its context size.',
    ],
  ])('says what to change with %s, and fails', async (_, fault, variables, advice) => {
    expect(await check([fault], variables)).toContain(advice);
    expect(process.exitCode).toBe(1);
  });
});
