import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readOwnFiles } from '../../support/own-files/own-files.ts';
import { describeImport } from './import-suite.ts';

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

/** A stored person, with the keys of the expected people. */
const storedPerson = z
  .looseObject({ experiences: z.array(z.record(z.string(), z.unknown())), discovered_at: z.date() })
  .transform(({ experiences: [job], ...row }) => ({
    name: row['full_name'],
    company: job?.['company_name'] ?? undefined,
    position: job?.['title'],
    city: row['city'],
    notes: row['summary'],
    linkedin: row['linkedin_url'],
    discovered: row.discovered_at.toISOString(),
  }));

const fields: Record<string, string> = { name: 'full_name', company: 'company', notes: 'summary', city: 'city' };
const kinds: Record<string, string> = { companies: 'company', cities: 'city', institutions: 'institution' };
/** The columns of these files have no documented meaning, so only the names are compared. */
const undocumented = new Set(['contacts.csv']);

/** Reduces values for the comparison: dates to days, LinkedIn URLs to ids, line ends to LF. */
function textOf(key: string, value: unknown): string {
  const text = z.string().catch('').parse(value);
  if (key === 'discovered') return text.slice(0, 10);
  return key === 'linkedin' ? decodeURIComponent(text).replace(/^.*\/in\/|\/$/g, '') : text.replaceAll(/\r\n?/g, '\n');
}

describe.each(['dev', 'sealed'] as const)('files as people bring them (%s)', (half) => {
  const { folder, expected } = readOwnFiles(half);
  const files = Object.entries(expected.people).map(([file, raw]) => ({
    file,
    wanted: reading.safeParse(raw).data,
    rejected: rejection.safeParse(raw).data,
    looked: lookups.safeParse(raw).data,
  }));

  for (const { file, wanted, rejected, looked } of files)
    if (!wanted && !rejected && !looked) throw new Error(`The expected result of ${file} has an unknown form.`);

  describeImport('spreadsheets', ({ rows, importText }) => {
    const run = async (file: string, options: object = {}) =>
      importText(file, await readFile(join(folder, 'people', file)), { kind: 'signal', ...options });

    it.each(files.filter(({ wanted }) => wanted))('$file', async ({ file, wanted }) => {
      const { mapping = {}, ...rest } = reading.parse(wanted);
      const map = Object.entries(mapping).map(([column, field]) => `${fields[field]}=${column}`);
      const { faults, results } = await run(file, { map });
      const stored = z.array(storedPerson).parse(await rows('talent_signals'));
      const isKnown = (key: string) => key in (stored[0] ?? {}) && !undocumented.has(file);
      expect(new Set(stored.map(({ name }) => name))).toEqual(new Set(rest.people.map(({ name }) => name)));
      for (const person of rest.people) {
        const { name, company } = person;
        const same = stored.filter((each) => each.name === name && (company === undefined || each.company === company));
        expect(same.length).toBeGreaterThanOrEqual(undocumented.has(file) ? 0 : 1);
        for (const [key, value] of Object.entries(person).filter(([each]) => isKnown(each))) {
          expect(same.map((each) => textOf(key, Reflect.get(each, key)))).toContain(textOf(key, value));
        }
      }
      for (const { column, value } of rest.dropped) {
        const ofValue = faults.filter((fault) => fault.includes(`${column}: "`) && fault.includes(`"${value}"`));
        expect(ofValue).toHaveLength(1);
      }
      const leftOut = Number(/left out (\d+) rows? without a name/.exec(results.join('\n'))?.[1] ?? 0);
      expect([rest.leftOut, ...(rest.leftOutOr ?? [])]).toContain(leftOut);
      expect(faults).toHaveLength(rest.dropped.length + rest.rejectedRows.length);
    });

    it.each(files.filter(({ rejected }) => rejected))('$file is rejected as a whole', async ({ file, rejected }) => {
      const { faults } = await run(file, typeof rejected === 'object' ? { kind: kinds[rejected.importAs] } : {});
      expect(faults).toHaveLength(1);
      expect(await rows('talent_signals')).toEqual([]);
    });

    it.each(files.filter(({ looked }) => looked))('$file is complete', async ({ file, looked }) => {
      const { importAs, records } = lookups.parse(looked);
      const { faults, results } = await run(file, { kind: kinds[importAs] });
      expect(faults).toEqual([]);
      expect(results[0]).toContain(`${records.length} records read: ${records.length} new`);
    });
  });
});
