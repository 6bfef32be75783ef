import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { ada, call, organization, uuid } from './conversation-lines.ts';
import { ndjson, openImportLab } from './import-lab.ts';
import { company, entry, institution, list, screening, signal, user, view } from './talent-lines.ts';

const signals = Array.from({ length: 600 }, (_, index) => ({ ...signal, id: `sig_${index + 1}` }));
/** More than one batch, whose later records refer to earlier ones. */
const good = [user, company, institution, ...signals, list, entry, screening, view];

describeOnDatabases('a strict import on a running server', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));
  const importLines = async (...lines: object[]) => {
    await lab.write('strict.ndjson', ndjson(...lines));
    return lab.run(['strict.ndjson'], { strict: true, isShared: true });
  };
  const countOf = async (table: 'talent_signals' | 'convo_activities') =>
    Number((await db.selectFrom(table).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count);

  it.each([
    ['reference', { ...entry, id: 'ent_2', signal_id: 'sig_none' }, 'list_entry: signal_id: there is no signal with'],
    ['field', { ...company, name: 7 }, 'company: name: '],
    ['kind', { kind: 'planet' }, 'kind: "planet" is not one of '],
  ])('stores nothing of a file with a bad %s', async (_what, bad, fault) => {
    const { faults } = await importLines(...good, bad);
    expect(faults).toEqual([
      expect.stringContaining(`strict.ndjson:608: ${fault}`),
      'strict.ndjson: nothing was stored: line 608 is bad',
    ]);
    expect(await countOf('talent_signals')).toBe(0);
  });

  it('finds a participant of another activity of the file', async () => {
    const others = Array.from({ length: 100 }, (_, index) => ({ kind: 'city', name: `City ${index}` }));
    const thief = { ...call, id: uuid('thief'), external_id: null };
    const { faults } = await importLines(organization, ada, call, ...others, thief);
    expect(faults[0]).toBe(
      'strict.ndjson:104: activity: participants.0.id: already belongs to a participant of another activity',
    );
    expect(await countOf('convo_activities')).toBe(0);
  });

  it('stores a good file while others read', async () => {
    const over = new AbortController();
    const importing = importLines(...good).finally(() => over.abort());
    const counts = new Set<number>();
    while (!over.signal.aborted) counts.add(await countOf('talent_signals'));
    expect((await importing).faults).toEqual([]);
    expect(counts.size).toBeGreaterThan(2);
    expect(await countOf('talent_signals')).toBe(600);
  });

  it('ends at a fault that only storing finds', async () => {
    const more = signals.map((each) => ({ ...each, id: `${each.id}_b` }));
    const { faults } = await importLines({ ...entry, signal_id: 'sig_2' }, ...more);
    expect(faults).toEqual([
      'strict.ndjson:1: list_entry: id: already belongs to another record',
      'strict.ndjson: not everything was stored: line 1 is bad',
    ]);
    expect(await countOf('talent_signals')).toBe(600 + 99);
  });
});
