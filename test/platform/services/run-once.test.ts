import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createConversationService } from '../../../src/platform/services/conversation/conversation-service.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { storeUsers } from '../../../src/platform/services/talent/store/store-users.ts';
import { createTalentService } from '../../../src/platform/services/talent/talent-service.ts';
import type { Service } from '../../../src/tools/service.ts';
import { serviceKeys } from '../../support/platform/service-keys.ts';
import { describeOnDatabases } from '../../support/database/suite-database.ts';
import { vaultOf } from '../platform-lab.ts';
import { ada as host, resetTeams } from './conversation/conversation-records.ts';

const begin = new Date('2026-03-02T12:00:00Z');
const hour = 3_600_000;
const ownUrl = (file: string) => `https://graph.example/recordings/${file}`;

describeOnDatabases('a change with an idempotency key', ({ db }) => {
  let time: Date;
  const now = () => time;
  const services: Record<string, Service> = {
    talent: createTalentService({ db, now }),
    convo: createConversationService({
      db,
      now,
      vault: vaultOf('keyed calls'),
      isOwnRecording: (url) => url.startsWith('https://graph.example/'),
      queue: { enqueue: async () => {} },
    }),
  };
  beforeEach(async () => {
    time = begin;
    await sql`truncate keyed_calls, talent_lists, talent_searches, talent_signals, convo_activities, convo_webhooks cascade`.execute(
      db,
    );
    await storeUsers(
      db,
      ['ann', 'bob'].map((id) => ({ id, name: id })),
    );
    await storeSignals(db, [{ id: 's1', discovered_at: 100 }]);
    await resetTeams(db);
  });

  /** `key` is null for a call without an idempotency key. */
  type Options = { key?: string | null; user?: string };

  async function change(tool: string, input: object, { key = 'key', user = 'ann' }: Options = {}) {
    const kind = tool === 'activity_upload' || tool === 'webhook_create' ? 'convo' : 'talent';
    const token = await serviceKeys({ db, service: kind, now }).issuePersonal({
      userId: kind === 'convo' ? host : user,
    });
    return services[kind]?.execute(tool, input, {
      token,
      signal: new AbortController().signal,
      idempotencyKey: key ?? undefined,
    });
  }
  const createList = (name: string, options?: Options) => change('lists_create', { name }, options);
  const listCount = async () => (await db.selectFrom('talent_lists').select('id').execute()).length;

  const upload = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'Call' };
  it.each([
    ['lists_create', 'talent_lists', { name: 'List' }, { name: 'Other' }],
    [
      'searches_create',
      'talent_searches',
      { title: 'Search', filters: [], sharees: [], visited_at: 1 },
      { title: 'Other', filters: [], sharees: [], visited_at: 1 },
    ],
    [
      'activity_upload',
      'convo_activities',
      { ...upload, recordingUrl: ownUrl('a') },
      { ...upload, title: 'Other', recordingUrl: ownUrl('a') },
    ],
    [
      'webhook_create',
      'convo_webhooks',
      { trigger: 'conversation_processed', url: 'https://hooks.example/a' },
      { trigger: 'conversation_processed', url: 'https://hooks.example/b' },
    ],
  ] as const)('is made once by %s, and repeated calls return its result', async (tool, table, input, other) => {
    const first = await change(tool, input);
    expect(await Promise.all([change(tool, input), change(tool, input)])).toEqual([first, first]);
    await expect(change(tool, other)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The idempotency key was used with another input. Use a new key for each change.',
    });
    expect(await db.selectFrom(table).select('id').execute()).toHaveLength(1);
    expect(JSON.stringify(await db.selectFrom('keyed_calls').selectAll().execute())).not.toContain('whsec_');
  });

  it('is made once for entries and copies', async () => {
    const list = await createList('List', { key: null });
    const search = await change('searches_create', { title: 'Search', filters: [], sharees: [], visited_at: 1 });
    const idOf = (record: unknown) => String(Reflect.get(Object(record), 'id'));
    for (const [tool, input] of [
      ['list_entries_create', { list_id: idOf(list), signal_id: 's1' }],
      ['searches_duplicate', { id: idOf(search) }],
    ] as const) {
      const key = tool;
      expect(await change(tool, input, { key })).toEqual(await change(tool, input, { key }));
    }
    expect(await db.selectFrom('talent_searches').select('id').execute()).toHaveLength(2);
  });

  it('is repeated although the address of an uploaded file or the time of a visit differs', async () => {
    const search = { title: 'Search', filters: [], sharees: [] };
    expect(await change('searches_create', { ...search, visited_at: 1 })).toEqual(
      await change('searches_create', { ...search, visited_at: 2 }),
    );
    expect(await change('activity_upload', { ...upload, recordingUrl: ownUrl('a') })).toEqual(
      await change('activity_upload', { ...upload, recordingUrl: ownUrl('b') }),
    );
  });

  it('is repeated although another graph node has stored the uploaded file', async () => {
    const uploadFrom = (recordingUrl: string) => change('activity_upload', { ...upload, recordingUrl });
    const urlOn = (node: number) =>
      `https://graph-${node}.example/recordings/${node}.text.vtt?expires=${node}&signature=${String(node).repeat(64)}`;
    expect(await uploadFrom(urlOn(1))).toEqual(await uploadFrom(urlOn(2)));
    await expect(uploadFrom('https://files.example/call.vtt')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is made once by calls at the same time', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => createList('List')));
    expect(new Set(created.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await listCount()).toBe(1);
  });

  it('is another one for another key, another user, and without a key', async () => {
    for (const options of [{}, { key: 'other' }, { user: 'bob' }, { key: null }, { key: null }]) {
      await createList('List', options);
    }
    expect(await listCount()).toBe(5);
  });

  it('can be tried again after it was rejected', async () => {
    await expect(change('lists_create', { name: 'List', accesses: ['nobody'] })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await createList('List');
    expect(await listCount()).toBe(1);
  });

  it('is another one after 24 hours, and old keys are removed', async () => {
    for (let index = 0; index < 12; index += 1) await createList('Old', { key: `old ${index}` });
    await createList('List');
    time = new Date(begin.getTime() + 24 * hour);
    await createList('List');
    expect(await listCount()).toBe(13);
    time = new Date(begin.getTime() + 24 * hour + 1);
    await createList('List');
    expect(await listCount()).toBe(14);
    await createList('New', { key: 'new' });
    expect(await db.selectFrom('keyed_calls').select('key').execute()).toEqual([{ key: 'key' }, { key: 'new' }]);
  });
});
