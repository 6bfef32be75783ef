import { setTimeout } from 'node:timers/promises';
import { createFolder } from '../support/folder.ts';
import { postJson } from '../support/network/post-json.ts';
import { atMost, type BenchCase, megabytes } from './figure.ts';
import { startMeasured } from './measured-process.ts';

const idleMs = 60_000;
const settings = { PORT: '0', DEMO_DATA: 'true', CACHE_SECONDS: '0', LOG_LEVEL: 'error' };

/** First start and memory of the graph with its platform in one process, on the embedded database. */
export const embedded: BenchCase = {
  name: 'embedded',
  async measure() {
    const folder = await createFolder();
    await using stack = new AsyncDisposableStack();
    stack.defer(folder.close);
    const startedAt = performance.now();
    const environment = { ...settings, DATA_DIR: folder.file('data') };
    await using server = await startMeasured({ file: 'src/main.ts', environment });
    const response = await postJson(server.url, { query: '{ signals(first: 8) { nodes { id } } }' });
    await response.text();
    const value = (performance.now() - startedAt) / 1000;
    await setTimeout(idleMs);
    return [
      atMost('first start to first answer, with demo data', { value, max: 4, show: (time) => `${time.toFixed(2)} s` }),
      atMost('resident memory, 60 s after the first start', {
        value: await server.residentMegabytes(),
        max: 410,
        show: megabytes,
      }),
    ];
  },
};
