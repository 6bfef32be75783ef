import { describe, expect, it, vi } from 'vitest';
import { type CacheStore, createMemoryCacheStore } from '../../../src/connector/resilience/cache/cache-store.ts';
import type { ToolSession } from '../../../src/connector/tool-session.ts';
import type { TransportCall } from '../../../src/connector/transport.ts';
import { createConversationClient } from '../../../src/connector/conversation/conversation-client.ts';
import { createTalentClient } from '../../../src/connector/talent/talent-client.ts';
import type { ProblemCode } from '../../../src/tools/errors/error-codes.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { cachingConnector, team } from './caching-connector.ts';
import { failing, failureOf } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

useStoppedClock();

const known = new Set(['exe_1', 'exe_2', 'exe_3', 'exe_4']);

/** Returns the requested companies, except unknown ones. */
const companies = async ({ input }: TransportCall) => {
  const { ids }: { ids: string[] } = Object(input);
  const items = ids.filter((id) => known.has(id)).map((id) => ({ id, name: `Company ${id}` }));
  return { items, page: 1, limit: 100, total: items.length };
};

const spent = ({ trace }: ToolSession) => trace.map(({ source, keys }) => [source, keys]);

describe('cached results', () => {
  it('are used by later operations until they expire, and parsed again each time', async () => {
    const { open, sent } = cachingConnector(async () => team);
    const [first, second] = [open(), open()];
    const before = await createConversationClient(first).users();
    await vi.advanceTimersByTimeAsync(59_000);
    const after = await createConversationClient(second).users();

    expect(after).toEqual(before);
    expect(after.items[0]).not.toBe(before.items[0]);
    expect([spent(first), spent(second)]).toEqual([[['CALLED', 1]], [['CACHED', 1]]]);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await createConversationClient(open()).users();
    expect(sent).toHaveLength(2);
  });

  it('do not spend the budget of an operation', async () => {
    const { open } = cachingConnector(async () => team);
    const tools = open();
    for (let count = 0; count < 300; count += 1) await createConversationClient(tools).users();

    expect(spent(tools)).toEqual([['CALLED', 1], ...Array.from({ length: 299 }, () => ['CACHED', 1])]);
  });

  it('are separate per account, tool and input', async () => {
    const { open, sent } = cachingConnector(async () => ({ ...team, name: 'Acme' }));
    const ask = async () => {
      const [ada, ben] = [open(), open({ identifier: 'ben' })];
      await createConversationClient(ada).users();
      await createConversationClient(ben).users();
      await createConversationClient(ada).organization();
      await createTalentClient(ada).cities({ page: 1, limit: 10 });
      await createTalentClient(ada).cities({ page: 2, limit: 10 });
      await createTalentClient(ada).cities({ page: 1, limit: 10, search: 'b' });
    };
    await ask();
    expect(sent).toHaveLength(6);
    await ask();
    expect(sent).toHaveLength(6);
  });

  it('are only those of lookups, users, organization and themes', async () => {
    const { open, sentTools } = cachingConnector(async () => ({ items: [], id: 'lst_1', name: 'Founders' }));
    for (let count = 0; count < 2; count += 1) {
      const [talent, conversation] = [createTalentClient(open()), createConversationClient(open())];
      await talent.lists();
      await talent.list('lst_1');
      await talent.savedSearches();
      await conversation.comments({});
      await conversation.test();
      await talent.cities({ page: 1, limit: 10 });
      await talent.companies({ page: 1, limit: 10 });
      await talent.institutions({ page: 1, limit: 10 });
      await conversation.users();
      await conversation.organization();
      await conversation.topicThemes();
    }

    expect(sentTools().slice(11)).toEqual([
      'lists_list',
      'lists_get',
      'searches_list',
      'comments_list',
      'test_tool_xyz',
    ]);
  });

  it('include the absence of a record', async () => {
    const { open, sent } = cachingConnector(() =>
      Promise.reject(failing('NOT_FOUND', { message: 'There is no organization.' })),
    );
    const [first, second] = [open(), open()];
    await failureOf(createConversationClient(first).organization());

    expect(await failureOf(createConversationClient(second).organization())).toMatchObject({
      code: 'NOT_FOUND',
      tool: 'organization_get',
      message: 'There is no organization.',
    });
    expect(spent(second)).toEqual([['CACHED', 1]]);
    expect(sent).toHaveLength(1);
  });

  it.each<ProblemCode>([
    'FORBIDDEN',
    'BAD_USER_INPUT',
    'NOT_CONNECTED',
    'CONNECTION_EXPIRED',
    'RATE_LIMITED',
    'UPSTREAM_ERROR',
    'MALFORMED_PAYLOAD',
  ])('do not include %s', async (code) => {
    const { open, sent } = cachingConnector(async (_call, index) => {
      if (index === 0) throw failing(code, { retryAfterMs: 60_000 });
      return team;
    });
    await failureOf(createConversationClient(open()).users());

    expect((await createConversationClient(open()).users()).items).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('do not include unreadable payloads', async () => {
    const { open, sent } = cachingConnector(async (_call, index) => (index === 0 ? { items: [{ id: 1 }] } : team));

    expect(await failureOf(createConversationClient(open()).users())).toMatchObject({ code: 'MALFORMED_PAYLOAD' });
    expect((await createConversationClient(open()).users()).items).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['malformed JSON', 'What is this?'],
    ['JSON of another shape', '[1, 2]'],
    ['an unreadable payload', JSON.stringify({ generation: '', payload: { items: 3 } })],
    ['an empty text', ''],
  ])('are requested again when the store returns %s', async (_name, text) => {
    const store: CacheStore = {
      ...createMemoryCacheStore(),
      getMany: async (keys) => keys.map((key) => (key.includes('generation') ? undefined : text)),
    };
    const { open, sent } = cachingConnector(
      async (call) => (call.tool === talentTools.companies_list ? companies(call) : team),
      { store },
    );

    expect((await createConversationClient(open()).users()).items).toHaveLength(1);
    expect((await createTalentClient(open()).companiesById(['exe_1'])).items).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });
});

describe('batches by ids', () => {
  it('request only the ids that are not cached', async () => {
    const { open, sent } = cachingConnector(companies);
    await createTalentClient(open()).companiesById(['exe_1', 'exe_2']);
    const tools = open();
    const { items } = await createTalentClient(tools).companiesById(['exe_3', 'exe_2', 'exe_1', 'exe_4']);

    expect(items.map(({ id, name }) => [id, name])).toEqual([
      ['exe_2', 'Company exe_2'],
      ['exe_1', 'Company exe_1'],
      ['exe_3', 'Company exe_3'],
      ['exe_4', 'Company exe_4'],
    ]);
    expect(spent(tools)).toEqual([
      ['CACHED', 2],
      ['CALLED', 2],
    ]);
    expect(sent.map(({ input }) => input)).toEqual([
      { ids: ['exe_1', 'exe_2'], page: '1', limit: '100' },
      { ids: ['exe_3', 'exe_4'], page: '1', limit: '100' },
    ]);
  });

  it('cache the absence of ids', async () => {
    const { open, sent } = cachingConnector(companies);
    await createTalentClient(open()).companiesById(['exe_1', 'exe_nobody']);
    const tools = open();
    const { items } = await createTalentClient(tools).companiesById(['exe_nobody', 'exe_1']);

    expect(items.map(({ id }) => id)).toEqual(['exe_1']);
    expect(spent(tools)).toEqual([['CACHED', 2]]);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a smaller limit', { limit: 1 }],
    ['a larger total', { total: 2 }],
  ])('do not treat an id as absent after a result with %s', async (_name, cut) => {
    const { open, sent } = cachingConnector(async () => ({ items: [{ id: 'exe_1', name: 'Acme' }], ...cut }));
    await createTalentClient(open()).companiesById(['exe_1', 'exe_2']);
    await createTalentClient(open()).companiesById(['exe_1', 'exe_2']);

    expect(sent.map(({ input }) => Object(input).ids)).toEqual([['exe_1', 'exe_2'], ['exe_2']]);
  });

  it('cache nothing of an unreadable payload', async () => {
    const { open, sent } = cachingConnector(async (call, index) =>
      index === 0 ? { items: [{ id: 'exe_1' }, {}] } : companies(call),
    );

    expect(await failureOf(createTalentClient(open()).companiesById(['exe_1']))).toMatchObject({
      code: 'MALFORMED_PAYLOAD',
    });
    expect((await createTalentClient(open()).companiesById(['exe_1'])).items).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('are separate from listings, which have an order', async () => {
    const { open, sent } = cachingConnector(companies);
    const listing = () => createTalentClient(open()).companies({ ids: ['exe_2', 'exe_1'], page: 1, limit: 100 });
    await createTalentClient(open()).companiesById(['exe_1', 'exe_2']);
    await listing();
    await listing();

    expect(sent).toHaveLength(2);
  });
});
