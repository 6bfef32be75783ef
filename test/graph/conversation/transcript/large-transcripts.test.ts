import { beforeAll, describe, expect, it, vi } from 'vitest';
import { turnsOfWork } from '../../../../src/operation/work-turns.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { activity, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { ThreeDurationsDocument } from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { useConversationGraph } from '../conversation-graph.ts';

const long = (title: string, length: number) =>
  activity(title, { segments: [{ start_ms: 0, end_ms: 1000, text: 'x'.repeat(length) }] });

describe('large transcripts', () => {
  const graph = useConversationGraph();
  beforeAll(async () => {
    await storeActivities(graph.db, [
      long('One', 7_000_000),
      long('Two', 7_000_000),
      long('Rest', 5_999_700),
      long('More', 5_999_701),
    ]);
  });

  const durations = (third: string) =>
    graph.execute(ThreeDurationsDocument, {
      one: uuid('activity One'),
      two: uuid('activity Two'),
      three: uuid(`activity ${third}`),
    });

  it('are loaded up to 20,000,000 characters, with 100 for each segment', async () => {
    const transcript = { transcript: { durationMs: 1000 } };
    expect(await durations('Rest')).toMatchObject({
      data: { one: transcript, two: transcript, three: transcript },
      errors: [],
    });
  });

  it('stop an operation that loads more', async () => {
    const { data, errors, toolCalls } = await durations('More');

    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        message:
          'The transcripts of the operation have more than 20,000,000 characters, where each segment counts as 100 more. Request fewer transcripts at once.',
        extensions: { code: 'RESULT_TOO_LARGE', isRetryable: false },
      },
    ]);
    expect(toolCalls).toEqual(Array.from({ length: 3 }, () => called('transcript_get')));
  });

  it('are read in parts if they have more moments than a result can have', async () => {
    const items = Array.from({ length: 10_001 }, (_, index) => ({ start_ms: index, end_ms: index, text: 'word' }));
    graph.tools.replace('transcript_get', () => Promise.resolve({ items }));
    const moments = (range: string) =>
      graph.execute(`{ activity(id: "${uuid('activity One')}") { moments(kinds: SEGMENT${range}) { startMs } } }`, {});
    const { data, errors } = await moments('');

    expect(data).toBeNull();
    expect(errors.map(({ message }) => message)).toEqual([
      'The result has more than 10,000 objects. Request a part of them with `fromMs` and `toMs`.',
    ]);
    expect((await moments(', fromMs: 9000')).data).toHaveProperty('activity.moments.length', 1001);
  });

  it('stop an operation after the first lists that have too many objects together', async () => {
    const items = Array.from({ length: 2_000 }, (_, index) => ({ start_ms: index, end_ms: index, text: 'word' }));
    graph.tools.replace('transcript_get', () => Promise.resolve({ items }));
    // Sorting is the last step of creating a list.
    const sort = vi.spyOn(Array.prototype, 'toSorted');
    const lists = Array.from({ length: 50 }, (_, index) => `a${index}: moments(kinds: SEGMENT) { startMs }`);
    const { errors } = await graph.execute(`{ activity(id: "${uuid('activity One')}") { ${lists.join(' ')} } }`, {});
    const created = sort.mock.contexts.filter((list) => Array.isArray(list) && list.length === items.length);
    sort.mockRestore();
    expect(created).toHaveLength(5);
    expect(errors).toMatchObject([{ extensions: { code: 'RESULT_TOO_LARGE' } }]);
  });

  it('are filtered in turns', async () => {
    const take = vi.fn<() => Promise<void>>(async () => {});
    using _opened = vi.spyOn(turnsOfWork, 'open').mockReturnValue({ isDue: false, take });
    const items = Array.from({ length: 1001 }, (_, index) => ({ start_ms: index, end_ms: index, text: 'word' }));
    graph.tools.replace('transcript_get', () => Promise.resolve({ items }));
    const filters = Array.from(
      { length: 100 },
      (_, index) => `a${index}: segments(first: 1, fromMs: ${index}) { totalCount }`,
    );
    const query = `{ activity(id: "${uuid('activity One')}") { transcript { ${filters.join(' ')} } } }`;
    const { data } = await graph.ask(query, {});

    expect(data).toMatchObject({ activity: { transcript: { a99: { totalCount: 902 } } } });
    expect(take).toHaveBeenCalledTimes(100);
  });
});
