import { beforeEach, expect, it } from 'vitest';
import { storeSearches } from '../../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeUsers } from '../../../../../src/platform/services/talent/store/store-users.ts';
import type { talentTools } from '../../../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { type Caller, talentCallers } from '../talent-caller.ts';

type Change = Omit<ToolInput<typeof talentTools.searches_update>, 'id'>;

const noSearch = (id: string) => ({
  code: 'NOT_FOUND',
  message: `There is no saved search with the id "${id}".`,
  issues: [],
});
const visitedAt = Date.UTC(2026, 1, 3, 4, 5, 6, 7);
const berlin = [{ key: 'city', operator: 'in', value: ['Berlin'] }];

const titles = async (caller: Caller) => (await caller.record('searches_list', {})).items.map(({ title }) => title);

describeOnDatabases('saved searches', ({ db }) => {
  const as = talentCallers(db, () => clock);
  const [ann, bob, cat] = [as('ann'), as('bob'), as('cat')];
  let clock: Date;

  beforeEach(async () => {
    await db.deleteFrom('talent_searches').execute();
    await storeUsers(
      db,
      ['ann', 'bob', 'cat'].map((id) => ({ id, name: id, email: `${id}@example.com` })),
    );
    clock = new Date('2026-03-01T00:00:00Z');
  });

  const stored = async () => ({
    searches: await db.selectFrom('talent_searches').selectAll().orderBy('id').execute(),
    sharees: await db.selectFrom('talent_search_sharees').selectAll().orderBy('user_id').execute(),
  });

  const create = (sharees: string[] = ['bob']) =>
    ann.record('searches_create', { title: 'Berlin', filters: berlin, sharees, visited_at: visitedAt, emoji: '🐻' });

  it('searches_create and searches_update reject a visit in the future', async () => {
    const { id } = await create();
    const before = await stored();
    const latest = clock.getTime() + 600_000;
    const input = { title: 'New', filters: [], sharees: [], visited_at: latest + 1 };
    const refusal = {
      code: 'BAD_USER_INPUT',
      message: 'visited_at must not be in the future',
      issues: [{ path: ['visited_at'], message: 'must not be in the future' }],
    };

    expect(await ann.refusal('searches_create', input)).toEqual(refusal);
    expect(await ann.refusal('searches_update', { id, visited_at: latest + 1 })).toEqual(refusal);
    expect(await stored()).toEqual(before);

    // The clock of a caller may be ten minutes ahead.
    expect(await ann.record('searches_update', { id, visited_at: latest })).toMatchObject({
      visitedAt: new Date(latest),
    });
  });

  it('searches_create returns the saved search of the caller', async () => {
    const { id } = await create(['cat', 'ann', 'bob', 'bob']);
    expect(id).toMatch(/^sch_[0-9a-f]{32}$/);
    expect(await ann.payload('searches_get', { id })).toEqual({
      id,
      title: 'Berlin',
      emoji: '🐻',
      filters: berlin,
      sharees: [
        { id: 'bob', name: 'bob', email: 'bob@example.com', is_viewer: false },
        { id: 'cat', name: 'cat', email: 'cat@example.com', is_viewer: false },
      ],
      visited_at: visitedAt,
      creator: { id: 'ann', name: 'ann', email: 'ann@example.com', is_viewer: true },
      created_at: '2026-03-01T00:00:00.000Z',
    });
  });

  it('searches_create accepts no filters, no sharees, no emoji and a title of 50 characters', async () => {
    const title = 'x'.repeat(50);
    const input = { title, filters: [], sharees: [], visited_at: 0 };
    const search = await ann.record('searches_create', input);
    expect([search.title, search.emoji, search.filters, search.sharees, search.visitedAt]).toEqual([
      title,
      null,
      [],
      [],
      new Date(0),
    ]);
    expect((await ann.record('searches_create', { ...input, emoji: '' })).emoji).toBeNull();
  });

  it('searches_create rejects unknown sharees with their positions and creates nothing', async () => {
    const input = { title: 'T', filters: [], sharees: ['bob', 'x'], visited_at: 0 };
    expect(await ann.refusal('searches_create', input)).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'sharees.1 is not a known user: "x"',
      issues: [{ path: ['sharees', '1'], message: 'is not a known user: "x"' }],
    });
    expect(await stored()).toEqual({ searches: [], sharees: [] });
  });

  it('searches_list returns own and shared searches, newest first', async () => {
    expect(await ann.payload('searches_list', {})).toEqual({ items: [] });
    await storeSearches(db, [
      { id: 'q1', title: 'oldest', creator: 'ann', created_at: 1 },
      { id: 'q2', title: 'shared', creator: 'bob', sharees: ['ann'], created_at: 3 },
      { id: 'q3', title: 'hidden', creator: 'bob', created_at: 4 },
      { id: 'q4', title: 'middle', creator: 'ann', sharees: ['bob'], created_at: 2 },
    ]);
    expect(await titles(ann)).toEqual(['shared', 'middle', 'oldest']);
    expect(await titles(bob)).toEqual(['hidden', 'shared', 'middle']);
    expect(await titles(cat)).toEqual([]);
  });

  it('searches_update changes only the fields in the input', async () => {
    const { id } = await create();
    const before = await ann.record('searches_get', { id });
    const changes: [Change, Partial<typeof before>][] = [
      [{ title: 'Paris' }, { title: 'Paris' }],
      [{ emoji: '🥐' }, { emoji: '🥐' }],
      [{ emoji: '' }, { emoji: null }],
      [{ filters: [] }, { filters: [] }],
      [{ visited_at: 5 }, { visitedAt: new Date(5) }],
      [{ sharees: [] }, { sharees: [] }],
    ];
    let expected = before;
    for (const [change, effect] of changes) {
      expected = { ...expected, ...effect };
      expect(await ann.record('searches_update', { id, ...change })).toEqual(expected);
      expect(await ann.record('searches_get', { id })).toEqual(expected);
    }
    expect(await ann.record('searches_update', { id })).toEqual(expected);
  });

  it('searches_update replaces all sharees, even when a sharee calls it', async () => {
    const { id } = await create(['bob']);
    const search = await bob.record('searches_update', { id, sharees: ['cat', 'ann'] });
    expect([search.sharees.map((sharee) => sharee.id), search.creator?.id]).toEqual([['cat'], 'ann']);
    expect(await bob.refusal('searches_get', { id })).toEqual(noSearch(id));
    expect((await cat.record('searches_get', { id })).sharees.map(({ isViewer }) => isViewer)).toEqual([true]);
  });

  it('searches_update with unknown sharees or bad filters changes nothing', async () => {
    const { id } = await create();
    const before = await stored();
    const sharees = await ann.refusal('searches_update', { id, title: 'New', sharees: ['x'] });
    expect(sharees.issues).toEqual([{ path: ['sharees', '0'], message: 'is not a known user: "x"' }]);
    const filters = [{ key: 'score', operator: 'gte', value: 11 }];
    expect(await ann.refusal('searches_update', { id, title: 'New', filters })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'filters.0.value must be from 1 to 10',
      issues: [{ path: ['filters', '0', 'value'], message: 'must be from 1 to 10' }],
    });
    expect(await stored()).toEqual(before);
  });

  it('searches_update stores the sharees of one of several concurrent calls', async () => {
    const { id } = await create();
    await Promise.all(
      [['bob'], ['cat'], ['bob'], ['cat']].map((sharees) => ann.record('searches_update', { id, sharees })),
    );
    const { sharees } = await ann.record('searches_get', { id });
    expect(['bob', 'cat']).toContain(sharees.map((sharee) => sharee.id).join(' '));
  });

  it('searches_duplicate copies title, filters, emoji, visit and sharees to a search of the caller', async () => {
    const original = await create(['bob', 'cat']);
    clock = new Date('2026-04-01T00:00:00Z');
    const copy = await bob.record('searches_duplicate', { id: original.id });
    expect(copy.id).not.toBe(original.id);
    expect(copy).toEqual({
      ...original,
      id: copy.id,
      title: 'Berlin (copy)',
      creator: { id: 'bob', name: 'bob', email: 'bob@example.com', isViewer: true },
      sharees: [{ id: 'cat', name: 'cat', email: 'cat@example.com', isViewer: false }],
      createdAt: clock,
    });
    expect(await ann.refusal('searches_get', { id: copy.id })).toEqual(noSearch(copy.id));
    expect(await ann.record('searches_get', { id: original.id })).toEqual(original);
  });

  it.each([
    ['a title that fits with the suffix', 'x'.repeat(43), `${'x'.repeat(43)} (copy)`],
    ['a title of 50 characters', 'x'.repeat(50), `${'x'.repeat(43)} (copy)`],
    ['a title that would end in a space', `${'x'.repeat(42)} ${'y'.repeat(7)}`, `${'x'.repeat(42)} (copy)`],
    ['a title with an emoji at the cut', `${'x'.repeat(42)}👩‍🚀 yyy`, `${'x'.repeat(42)} (copy)`],
    ['a title of 50 emojis', '🐻'.repeat(50), `${'🐻'.repeat(43)} (copy)`],
    ['a title that is a copy', 'x (copy)', 'x (copy) (copy)'],
  ])('searches_duplicate makes the title of the copy fit: %s', async (_name, title, copied) => {
    const { id } = await ann.record('searches_create', { title, filters: [], sharees: [], visited_at: 0 });
    expect((await ann.record('searches_duplicate', { id })).title).toBe(copied);
  });

  it('searches_delete removes the search for its creator', async () => {
    const { id } = await create();
    expect(await ann.payload('searches_delete', { id })).toEqual({ id });
    expect(await stored()).toEqual({ searches: [], sharees: [] });
    expect(await ann.refusal('searches_delete', { id })).toEqual(noSearch(id));
  });

  it('searches_delete rejects a sharee and deletes nothing', async () => {
    const { id } = await create();
    const before = await stored();
    expect(await bob.refusal('searches_delete', { id })).toEqual({
      code: 'FORBIDDEN',
      message: 'Only the creator of a saved search may delete it.',
      issues: [],
    });
    expect(await stored()).toEqual(before);
  });

  it('rejects a private search of another user as not found, and changes nothing', async () => {
    const { id } = await create();
    const before = await stored();
    for (const search of [id, 'sch_none']) {
      expect(await cat.refusal('searches_get', { id: search })).toEqual(noSearch(search));
      expect(await cat.refusal('searches_update', { id: search, title: 'x' })).toEqual(noSearch(search));
      expect(await cat.refusal('searches_duplicate', { id: search })).toEqual(noSearch(search));
      expect(await cat.refusal('searches_delete', { id: search })).toEqual(noSearch(search));
      expect(await cat.refusal('searches_signals_list', { id: search })).toEqual(noSearch(search));
    }
    expect(await stored()).toEqual(before);
  });
});
