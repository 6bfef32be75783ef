import type { BenchCase } from '../figure.ts';
import { activityPages } from './activity-pages.ts';
import { fillActivities } from './fill-activities.ts';
import { fillSignals } from './fill-signals.ts';
import { filledDatabase } from './filled-database.ts';
import { importRate } from './import-rate.ts';
import { signalPages } from './signal-pages.ts';

const fewRows = 2_000;

/**
 * Pages over many signals and activities compared with pages over few, and the rate of imports. Measures the CPU time
 * of this process and of the PostgreSQL server, which must run on the same Linux machine.
 */
export const scale: BenchCase = {
  name: 'scale',
  async measure({ rows }) {
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (serverUrl === undefined) {
      console.error('Skipping scale: TEST_DATABASE_URL is not set.');
      return [];
    }
    const size = rows.toLocaleString('en-US');
    const imported = await importRate(serverUrl);
    await using few = await filledDatabase(serverUrl, async (db) => {
      await fillSignals(db, fewRows);
      await fillActivities(db, fewRows);
    });
    await using many = await filledDatabase(serverUrl, async (db) => {
      await fillSignals(db, rows);
      await fillActivities(db, rows);
    });
    const signals = await signalPages({ few, many, size: `${size} signals` });
    const activities = await activityPages({ few, many, size: `${size} activities` });
    return [...imported, ...signals, ...activities];
  },
};
