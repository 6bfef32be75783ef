import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { storeLists } from '../../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import type { talentTools } from '../../../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { PlatformError } from '../../../../../src/tools/errors/platform-error.ts';
import { recordStatements } from '../../../../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { type Caller, talentCallers } from '../talent-caller.ts';

type EntriesInput = Omit<ToolInput<typeof talentTools.list_entries_list>, 'list_id'>;

const missing = (noun: string, id: string) => ({
  code: 'NOT_FOUND',
  message: `There is no ${noun} with the id "${id}".`,
  issues: [],
});

/** The error codes of the rejected calls. Any other failure fails the test. */
const rejectionCodes = (ends: PromiseSettledResult<unknown>[]) =>
  ends.flatMap((end) => {
    if (end.status === 'fulfilled') return [];
    if (end.reason instanceof PlatformError) return [end.reason.code];
    throw new Error('a call failed', { cause: end.reason });
  });

describeOnDatabases('list entries', ({ db }) => {
  const as = talentCallers(db, () => new Date('2026-03-01T00:00:00Z'));
  const [ann, bob] = [as('ann'), as('bob')];

  beforeEach(async () => {
    for (const table of ['talent_lists', 'talent_signals'] as const) await db.deleteFrom(table).execute();
    await storeSignals(db, [
      { id: 's1', discovered_at: 300, screenings: [{ user: 'ann' }], views: [{ user: 'bob' }] },
      { id: 's2', discovered_at: 100, screenings: [{ user: 'bob' }] },
      { id: 's3', discovered_at: 200, views: [{ user: 'ann' }, { user: 'bob' }] },
      { id: 's4', discovered_at: 200 },
      { id: 's5', discovered_at: 500 },
    ]);
    await storeLists(db, [
      {
        id: 'l1',
        name: 'One',
        creator: 'ann',
        accesses: ['bob'],
        entries: [
          { id: 'e1', signal_id: 's1', created_at: '2026-01-01T00:00:00Z' },
          { id: 'e2', signal_id: 's2', created_at: '2026-01-02T00:00:00Z', added_by: 'bob' },
          { id: 'e3', signal_id: 's3', created_at: '2026-01-03T00:00:00Z' },
          { id: 'e4', signal_id: 's4', created_at: '2026-01-03T00:00:00Z' },
        ],
      },
      { id: 'l2', name: 'Two', creator: 'ann', entries: [{ id: 'e5', signal_id: 's1', created_at: 1 }] },
      { id: 'l3', name: 'Three', creator: 'bob', entries: [{ id: 'e6', signal_id: 's1', created_at: 2 }] },
      { id: 'l4', name: 'Empty', creator: 'ann' },
    ]);
  });

  const found = async (caller: Caller, input: EntriesInput) =>
    (await caller.record('list_entries_list', { list_id: 'l1', ...input })).items.map(({ id }) => id).join(' ');

  const stored = () => db.selectFrom('talent_list_entries').selectAll().orderBy('id').execute();

  it.each<[string, EntriesInput, string]>([
    ['newest first by default', {}, 'e4 e3 e2 e1'],
    ['by the time of adding, oldest first', { sort_by: 'entry_created_at', sort_order: 'asc' }, 'e1 e2 e3 e4'],
    ['by the time of adding, newest first', { sort_by: 'entry_created_at', sort_order: 'desc' }, 'e4 e3 e2 e1'],
    ['by the time of discovery, newest first', { sort_by: 'signal_discovered_at' }, 'e1 e4 e3 e2'],
    ['by the time of discovery, oldest first', { sort_by: 'signal_discovered_at', sort_order: 'asc' }, 'e2 e3 e4 e1'],
    ['in pages, the first', { limit: '3' }, 'e4 e3 e2'],
    ['in pages, the last', { limit: '3', page: '2' }, 'e1'],
    ['in pages, after the last', { limit: '3', page: '3' }, ''],
    ['in pages, a full last one', { limit: '2', page: '2' }, 'e2 e1'],
    ['screened by me', { screened_by: ['me'] }, 'e1'],
    ['not screened by me', { screened_by: ['-me'] }, 'e4 e3 e2'],
    ['screened by others', { screened_by: ['others'] }, 'e2'],
    ['screened by no user', { screened_by: ['-me', '-others'] }, 'e4 e3'],
    ['screened by a user', { screened_by: ['bob'] }, 'e2'],
    ['viewed by me', { viewed_by: ['me'] }, 'e3'],
    ['viewed by others', { viewed_by: ['others'] }, 'e3 e1'],
    ['viewed by others but not by me', { viewed_by: ['others', '-me'] }, 'e1'],
    ['viewed by no user', { viewed_by: ['-me', '-others'] }, 'e4 e2'],
    ['not viewed by a user', { viewed_by: ['-bob'] }, 'e4 e2'],
    ['viewed by others and screened by me', { viewed_by: ['others'], screened_by: ['me'] }, 'e1'],
  ])('list_entries_list returns entries %s', async (_name, input, ids) => {
    expect(await found(ann, input)).toBe(ids);
  });

  it('list_entries_list returns pages with full profiles', async () => {
    const page = await ann.record('list_entries_list', { list_id: 'l1', limit: '2', page: '2' });
    expect([page.page, page.limit, page.total]).toEqual([2, 2, 4]);
    expect(page.items.map(({ addedBy, createdAt }) => [addedBy?.id, createdAt])).toEqual([
      ['bob', new Date('2026-01-02T00:00:00Z')],
      ['ann', new Date('2026-01-01T00:00:00Z')],
    ]);
    for (const { signalId, listId, signal } of page.items) {
      expect(listId).toBe('l1');
      expect(signal).toEqual(await ann.record('signals_get', { id: signalId }));
    }
  });

  it('list_entries_list returns no entries of an empty list', async () => {
    expect(await ann.payload('list_entries_list', { list_id: 'l4' })).toEqual({
      items: [],
      page: 1,
      limit: 25,
      total: 0,
      has_more: false,
    });
  });

  it('list_entries_list runs five statements for any number of entries', async () => {
    const recorder = recordStatements(db);
    const recorded = talentCallers(recorder.db)('ann');
    const statements: number[] = [];
    for (const limit of ['1', '4']) {
      await recorded.payload('list_entries_list', { list_id: 'l1', limit });
      statements.push(recorder.take().length);
    }
    expect(statements).toEqual([5, 5]);
  });

  it('list_entries_get returns one entry with the full profile', async () => {
    const entry = await bob.record('list_entries_get', { list_id: 'l1', entry_id: 'e2' });
    expect([entry.id, entry.listId, entry.signalId, entry.addedBy?.isViewer]).toEqual(['e2', 'l1', 's2', true]);
    expect(entry.signal).toEqual(await bob.record('signals_get', { id: 's2' }));
  });

  it('list_entries_get rejects an entry of another list as not found', async () => {
    for (const id of ['e5', 'e6', 'none']) {
      expect(await ann.refusal('list_entries_get', { list_id: 'l1', entry_id: id })).toEqual(missing('list entry', id));
    }
  });

  it('list_entries_create adds a signal for every user with access', async () => {
    const entry = await bob.record('list_entries_create', { list_id: 'l1', signal_id: 's5' });
    expect(entry.id).toMatch(/^ent_[0-9a-f]{32}$/);
    const { listId, signalId, addedBy, createdAt } = entry;
    expect([listId, signalId, addedBy?.id, createdAt]).toEqual(['l1', 's5', 'bob', new Date('2026-03-01T00:00:00Z')]);
    expect(entry).toEqual(await bob.record('list_entries_get', { list_id: 'l1', entry_id: entry.id }));
    expect(await found(ann, {})).toBe(`${entry.id} e4 e3 e2 e1`);
  });

  it('list_entries_create rejects a signal that is on the list and does not change its entry', async () => {
    const before = await stored();
    expect(await ann.refusal('list_entries_create', { list_id: 'l1', signal_id: 's2' })).toEqual({
      code: 'CONFLICT',
      message: 'The signal "s2" is already on the list "l1".',
      issues: [],
    });
    expect(await stored()).toEqual(before);
  });

  it('list_entries_create rejects an unknown signal and adds nothing', async () => {
    const before = await stored();
    expect(await ann.refusal('list_entries_create', { list_id: 'l1', signal_id: 'none' })).toEqual(
      missing('signal', 'none'),
    );
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['list', 'talent_lists', 'list_id', 'l1'],
    ['signal', 'talent_signals', 'signal_id', 's5'],
  ])('list_entries_create reports a %s that is deleted concurrently as not found', async (noun, table, column, id) => {
    onTestFinished(async () => void (await sql`drop function if exists delete_meanwhile cascade`.execute(db)));
    await sql`
      create function delete_meanwhile() returns trigger language plpgsql as $$
      begin
        delete from ${sql.table(table)} where id = new.${sql.ref(column)};
        return new;
      end $$`.execute(db);
    await sql`create trigger meanwhile before insert on talent_list_entries
      for each row execute function delete_meanwhile()`.execute(db);
    const refusal = await ann.refusal('list_entries_create', { list_id: 'l1', signal_id: 's5' });

    expect(refusal).toEqual(missing(noun, id));
  });

  it('list_entries_create adds only one entry when it is called concurrently', async () => {
    const calls = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? ann : bob).record('list_entries_create', { list_id: 'l1', signal_id: 's5' }),
    );
    const ends = await Promise.allSettled(calls);
    const codes = rejectionCodes(ends);
    expect(codes).toEqual(Array.from({ length: 7 }, () => 'CONFLICT'));
    expect((await stored())?.filter((entry) => entry.signal_id === 's5')).toHaveLength(1);
  });

  it('list_entries_create leaves no entry without a list when lists_delete runs concurrently', async () => {
    const ends = await Promise.allSettled([
      ann.record('lists_delete', { id: 'l1' }),
      ...['s5', 's4'].map((id) => bob.record('list_entries_create', { list_id: 'l1', signal_id: id })),
    ]);
    const codes = rejectionCodes(ends);
    expect(codes.filter((code) => code !== 'NOT_FOUND' && code !== 'CONFLICT')).toEqual([]);
    expect((await stored())?.map(({ id }) => id)).toEqual(['e5', 'e6']);
  });

  it('list_entries_delete removes one entry for every user with access', async () => {
    expect(await bob.payload('list_entries_delete', { list_id: 'l1', entry_id: 'e1' })).toEqual({ id: 'e1' });
    expect((await stored())?.map(({ id }) => id)).toEqual(['e2', 'e3', 'e4', 'e5', 'e6']);
    expect((await ann.record('signals_get', { id: 's1' })).id).toBe('s1');
  });

  it('list_entries_delete rejects an entry of another list or a deleted one, and removes nothing', async () => {
    const before = await stored();
    for (const id of ['e5', 'none']) {
      expect(await ann.refusal('list_entries_delete', { list_id: 'l1', entry_id: id })).toEqual(
        missing('list entry', id),
      );
    }
    expect(await stored()).toEqual(before);
  });

  it('signals_entries returns entries on the lists that the caller can access, newest first', async () => {
    expect(await ann.payload('signals_entries', { id: 's1' })).toEqual({
      items: [
        {
          id: 'e1',
          list_id: 'l1',
          signal_id: 's1',
          created_at: '2026-01-01T00:00:00.000Z',
          added_by: { id: 'ann', name: null, email: null, is_viewer: true },
        },
        {
          id: 'e5',
          list_id: 'l2',
          signal_id: 's1',
          created_at: '1970-01-01T00:00:00.001Z',
          added_by: { id: 'ann', name: null, email: null, is_viewer: true },
        },
      ],
    });
    const { items } = await bob.record('signals_entries', { id: 's1' });
    expect(items.map(({ id }) => id)).toEqual(['e1', 'e6']);
    expect(await ann.payload('signals_entries', { id: 's5' })).toEqual({ items: [] });
  });
});
