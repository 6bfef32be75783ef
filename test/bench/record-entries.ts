import { Session } from 'node:inspector/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/**
 * The worker of a measured process. `begin` starts coverage. `watch` sets a breakpoint in each covered function of the
 * folder `workerData`. A breakpoint never pauses: its condition calls the global `recordEntry`, which returns false.
 */
const session = new Session();
session.connectToMainThread();

const steps: Record<string, () => Promise<void>> = {
  async begin() {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  },
  async watch() {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    await session.post('Debugger.enable');
    for (const { scriptId, url, functions } of result) {
      if (!url.startsWith(z.string().parse(workerData))) continue;
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
      for (const { ranges, functionName } of functions) {
        const [range] = ranges;
        // The function without a name at offset 0 is the module.
        if (range && range.count > 0 && (range.startOffset > 0 || functionName !== ''))
          await setBreakpoint(range.startOffset, { scriptId, scriptSource });
      }
    }
  },
};

async function setBreakpoint(offset: number, { scriptId, scriptSource }: { scriptId: string; scriptSource: string }) {
  const lines = scriptSource.slice(0, offset).split('\n');
  const start = { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1)?.length ?? 0 };
  const { locations } = await session.post('Debugger.getPossibleBreakpoints', { start, restrictToFunction: true });
  const [location] = locations;
  // Fails if another function already has a breakpoint at this location.
  if (location) await session.post('Debugger.setBreakpoint', { location, condition: 'recordEntry()' }).catch(() => {});
}

parentPort?.on('message', (step: unknown) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
  void steps[String(step)]?.().then(() => parentPort?.postMessage(step));
});
