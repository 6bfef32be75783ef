import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Analysis,
  analyse,
  analyseEmbedded,
} from '../../../../../src/platform/services/conversation/analysis/analyse.ts';
import { createChatAnalyst } from '../../../../../src/platform/services/conversation/analyst/chat-analyst.ts';
import { conversation, evidence, items, type Row, shapes, whole } from './answer-table.ts';
import { serveChat } from './chat-double.ts';
import { failures } from './failure-table.ts';

describe('the analysis with an OpenAI-compatible server that returns', () => {
  let server: Awaited<ReturnType<typeof serveChat>>;
  let own: Analysis;
  beforeAll(async () => {
    own = await analyseEmbedded(conversation);
  });
  afterEach(() => server.close());

  it.each([
    ...shapes.map((row) => ({ ...row, kind: 'an answer in the shape of' })),
    ...evidence.map((row) => ({ ...row, kind: 'a statement with' })),
    ...items.map((row) => ({ ...row, kind: 'an item with' })),
    ...failures.map((row) => ({ ...row, kind: 'a response such as' })),
  ])('$kind $name', async (row: Row) => {
    server = await serveChat(row.answers);
    const dropped: Record<string, number> = {};
    const analyst = createChatAnalyst({
      url: server.url,
      model: 'small',
      temperature: row.temperature,
      timeoutMs: row.failure?.includes('0.5 seconds') ? 500 : 10_000,
      retryDelayMs: 1,
      onDrop: (reason) => (dropped[reason] = (dropped[reason] ?? 0) + 1),
    });
    const { analysis, warnings } = await analyse(conversation, { analyst, runEmbedded: async () => own });
    const { failure, summary = whole.summary, items: expected = whole.items } = row;
    const found = analysis.action_items.map((item) => [item.text, item.assignee_id, item.due_on]);
    expect(failure === undefined ? { ...analysis, action_items: found } : analysis).toEqual({
      ...own,
      ...(failure === undefined && {
        ...(summary !== 'own' && { summary, summary_method: 'model' }),
        action_items:
          expected === 'own' ? own.action_items.map((item) => [item.text, item.assignee_id, item.due_on]) : expected,
      }),
    });
    expect(dropped).toEqual(row.dropped ?? {});
    expect(server.bodies.length).toBe(row.requests ?? 1);
    const isWhole =
      failure === undefined && row.dropped === undefined && !row.isCutOff && summary !== 'own' && expected !== 'own';
    expect(warnings.length > 0).toBe(!isWhole);
    expect(warnings.join(' ').includes('was cut off')).toBe(row.isCutOff ?? false);
    expect(warnings.join(' ')).toContain(failure === undefined ? '' : `not from the language model. ${failure}`);
  });
});
