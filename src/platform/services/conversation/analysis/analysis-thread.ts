import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { TranscriptFault, TranscriptFile } from '../transcription/read-transcript.ts';
import type { Transcript } from '../transcription/transcript.ts';
import type { Analysis, EmbeddedTask, RunEmbedded } from './analyse.ts';

export interface AnalysisThreadOptions {
  /** Idle time in milliseconds after which the thread ends and frees its memory (about 100 MB); 30,000 by default. */
  idleMs?: number;
  /** Path of a module that exports `analyseEmbedded`; `analyse.ts` by default. */
  file?: string;
}

/**
 * A worker thread that reads and analyses transcripts, so that this work does not block requests. It starts with the
 * first task and runs one task at a time. An aborted task fails with its abort reason. If the thread crashes, its task
 * fails with an `Error`, and the next task starts a new thread.
 */
export interface AnalysisThread {
  analyse: RunEmbedded;
  readTranscript(file: TranscriptFile, signal?: AbortSignal): Promise<Transcript | TranscriptFault>;
  /** Ends the thread; unfinished tasks fail. */
  close(): Promise<void>;
}

const transcriptReader = fileURLToPath(new URL('../transcription/read-transcript.ts', import.meta.url));

export function createAnalysisThread({
  idleMs = 30_000,
  file = fileURLToPath(new URL('./analyse.ts', import.meta.url)),
}: AnalysisThreadOptions = {}): AnalysisThread {
  const pool = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: idleMs, recordTiming: false });
  /** Returns a function that calls an exported function of a module in the worker thread. */
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
    readTranscript: call<Transcript | TranscriptFault>(transcriptReader, 'readTranscript'),
    close: () => pool.destroy(),
  };
}
