import { type BenchApp, openBenchApp } from './bench-app.ts';
import { type BenchCase, median, milliseconds } from './figure.ts';
import { storeManySignals } from './many-signals.ts';

const filters = [
  { countries: { in: ['Germany'] } },
  { types: ['NEW_COMPANY'], minScore: 7 },
  { profileTags: ['YC_ALUMNI'], countries: { notIn: ['France'] } },
  { fullName: 'an' },
  { fullName: 'anna' },
  { fullName: 'du' },
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
    const few = await openBenchApp(({ db }) => storeManySignals(db, 2_000));
    const many = await openBenchApp(({ db }) => storeManySignals(db, 100_000));
    const times = new Map<object, { few: number[]; many: number[] }>(
      filters.map((filter) => [filter, { few: [], many: [] }]),
    );
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
  const startedAt = performance.now();
  await app.query(document, { filter });
  return performance.now() - startedAt;
}
