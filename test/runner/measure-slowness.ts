import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** Measured on a quiet machine with two cores. */
const reference = { hashesPerMs: 85, startMs: 35 };

const hashingMs = 300;

/**
 * Compares this machine under its current load with `reference`: the hash rate with all cores busy,
 * and the start time of a process. @returns the larger of the two slowdown factors, from 1 to 8
 */
export async function measureSlowness(): Promise<number> {
  const rates = await Promise.all(Array.from({ length: availableParallelism() }, hashInThread));
  const hashesPerMs = Math.min(...rates);
  const startMs = await timeStart();
  const ratio = Math.max(reference.hashesPerMs / hashesPerMs, startMs / reference.startMs);
  return Math.round(Math.min(Math.max(ratio, 1), 8) * 10) / 10;
}

async function hashInThread(): Promise<number> {
  const worker = new Worker(fileURLToPath(import.meta.url), { execArgv: [] });
  const [rate] = await once(worker, 'message');
  return Number(rate);
}

async function timeStart(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}

function countHashesPerMs(): number {
  const block = Buffer.alloc(16 * 1024);
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < hashingMs; count += 1) createHash('sha256').update(block).digest();
  return count / (performance.now() - started);
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
if (!isMainThread) parentPort?.postMessage(countHashesPerMs());
