import { readFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { analyse } from '../../../../../src/platform/services/conversation/analysis/analyse.ts';
import { createChatAnalyst } from '../../../../../src/platform/services/conversation/analysis/chat-analyst.ts';
import { checkSummary } from '../../../../bench/quality/summary-checklist.ts';
import { type Loopback, serveLoopback } from '../../../../support/network/loopback-server.ts';
import { readCheckedCalls } from '../../../../support/summary-calls/checked-calls.ts';

const recorded = z
  .object({ call: z.string(), summary: z.record(z.string(), z.unknown()), items: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(await readFile(new URL('recorded-answers.json', import.meta.url), 'utf8')));
const call = (await readCheckedCalls()).find(({ name }) => name === recorded.call);
if (!call) throw new Error(`There is no call ${recorded.call}.`);

describe('an analysis with a recorded language model', () => {
  let server: Loopback;

  /** Answers requests for a summary and for action items; an undefined answer never comes. */
  const analystOf = async (answers: { summary: unknown; items: unknown }) => {
    server = await serveLoopback(async (request, response) => {
      const isSummary = JSON.stringify(await json(request)).includes('Summarise the transcript');
      const answer = isSummary ? answers.summary : answers.items;
      if (answer === undefined) return;
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(answer) } }] }));
    });
    // The embedded analysis delays answers, because it blocks this thread.
    const timeoutMs = answers.summary === undefined ? 500 : 20_000;
    return createChatAnalyst({ url: `${server.url}/v1`, model: 'recorded', timeoutMs });
  };
  afterEach(() => server.close());

  it('passes the checklist of the embedded analysis', async () => {
    const faults: string[] = [];
    const { summary, action_items: items } = await analyse(call.conversation, {
      analyst: await analystOf(recorded),
      onFallback: ({ message }) => faults.push(message),
    });
    expect(faults).toEqual([]);
    expect(checkSummary(summary, call)).toEqual({ missing: [], idle: [] });
    expect(items.map(({ assignee_id: assigneeId, due_on: dueOn }) => [assigneeId, dueOn])).toEqual([
      ['Joanna Whitlock', null],
      ['Dev Anand', null],
      ['Joanna Whitlock', '2026-03-06'],
    ]);
  });

  const statement = { text: 'Dev wants reminders.', line: 3, quote: 'form about appointment reminders' };
  it.each<[string, unknown, string]>([
    ['is slow', undefined, 'did not respond within 0.5 seconds'],
    ['omits the evidence', { summary: 'Dev wants reminders.' }, 'returned an unusable response'],
    ['refers to an unknown line', { statements: [{ ...statement, line: 99 }] }, 'quoted line 99, which does not exist'],
    [
      'invents evidence',
      { statements: [{ ...statement, quote: 'we love your product' }] },
      'quoted words that line 3 does not contain',
    ],
    [
      'gives a word as evidence',
      { statements: [{ ...statement, quote: 'clinics' }] },
      'quoted words that line 3 does not contain',
    ],
    [
      'invents a quotation',
      { statements: [{ ...statement, text: 'Dev: “We will sign today.”' }] },
      'quoted words that line 3 does not contain',
    ],
    [
      'writes too much',
      { statements: [{ ...statement, text: 'word '.repeat(121) }] },
      'returned a summary of more than 120 words',
    ],
  ])('falls back to the embedded analysis with a warning when the model %s', async (_, summary, fault) => {
    const faults: string[] = [];
    const analysis = await analyse(call.conversation, {
      analyst: await analystOf({ ...recorded, summary }),
      onFallback: ({ message }) => faults.push(message),
    });
    expect(faults).toEqual([`The chat endpoint ${fault}.`]);
    expect(analysis).toEqual(await analyse(call.conversation));
  });

  it('falls back when an action item has no evidence', async () => {
    const faults: string[] = [];
    const items = { items: [{ text: 'Send the contract', assignee: 0, line: 5, quote: 'I will send the contract' }] };
    const analysis = await analyse(call.conversation, {
      analyst: await analystOf({ ...recorded, items }),
      onFallback: ({ message }) => faults.push(message),
    });
    expect(faults).toEqual(['The chat endpoint quoted words that line 5 does not contain.']);
    expect(analysis).toEqual(await analyse(call.conversation));
  });
});
