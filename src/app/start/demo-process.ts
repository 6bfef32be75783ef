import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import type { DemoOptions } from './demo-data.ts';

const main = join(import.meta.dirname, '..', '..', 'main.ts');

export const demoCommand = 'load-demo-data';

const progressSchema = z.object({ step: z.string(), service: z.enum(['talent', 'convo']).optional() });

/** The child frees its memory when it ends, and does not outlive this process. @throws OperatorError with its report */
export async function forkDemoProcess(dataDir: string, { now, onProgress }: DemoOptions): Promise<void> {
  const child = fork(main, [demoCommand, dataDir, now.toISOString()], {
    // Ctrl-C interrupts the whole process group: without this, the child would also exit, with an error of its own.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  child.on('message', (message) => {
    // With `--watch`, Node.js itself sends messages too.
    const { success, data } = progressSchema.safeParse(message);
    if (success) onProgress(data);
  });
  const closed = once(child, 'close');
  const faults = child.stderr ? await text(child.stderr) : '';
  const [code, signal] = await closed;
  if (signal !== null) throw new OperatorError(`The process that loads the demo data was ended by ${signal}.`);
  if (code !== 0) throw new OperatorError(faults.trim());
}
