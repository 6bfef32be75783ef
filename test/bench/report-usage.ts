import { pathToFileURL } from 'node:url';
import { getCallSites } from 'node:util';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Preloaded by measured processes. Answers the messages of the parent: `cpu` with the CPU time so far, in milliseconds,
 * `stretch` with the longest CPU time of the main thread between two turns of the event loop since the last such
 * message. After `begin` and `watch`, `entries` lists the functions of src that were entered since.
 */
process.on('message', (question) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
  if (question === 'begin' || question === 'watch') recorder().postMessage(question);
  else process.send?.(answers[String(question)]?.());
});
process.on('disconnect', () => process.exit());
process.channel?.unref();

const answers: Record<string, () => unknown> = {
  cpu: () => totalMs(process.cpuUsage()),
  stretch: takeLongestStretch,
  entries: () => entries,
};

const usageSchema = z.object({ user: z.number(), system: z.number() });
const totalMs = ({ user, system }: z.output<typeof usageSchema>) => (user + system) / 1000;
const threadMs = () => totalMs(usageSchema.parse(process.threadCpuUsage()));

const everyMs = 5;
let last = 0;
let longest: number | undefined;

/** The first call begins to measure, and returns 0. */
function takeLongestStretch(): number {
  const taken = longest ?? 0;
  if (longest === undefined) {
    last = threadMs();
    setInterval(() => {
      const now = threadMs();
      longest = Math.max(longest ?? 0, now - last);
      last = now;
    }, everyMs);
  }
  longest = 0;
  return taken;
}

let entries: { name: string; file: string; caller: string | undefined }[] = [];
let worker: Worker | undefined;

function recorder(): Worker {
  if (worker) return worker;
  Object.assign(globalThis, { recordEntry });
  worker = new Worker(new URL('record-entries.ts', import.meta.url), { workerData: pathToFileURL('src/').href });
  worker.unref();
  worker.on('message', (step) => {
    entries = [];
    process.send?.(step);
  });
  return worker;
}

/** Called at each breakpoint, as its condition: false means that the process does not pause. */
function recordEntry(): false {
  // The first two frames are this function and the condition.
  const [, , entered, caller] = getCallSites(4);
  if (entered) entries.push({ name: entered.functionName, file: entered.scriptName, caller: caller?.scriptName });
  return false;
}
