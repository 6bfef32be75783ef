import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Keeps every core busy until it is disposed, or until this process ends. */
export function startBusyProcesses(): Disposable {
  // A process whose parent was killed gets another parent.
  const script = `while (process.ppid === ${process.pid});`;
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', script], { stdio: 'ignore' }),
  );
  return { [Symbol.dispose]: () => children.forEach((child) => void child.kill('SIGKILL')) };
}
