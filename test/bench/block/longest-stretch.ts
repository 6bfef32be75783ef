import { z } from 'zod';

/**
 * Measures the longest stretch of CPU time of the main thread between two turns of the event loop. Preloaded into the
 * server; replies to each message with the maximum since the last one, in milliseconds.
 */
const everyMs = 5;
const usageSchema = z.object({ user: z.number(), system: z.number() });

const threadCpuMs = () => {
  const { user, system } = usageSchema.parse(process.threadCpuUsage());
  return (user + system) / 1000;
};

let last = threadCpuMs();
let longest = 0;
setInterval(() => {
  const now = threadCpuMs();
  longest = Math.max(longest, now - last);
  last = now;
}, everyMs);

process.on('message', () => {
  process.send?.(longest);
  longest = 0;
});
