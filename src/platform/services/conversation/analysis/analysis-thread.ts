import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { TranscriptFile } from '../transcription/read-transcript.ts';
import type { Transcript } from '../transcription/transcript.ts';
import type { Analysis, EmbeddedTask, RunEmbedded } from './analyse.ts';

export interface AnalysisThreadOptions {
  /** After how long without work the thread ends and frees its 100 MB, in milliseconds; 30,000 by default. */
  idleMs?: number;
  /** The module whose `analyseEmbedded` runs, in place of the analysis. */
  file?: string;
}

/**
 * A thread that reads and analyses transcripts, so that neither blocks a request. It starts with a task where none
 * runs; tasks wait for each other. They fail with the reason of their abort, or with an Error when the thread crashes:
 * the next task gets a new one.
 */
export interface AnalysisThread {
  analyse: RunEmbedded;
  readTranscript(file: TranscriptFile, signal?: AbortSignal): Promise<Transcript | undefined>;
  /** Ends the thread; tasks that have not ended fail. */
  close(): Promise<void>;
}

const reader = fileURLToPath(new URL('../transcription/read-transcript.ts', import.meta.url));

export function createAnalysisThread({
  idleMs = 30_000,
  file = fileURLToPath(new URL('./analyse.ts', import.meta.url)),
}: AnalysisThreadOptions = {}): AnalysisThread {
  const pool = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: idleMs, recordTiming: false });
  /** Calls an exported function of a module in the thread. */
  const call =
    <Result>(filename: string, name: string) =>
    async (task: EmbeddedTask | TranscriptFile, signal?: AbortSignal): Promise<Result> => {
      try {
        return await pool.run(task, { filename, name, signal: signal ?? null });
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    };
  return {
    analyse: call<Analysis>(file, 'analyseEmbedded'),
    readTranscript: call<Transcript | undefined>(reader, 'readTranscript'),
    close: () => pool.destroy(),
  };
}
