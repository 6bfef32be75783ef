import { Session } from 'node:inspector/promises';
import { z } from 'zod';

/**
 * Preloaded by measured processes. Answers the messages of the parent: `cpu` with the CPU time so far, in milliseconds,
 * `stretch` with the longest CPU time of the main thread between two turns of the event loop, and
 * `coverage` with the URLs of scripts that ran a function, both since the last such message.
 */
process.on('message', (question) => {
  if (question === 'coverage') void coveredScripts().then((scripts) => process.send?.(scripts));
  else process.send?.(question === 'stretch' ? takeLongestStretch() : totalMs(process.cpuUsage()));
});
process.on('disconnect', () => process.exit());
process.channel?.unref();

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

let session: Session | undefined;

async function coveredScripts(): Promise<string[]> {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)));
  return ran.map(({ url }) => url);
}
