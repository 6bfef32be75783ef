import { describe, expect, it, vi } from 'vitest';
import { createMemoryCacheStore } from '../../../src/connector/resilience/cache/cache-store.ts';
import type { ToolSession } from '../../../src/connector/tool-session.ts';
import type { TransportCall } from '../../../src/connector/transport.ts';
import { createConversationClient } from '../../../src/connector/conversation/conversation-client.ts';
import { turnsOfWork } from '../../../src/operation/work-turns.ts';
import type { ProblemCode } from '../../../src/tools/errors/error-codes.ts';
import { createGate } from '../../support/gate.ts';
import { cachingConnector, team } from './caching-connector.ts';
import { failing, failureOf, sourcesOf } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

useStoppedClock();

const hourMs = 3_600_000;
const activityId = '6f1c7f5e-8d0b-4f3d-9c3e-2b7a5d1e0c44';

/** Reads the summary of version `id` of the activity; without `id`, the call has no version. */
const summaryOf = (session: ToolSession, id?: string) =>
  createConversationClient(session).summary(activityId, id === undefined ? {} : { version: { id, ttlMs: hourMs } });

/** Returns a summary that contains the number of the call. */
const numbered = async (_call: TransportCall, index: number) => ({ content: `Summary ${index}` });

describe('cached results of a version', () => {
  it('are reused for their lifetime, even if no other result is cached', async () => {
    const { open, sent } = cachingConnector(numbered, { ttlMs: 0 });
    const later = open();
    await summaryOf(open(), 'v1');
    await vi.advanceTimersByTimeAsync(hourMs - 1000);

    expect(await summaryOf(later, 'v1')).toMatchObject({ content: 'Summary 0' });
    expect(later.trace).toMatchObject([{ tool: 'summary_get', source: 'CACHED', keys: 1 }]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await summaryOf(open(), 'v1')).toMatchObject({ content: 'Summary 1' });
    expect(sent).toHaveLength(2);
  });

  it('do not make results without a version cached', async () => {
    const { open, sent } = cachingConnector(async () => team, { ttlMs: 0 });
    for (let count = 0; count < 2; count += 1) await createConversationClient(open()).users();

    expect(sent).toHaveLength(2);
  });

  it('are separate per version and account, and from calls without a version', async () => {
    const { open, sent } = cachingConnector(numbered);
    const contents = async () => [
      await summaryOf(open(), 'v1'),
      await summaryOf(open(), 'v2'),
      await summaryOf(open({ identifier: 'ben' }), 'v1'),
    ];
    const first = await contents();
    await summaryOf(open());
    await summaryOf(open());

    expect(first).toMatchObject([0, 1, 2].map((index) => ({ content: `Summary ${index}` })));
    expect(await contents()).toEqual(first);
    expect(sent).toHaveLength(5);
  });

  it('outlive events, which discard other results', async () => {
    const { connector, open, sentTools } = cachingConnector(async ({ tool }) =>
      tool.name === 'users_list' ? team : { content: 'Summary' },
    );
    for (let count = 0; count < 2; count += 1) {
      await summaryOf(open(), 'v1');
      await createConversationClient(open()).users();
      connector.discardReads('ada');
    }

    expect(sentTools()).toEqual(['summary_get', 'users_list', 'users_list']);
  });

  it('include that the activity has no such output', async () => {
    const { open, sent } = cachingConnector(() => Promise.reject(failing('NOT_FOUND', { reason: 'NO_OUTPUT' })));
    await failureOf(summaryOf(open(), 'v1'));
    const later = open();

    expect(await failureOf(summaryOf(later, 'v1'))).toMatchObject({ code: 'NOT_FOUND', tool: 'summary_get' });
    expect(sourcesOf(later)).toEqual(['CACHED']);
    expect(sent).toHaveLength(1);
  });

  it.each<ProblemCode>(['NOT_FOUND', 'FORBIDDEN', 'NOT_CONNECTED', 'UPSTREAM_ERROR', 'MALFORMED_PAYLOAD'])(
    'do not include %s',
    async (code) => {
      const { open, sent } = cachingConnector(async (_call, index) => {
        if (index === 0) throw failing(code);
        return { content: 'Summary' };
      });
      await failureOf(summaryOf(open(), 'v1'));

      expect(await summaryOf(open(), 'v1')).toMatchObject({ content: 'Summary' });
      expect(sent).toHaveLength(2);
    },
  );

  it('are not those of a read in flight that began with an earlier version', async () => {
    const gate = createGate();
    const { open, sent } = cachingConnector(async (call, index) => {
      await gate.pass();
      return numbered(call, index);
    });
    const sessions = [open(), open(), open(), open(), open()];
    const versions = ['v1', 'v2', 'v2', undefined, undefined];
    const reads = sessions.map((session, index) => summaryOf(session, versions[index]));
    await gate.whenWaiting(3);
    gate.open();

    const contents = (await Promise.all(reads)).map(({ content }) => content);
    expect(sessions.flatMap(sourcesOf)).toEqual(['CALLED', 'CALLED', 'SHARED', 'CALLED', 'SHARED']);
    expect(new Set(contents).size).toBe(3);
    expect(contents[2]).toBe(contents[1]);
    expect(await summaryOf(open(), 'v2')).toMatchObject({ content: contents[1] });
    expect(sent).toHaveLength(3);
  });

  it('stay within the size of the store', async () => {
    const { open, sent } = cachingConnector(async () => ({ content: 'x'.repeat(1000) }), {
      store: createMemoryCacheStore(20_000),
    });
    const versions = Array.from({ length: 50 }, (_, index) => `version ${index}`);
    for (const version of versions) await summaryOf(open(), version);
    const session = open();
    for (const version of versions.toReversed()) await summaryOf(session, version);

    // Each summary occupies about 2,600 of the 20,000 bytes.
    expect(sourcesOf(session).filter((source) => source === 'CACHED')).toHaveLength(7);
    expect(sent).toHaveLength(93);
  });

  it('are parsed in turns if they are long, so that other work continues', async () => {
    // The whole process shares one queue of turns. With fake timers, its pauses would not end.
    vi.useRealTimers();
    const { open, sent } = cachingConnector(async () => ({ content: 'x'.repeat(50_000) }));
    const versions = Array.from({ length: 20 }, (_, index) => `version ${index}`);
    await Promise.all(versions.map((version) => summaryOf(open(), version)));
    const take = vi.fn<() => Promise<void>>(async () => {});
    using _opened = vi.spyOn(turnsOfWork, 'open').mockReturnValue({ isDue: false, take });
    await Promise.all(versions.map((version) => summaryOf(open(), version)));

    expect(sent).toHaveLength(20);
    expect(take).toHaveBeenCalledTimes(20);
  });
});
