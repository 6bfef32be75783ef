import { makeDemoData } from '../../src/platform/services/talent/demo/demo-data.ts';
import { storeCompanies, storeInstitutions } from '../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';
import { storeUsers } from '../../src/platform/services/talent/store/store-users.ts';
import { vacuum } from '../../src/platform/database/vacuum.ts';
import { type BenchApp, openBenchApp } from './bench-app.ts';
import { type BenchCase, median, milliseconds } from './figure.ts';

const filters = [
  { countries: { in: ['Germany'] } },
  { types: ['NEW_COMPANY'], minScore: 7 },
  { profileTags: ['YC_ALUMNI'], countries: { notIn: ['France'] } },
  { fullName: 'an' },
  { fullName: 'anna' },
  { fullName: 'pu' },
  { fullName: 'p' },
  { genders: ['WOMAN'], ageRanges: ['FROM_30_TO_34'] },
  { types: ['NEW_POSITION'], countries: { in: ['United States'] }, genders: ['MAN'], customerFocus: ['B2B'] },
  { pastCompanyIds: ['exe_GOOGL'] },
];

const document = `query ($filter: SignalFilter) { signals(first: 25, filter: $filter) { totalCount nodes { id fullName type score } } }`;

const rounds = 30;

/** The time of a filtered first page on the embedded database, with many signals and with few. */
export const firstPage: BenchCase = {
  name: 'filtered first page',
  async measure() {
    const few = await openFilled({ people: 1_170, signals: 2_000 });
    const many = await openFilled({ people: 58_500, signals: 100_000 });
    const times = new Map(filters.map((filter) => [filter, { few: [0].slice(1), many: [0].slice(1) }]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [filter, measured] of times) {
        measured.few.push(await timed(few, filter));
        measured.many.push(await timed(many, filter));
      }
    }
    await few.close();
    await many.close();
    return [...times].map(([filter, measured]) => {
      const ratio = median(measured.many) / median(measured.few);
      return {
        name: `first page of ${JSON.stringify(filter)}, 100,000 signals`,
        value: `${milliseconds(median(measured.many))} (×${ratio.toFixed(2)})`,
        baseline: `${milliseconds(median(measured.few))} with 2,000`,
        target: 'at most ×3',
        reached: ratio <= 3,
      };
    });
  },
};

async function timed(app: BenchApp, filter: object): Promise<number> {
  const begun = performance.now();
  await app.query(document, { filter });
  return performance.now() - begun;
}

function openFilled({ people, signals }: { people: number; signals: number }): Promise<BenchApp> {
  return openBenchApp(async ({ db }) => {
    const data = makeDemoData({ now: new Date('2026-11-01T12:00:00Z'), people });
    await storeUsers(db, data.users);
    await storeCompanies(db, data.companies);
    await storeInstitutions(db, data.institutions);
    await storeSignals(db, data.signals.slice(0, signals));
    await vacuum(db, 'talent');
  });
}
