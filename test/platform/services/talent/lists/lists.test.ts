import { beforeEach, expect, it } from 'vitest';
import { storeSignals } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import { storeUsers } from '../../../../../src/platform/services/talent/store/store-users.ts';
import { recordStatements } from '../../../../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { type Caller, talentCallers } from '../talent-caller.ts';

const listOf = (id: string) => ({ code: 'NOT_FOUND', message: `There is no list with the id "${id}".`, issues: [] });
const user = (id: string, isViewer: boolean) => ({ id, name: id, email: `${id}@example.com`, is_viewer: isViewer });

const names = async (caller: Caller) => (await caller.record('lists_list', {})).items.map(({ name }) => name);

describeOnDatabases('lists', ({ db }) => {
  const as = talentCallers(db, () => clock);
  const [ann, bob, cat] = [as('ann'), as('bob'), as('cat')];
  let clock: Date;

  beforeEach(async () => {
    await db.deleteFrom('talent_lists').execute();
    await storeUsers(
      db,
      ['ann', 'bob', 'cat'].map((id) => ({ id, name: id, email: `${id}@example.com` })),
    );
    await storeSignals(db, [
      { id: 's1', discovered_at: 1 },
      { id: 's2', discovered_at: 2 },
    ]);
    clock = new Date('2026-03-01T00:00:00Z');
  });

  const stored = async () => ({
    lists: await db.selectFrom('talent_lists').select(['id', 'name', 'creator_id']).orderBy('id').execute(),
    accesses: await db.selectFrom('talent_list_accesses').selectAll().orderBy('user_id').execute(),
    entries: await db.selectFrom('talent_list_entries').select(['list_id', 'signal_id']).execute(),
  });

  it('lists_create returns a private list of the caller', async () => {
    const list = await ann.record('lists_create', { name: '  Founders  ' });
    expect(list.id).toMatch(/^lst_[0-9a-f]{32}$/);
    expect(await ann.payload('lists_get', { id: list.id })).toEqual({
      id: list.id,
      name: 'Founders',
      accesses: [],
      creator: user('ann', true),
      created_at: '2026-03-01T00:00:00.000Z',
      entry_count: 0,
      entries: [],
    });
  });

  it('lists_create grants each user access once, and skips the creator', async () => {
    const { id } = await ann.record('lists_create', { name: 'Shared', accesses: ['cat', 'ann', 'bob', 'cat'] });
    const list = await bob.record('lists_get', { id });
    expect(list.accesses.map((access) => [access.id, access.isViewer])).toEqual([
      ['bob', true],
      ['cat', false],
    ]);
    expect([list.creator?.id, list.creator?.isViewer]).toEqual(['ann', false]);
  });

  it('lists_create rejects unknown users with their positions and creates nothing', async () => {
    expect(await ann.refusal('lists_create', { name: 'L', accesses: ['bob', 'x', 'ann', 'y'] })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'accesses.1 is not a known user: "x"',
      issues: [
        { path: ['accesses', '1'], message: 'is not a known user: "x"' },
        { path: ['accesses', '3'], message: 'is not a known user: "y"' },
      ],
    });
    expect(await stored()).toEqual({ lists: [], accesses: [], entries: [] });
  });

  it('lists_list returns own and shared lists, newest first', async () => {
    expect(await ann.payload('lists_list', {})).toEqual({ items: [] });
    await ann.payload('lists_create', { name: 'oldest' });
    clock = new Date('2026-03-03T00:00:00Z');
    await bob.payload('lists_create', { name: 'shared', accesses: ['ann'] });
    clock = new Date('2026-03-02T00:00:00Z');
    await ann.payload('lists_create', { name: 'middle', accesses: ['bob'] });
    clock = new Date('2026-03-04T00:00:00Z');
    await bob.payload('lists_create', { name: 'hidden' });

    expect(await names(ann)).toEqual(['shared', 'middle', 'oldest']);
    expect(await names(bob)).toEqual(['hidden', 'shared', 'middle']);
    expect(await names(cat)).toEqual([]);
  });

  it('lists_list runs one statement for any number of lists', async () => {
    const recorder = recordStatements(db);
    const recorded = talentCallers(recorder.db)('ann');
    const statements: number[] = [];
    for (const count of [1, 12]) {
      for (let n = 0; n < count; n++) await ann.payload('lists_create', { name: `L${n}`, accesses: ['bob'] });
      await recorded.payload('lists_list', {});
      statements.push(recorder.take().length);
    }
    expect(statements).toEqual([1, 1]);
  });

  it('lists_get returns the entries, newest first, and their number', async () => {
    const { id } = await ann.record('lists_create', { name: 'L' });
    await ann.payload('list_entries_create', { list_id: id, signal_id: 's1' });
    clock = new Date('2026-03-02T00:00:00Z');
    await ann.payload('list_entries_create', { list_id: id, signal_id: 's2' });
    const list = await ann.record('lists_get', { id });
    expect(list.entryCount).toBe(2);
    expect(list.entries.map(({ signalId, createdAt }) => [signalId, createdAt])).toEqual([
      ['s2', new Date('2026-03-02T00:00:00Z')],
      ['s1', new Date('2026-03-01T00:00:00Z')],
    ]);
    expect((await ann.record('lists_list', {})).items.map(({ entryCount }) => entryCount)).toEqual([2]);
  });

  it('lists_update renames a list for every user with access', async () => {
    const { id } = await ann.record('lists_create', { name: 'one', accesses: ['bob'] });
    expect((await ann.record('lists_update', { id, name: 'two' })).name).toBe('two');
    expect((await bob.record('lists_update', { id, name: 'three' })).name).toBe('three');
    const list = await ann.record('lists_get', { id });
    expect([list.name, list.creator?.id, list.accesses.map((access) => access.id)]).toEqual(['three', 'ann', ['bob']]);
  });

  it('lists_delete removes the list and its entries for its creator', async () => {
    const { id } = await ann.record('lists_create', { name: 'L', accesses: ['bob'] });
    await bob.payload('list_entries_create', { list_id: id, signal_id: 's1' });
    expect(await ann.payload('lists_delete', { id })).toEqual({ id });
    expect(await stored()).toEqual({ lists: [], accesses: [], entries: [] });
    expect(await ann.refusal('lists_delete', { id })).toEqual(listOf(id));
    expect((await ann.record('signals_get', { id: 's1' })).id).toBe('s1');
  });

  it('lists_delete rejects users other than the creator and deletes nothing', async () => {
    const { id } = await ann.record('lists_create', { name: 'L', accesses: ['bob'] });
    await ann.payload('list_entries_create', { list_id: id, signal_id: 's1' });
    const before = await stored();
    expect(await bob.refusal('lists_delete', { id })).toEqual({
      code: 'FORBIDDEN',
      message: 'Only the creator of a list may delete it.',
      issues: [],
    });
    expect(await stored()).toEqual(before);
  });

  it('rejects a private list of another user as not found, and changes nothing', async () => {
    const { id } = await ann.record('lists_create', { name: 'L', accesses: ['bob'] });
    const entry = await ann.record('list_entries_create', { list_id: id, signal_id: 's1' });
    const before = await stored();
    for (const list of [id, 'lst_none']) {
      expect(await cat.refusal('lists_get', { id: list })).toEqual(listOf(list));
      expect(await cat.refusal('lists_update', { id: list, name: 'mine' })).toEqual(listOf(list));
      expect(await cat.refusal('lists_delete', { id: list })).toEqual(listOf(list));
      expect(await cat.refusal('list_entries_list', { list_id: list })).toEqual(listOf(list));
      expect(await cat.refusal('list_entries_get', { list_id: list, entry_id: entry.id })).toEqual(listOf(list));
      expect(await cat.refusal('list_entries_create', { list_id: list, signal_id: 's2' })).toEqual(listOf(list));
      expect(await cat.refusal('list_entries_delete', { list_id: list, entry_id: entry.id })).toEqual(listOf(list));
    }
    expect(await stored()).toEqual(before);
  });
});
