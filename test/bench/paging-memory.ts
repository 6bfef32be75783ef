import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openBenchApp } from './bench-app.ts';
import type { BenchCase } from './figure.ts';
import { storeManySignals } from './many-signals.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const megabytes = (bytes: number) => bytes / 1024 / 1024;

const document = `query ($after: String) { signals(first: 50, after: $after) { pageInfo { endCursor hasNextPage } nodes {
  id fullName summary experiences { title companyName } } } }`;

/** Heap growth while a client reads hundreds of pages. */
export const pagingMemory: BenchCase = {
  name: 'paging memory',
  async measure() {
    const app = await openBenchApp(({ db }) => storeManySignals(db, 11_000));
    await readPages(app, 20);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    await readPages(app, 200);
    collectGarbage();
    const growth = megabytes(process.memoryUsage().heapUsed - before);
    await app.close();
    return [
      {
        name: 'heap growth over 200 sequential pages of 50',
        value: `${growth.toFixed(1)} MB`,
        baseline: `${megabytes(before).toFixed(0)} MB before`,
        target: 'at most 50 MB',
        reached: growth <= 50,
      },
    ];
  },
};

async function readPages(app: Awaited<ReturnType<typeof openBenchApp>>, count: number): Promise<void> {
  let after: unknown = null;
  for (let page = 0; page < count; page += 1) {
    const { data } = await app.query(document, { after });
    const { hasNextPage, endCursor } = pageInfo(data);
    after = hasNextPage ? endCursor : null;
  }
}

function pageInfo({ signals }: Record<string, unknown>): { hasNextPage?: unknown; endCursor?: unknown } {
  const info = typeof signals === 'object' && signals && 'pageInfo' in signals ? signals.pageInfo : {};
  return typeof info === 'object' && info ? info : {};
}
