import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import { createFairQueue } from '../../../../infrastructure/fairness/fair-queue.ts';
import { AnalysisLimitError } from '../processing-error.ts';
import type { TranscriptFault, TranscriptFile } from './transcription/read-transcript.ts';
import type { Transcript } from './transcription/transcript.ts';
import type { Analysis } from '../analysis/analyse.ts';
import type { Conversation, TopicMatch } from '../analysis/conversation.ts';

export interface AnalysisThreadOptions {
  /** Idle time after which the thread ends, in milliseconds; 30,000 by default. Its end frees about 100 MB. */
  idleMs?: number;
  /** Maximum CPU time of a task in milliseconds; 60,000 by default. */
  maxMs?: number;
  /** Maximum duration of a task, in milliseconds; 900,000 by default. Ends a task that hangs without using CPU time. */
  maxWallMs?: number;
  /** Maximum heap of the thread; 160 by default. */
  maxHeapMiB?: number;
  /** Module that exports `analyseEmbedded` and `findTopics`; `analyse.ts` by default. */
  file?: string;
  log?: Logger | undefined;
}

interface TaskOptions {
  organizationId: string;
  signal?: AbortSignal | undefined;
}

/**
 * Reads and analyses transcripts without blocking requests. Runs one task at a time; organizations take turns. An
 * aborted task fails with its abort reason, a task that exceeds a limit with an `AnalysisLimitError`. If the thread
 * crashes, its task fails with an `Error`, and the next task starts a new thread.
 */
export interface AnalysisThread {
  analyse(conversation: Conversation, options: TaskOptions): Promise<Analysis>;
  findTopics(conversation: Conversation, options: TaskOptions): Promise<TopicMatch[]>;
  /** The bytes of a file of more than 1 MiB are moved to the thread, so they need an `ArrayBuffer` of their own. */
  readTranscript(file: TranscriptFile, options: TaskOptions): Promise<Transcript | TranscriptFault>;
  /** Ends the thread. Unfinished tasks fail. */
  close(): Promise<void>;
}

const transcriptReader = fileURLToPath(new URL('./transcription/read-transcript.ts', import.meta.url));

export function createAnalysisThread({
  idleMs = 30_000,
  maxMs = 60_000,
  maxWallMs = 900_000,
  maxHeapMiB = 160,
  file = fileURLToPath(new URL('../analysis/analyse.ts', import.meta.url)),
  log,
}: AnalysisThreadOptions = {}): AnalysisThread {
  const openPool = (idleTimeout: number) => {
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: 1,
      idleTimeout,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: 16 },
    });
    // The pool emits errors of a thread whose task has ended or was aborted. Without a listener, the process exits.
    return pool.on('error', (err) => log?.warn({ err }, 'the analysis thread failed outside of a task'));
  };
  const smallTasks = openPool(idleMs);
  // A heap stays as large as a task has made it, so the thread of a large task ends with the task.
  const largeTasks = openPool(0);
  const turns = createFairQueue({ maxRunning: 1 });
  /** Returns a function that calls the function `name` of a module in the thread. */
  const inThread =
    <Result>(filename: string, name: string) =>
    (task: Conversation | TranscriptFile, { organizationId, signal }: TaskOptions): Promise<Result> =>
      turns.run({ key: organizationId, signal }, async () => {
        if ('segments' in task) checkLength(task);
        const isLarge = isLargeTask(task);
        const pool = isLarge ? largeTasks : smallTasks;
        const limit = startLimit(pool, { maxMs, maxWallMs });
        const ended = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
        const transferList = isLarge && 'bytes' in task ? [task.bytes.buffer] : [];
        try {
          return await pool.run(task, { filename, name, signal: ended, transferList });
        } catch (error) {
          signal?.throwIfAborted();
          limit.signal.throwIfAborted();
          if (isOutOfMemory(error)) {
            throw new AnalysisLimitError(`takes more than ${maxHeapMiB} MiB of memory`, { cause: error });
          }
          throw error;
        } finally {
          limit.stop();
        }
      });
  return {
    analyse: inThread<Analysis>(file, 'analyseEmbedded'),
    findTopics: inThread<TopicMatch[]>(file, 'findTopics'),
    readTranscript: inThread<Transcript | TranscriptFault>(transcriptReader, 'readTranscript'),
    async close() {
      await Promise.all([smallTasks.destroy(), largeTasks.destroy()]);
    },
  };
}

const largeFileBytes = 1024 * 1024;
const largeSegments = 10_000;

const isLargeTask = (task: Conversation | TranscriptFile) =>
  'bytes' in task ? task.bytes.length > largeFileBytes : task.segments.length > largeSegments;

/** Maximum characters, about 60 hours of speech. A longer conversation would exhaust the memory of the thread. */
const maxCharacters = 3_000_000;

function checkLength({ segments }: Conversation): void {
  const characters = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > maxCharacters) {
    throw new AnalysisLimitError(`has more than ${maxCharacters.toLocaleString('en')} characters`);
  }
}

const cpuCheckMs = 200;

/** Returns a signal that is aborted with an `AnalysisLimitError` once the pool's thread has exceeded a limit. */
function startLimit(pool: Piscina, { maxMs, maxWallMs }: { maxMs: number; maxWallMs: number }) {
  const exceeded = new AbortController();
  const exceed = (limit: string) => exceeded.abort(new AnalysisLimitError(`takes more than ${limit}`));
  let initialCpuMs: number | undefined;
  const check = async () => {
    // `cpuUsage` rejects while the thread is starting.
    const usage = await pool.threads[0]?.cpuUsage().catch(() => undefined);
    if (!usage) return;
    const cpuMs = (usage.user + usage.system) / 1000;
    initialCpuMs ??= cpuMs;
    if (cpuMs - initialCpuMs > maxMs) exceed(`${maxMs / 1000} seconds of CPU time`);
  };
  const checks = setInterval(() => void check(), cpuCheckMs).unref();
  const deadline = setTimeout(exceed, maxWallMs, `${maxWallMs / 1000} seconds`).unref();
  return {
    signal: exceeded.signal,
    stop() {
      clearInterval(checks);
      clearTimeout(deadline);
    },
  };
}

let sharedThread: AnalysisThread | undefined;

/** Returns the thread that the commands of the command line share. It does not keep the process running. */
export const sharedAnalysisThread = (): AnalysisThread => (sharedThread ??= createAnalysisThread());

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
