/**
 * Preloaded by measured processes: answers each message of the parent with the CPU time so far, in milliseconds, and
 * the resident memory in bytes.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
