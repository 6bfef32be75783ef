import { Session } from 'node:inspector/promises';

/**
 * Preloaded by measured processes. Answers the message `usage` of the parent with the CPU time so far, in milliseconds,
 * and the resident memory in bytes, and `coverage` with the URLs of the scripts of which a function ran since the last
 * such message.
 */
process.on('message', (question) => {
  if (question === 'coverage') return void coveredScripts().then((scripts) => process.send?.(scripts));
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
process.channel?.unref();

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
