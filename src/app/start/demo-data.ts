import { Worker } from 'node:worker_threads';
import type { ConnectorKind } from '../../tools/tool.ts';
import { type Db, openDatabase } from '../../platform/database/open-database.ts';
import { vacuum } from '../../platform/database/vacuum.ts';
import { fillWithDemoData, isEmpty } from '../../platform/demo/fill-with-demo-data.ts';

export interface DemoProgress {
  step: string;
  /** The service whose demo data is loaded from now on. */
  service?: ConnectorKind | undefined;
}

export interface DemoOptions {
  /** Time that the demo data counts back from. */
  now: Date;
  onProgress: (progress: DemoProgress) => void;
}

export async function loadDemoData(db: Db, { now, onProgress }: DemoOptions): Promise<void> {
  for (const service of ['talent', 'convo'] as const) {
    if (!(await isEmpty(db, service))) continue;
    const name = service === 'convo' ? 'conversation' : service;
    const step = `loading ${name} demo data`;
    onProgress({ step, service });
    await fillWithDemoData(db, {
      service,
      now,
      onProgress: (stored, total) => onProgress({ step: `${step}, ${Math.floor((stored / total) * 100)} %` }),
    });
    onProgress({ step: `vacuuming the ${name} tables` });
    await vacuum(db, service);
  }
}

/** Loads demo data into a new database, as the child process that `forkDemoProcess` starts. */
export async function runDemoProcess(dataDir: string, now: string): Promise<void> {
  new Worker(new URL('end-with-parent-worker.ts', import.meta.url)).unref();
  const database = await openDatabase({ dataDir });
  try {
    await loadDemoData(database.db, { now: new Date(now), onProgress: (progress) => process.send?.(progress) });
  } finally {
    await database.close();
  }
}
