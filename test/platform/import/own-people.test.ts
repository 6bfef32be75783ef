import { cp, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { suiteDatabase } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { readOwnFiles } from '../../support/own-files/own-files.ts';
import { openImportLab } from './import-lab.ts';

const reading = z.looseObject({
  people: z.array(z.looseObject({ name: z.string() })),
  dropped: z.array(z.object({ column: z.string(), value: z.string() })),
  leftOut: z.number(),
  leftOutOr: z.array(z.number()).optional(),
  rejectedRows: z.array(z.looseObject({ name: z.string() })),
  mapping: z.record(z.string(), z.string()).optional(),
});

const rejection = z.union([z.string(), z.object({ importAs: z.string(), result: z.string() })]);
const lookups = z.object({ importAs: z.string(), records: z.array(z.unknown()) });

const fields: Record<string, string> = { name: 'full_name', company: 'company', notes: 'summary', city: 'city' };
const kinds: Record<string, string> = { companies: 'company', cities: 'city', institutions: 'institution' };
/** These may have no such column: what they mean is not documented. */
const undocumented = new Set(['contacts.csv']);

/** What is compared: the day of a discovery, the id in an address of LinkedIn, and texts with LF as their line ends. */
function textOf(key: string, value: unknown): string {
  const text = z.string().catch('').parse(value);
  if (key === 'discovered') return text.slice(0, 10);
  return key === 'linkedin' ? decodeURIComponent(text).replace(/^.*\/in\/|\/$/g, '') : text.replaceAll(/\r\n?/g, '\n');
}

describe.each(['dev', 'sealed'] as const)('spreadsheets as people bring them (%s)', (half) => {
  const { folder, expected } = readOwnFiles(half);
  const files = Object.entries(expected.people).map(([file, raw]) => ({
    file,
    raw,
    wanted: reading.safeParse(raw).data,
  }));
  const { db } = suiteDatabase();
  const lab = openForSuite(() => openImportLab(db));
  const run = async (file: string, options: object) => {
    const path = join(lab.folder, file);
    await cp(join(folder, 'people', file), path);
    await utimes(path, new Date('2026-03-01'), new Date('2026-03-01'));
    return lab.run([file], { kind: 'signal', ...options });
  };
  afterEach(async () => {
    for (const table of ['talent_signals', 'talent_companies', 'talent_cities', 'talent_institutions'] as const)
      await db.deleteFrom(table).execute();
  });
  const people = () => db.selectFrom('talent_signals').selectAll().execute();

  it.each(files.filter(({ wanted }) => wanted))('$file', async ({ file, wanted }) => {
    const { mapping = {}, ...rest } = wanted ?? reading.parse(undefined);
    const map = Object.entries(mapping).map(([column, field]) => `${fields[field]}=${column}`);
    const { faults, results } = await run(file, { map });
    const stored = (await people()).map((row) => ({
      name: row.full_name,
      company: row.experiences[0]?.company_name ?? undefined,
      position: row.experiences[0]?.title ?? undefined,
      city: row.city ?? undefined,
      notes: row.summary ?? undefined,
      linkedin: row.linkedin_url ?? undefined,
      discovered: row.discovered_at.toISOString(),
    }));
    const known = (person: Record<string, unknown>) =>
      Object.entries(person).filter(([key]) => key in (stored[0] ?? {}) && !undocumented.has(file));
    expect(new Set(stored.map(({ name }) => name))).toEqual(new Set(rest.people.map(({ name }) => name)));
    for (const person of rest.people) {
      const same = stored.filter(
        (each) => each.name === person.name && (person['company'] === undefined || each.company === person['company']),
      );
      expect(same.length).toBeGreaterThanOrEqual(undocumented.has(file) ? 0 : 1);
      for (const [key, value] of known(person)) {
        const found = same.map((each) => textOf(key, Reflect.get(each, key)));
        expect(found).toContain(textOf(key, value));
      }
    }
    for (const { column, value } of rest.dropped) {
      expect(faults.filter((fault) => fault.includes(`${column}: "`) && fault.includes(`"${value}"`))).toHaveLength(1);
    }
    const leftOut = Number(/left out (\d+) rows? without a name/.exec(results.join('\n'))?.[1] ?? 0);
    expect([rest.leftOut, ...(rest.leftOutOr ?? [])]).toContain(leftOut);
    expect(faults).toHaveLength(rest.dropped.length + (rest.rejectedRows.length > 0 ? 1 : 0));
  });

  it.each(files.filter(({ raw }) => rejection.safeParse(raw).success))(
    '$file is rejected as a whole',
    async ({ file, raw }) => {
      const wanted = rejection.parse(raw);
      const kind = typeof wanted === 'string' ? 'signal' : kinds[wanted.importAs];
      const { faults } = await run(file, { kind });
      expect(faults).toHaveLength(1);
      expect(await people()).toEqual([]);
    },
  );

  it.each(files.filter(({ raw }) => lookups.safeParse(raw).success))('$file is complete', async ({ file, raw }) => {
    const { importAs, records } = lookups.parse(raw);
    const { faults, results } = await run(file, { kind: kinds[importAs] });
    expect(faults).toEqual([]);
    expect(results[0]).toContain(`${records.length} records read: ${records.length} new`);
  });
});
