import type { Db } from '../../../src/platform/database/open-database.ts';
import type { BenchCase } from '../figure.ts';
import { activityPages } from './activity-pages.ts';
import { fewRows } from './compare-sizes.ts';
import { fillActivities } from './fill-activities.ts';
import { fillSignals } from './fill-signals.ts';
import { filledDatabase } from './filled-database.ts';
import { importRate } from './import-rate.ts';
import { signalPages } from './signal-pages.ts';

/**
 * Pages over many signals and activities compared with pages over few, and the rate of imports; `--only` selects from
 * `import`, `signals` and `activities`. Measures the CPU time of this process and of the PostgreSQL server, which must
 * run on the same Linux machine.
 */
export const scale: BenchCase = {
  name: 'scale',
  async measure({ rows, database, only }) {
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (serverUrl === undefined) {
      console.error('Skipping scale: TEST_DATABASE_URL is not set.');
      return [];
    }
    const isWanted = (part: string) => only?.includes(part) ?? true;
    const figures = isWanted('import') ? await importRate(serverUrl, rows) : [];
    const pages = Object.entries({ signals: signalPages, activities: activityPages });
    const measures = pages.filter(([part]) => isWanted(part));
    if (measures.length === 0) return figures;
    const filled = (count: number) =>
      filledDatabase(serverUrl, {
        fill: (db) => fillBoth(db, count),
        name: database && `${database}_${count}`,
      });
    await using few = await filled(fewRows);
    await using many = await filled(rows);
    for (const [part, measure] of measures) {
      figures.push(...(await measure({ few, many, size: `${rows.toLocaleString('en-US')} ${part}` })));
    }
    return figures;
  },
};

async function fillBoth(db: Db, count: number): Promise<void> {
  await fillSignals(db, count);
  await fillActivities(db, count);
}
