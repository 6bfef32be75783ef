import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Analysis, EmbeddedTask, RunEmbedded } from './analyse.ts';

export interface AnalysisThreadOptions {
  /** After how long without work the thread ends and frees its 100 MB, in milliseconds; 30,000 by default. */
  idleMs?: number;
  /** The module whose `analyseEmbedded` runs, in place of the analysis. */
  file?: string;
}

/** A thread for the analysis, so that it blocks no request. */
export interface AnalysisThread {
  /**
   * Starts the thread where none runs. Tasks wait for each other.
   * @throws the reason of the abort, or an Error when the thread crashes: the next task gets a new one
   */
  run: RunEmbedded;
  /** Ends the thread; tasks that have not ended fail. */
  close(): Promise<void>;
}

export function createAnalysisThread({
  idleMs = 30_000,
  file = join(import.meta.dirname, 'analyse.ts'),
}: AnalysisThreadOptions = {}): AnalysisThread {
  const pool = new Piscina<EmbeddedTask, Analysis>({
    filename: file,
    name: 'analyseEmbedded',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    recordTiming: false,
  });
  return {
    async run(task, signal) {
      try {
        return await pool.run(task, { signal: signal ?? null });
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}
