const firstReportMs = 2000;
const intervalMs = 1000;
const clearLine = '\r\u001B[K';

export type StartProgress = ReturnType<typeof reportStart>;

/** Reports the current step of the start every second, beginning after two seconds. */
export function reportStart(stderr: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {
  const startedAt = performance.now();
  let step = 'loading the program';
  const report = () => {
    const text = `Starting: ${step} (${Math.round((performance.now() - startedAt) / 1000)} s)`;
    stderr.write(stderr.isTTY ? clearLine + text : `${text}\n`);
    timer = setTimeout(report, intervalMs).unref();
  };
  let timer = setTimeout(report, firstReportMs).unref();
  return {
    step: (text: string) => {
      step = text;
    },
    stop: () => {
      clearTimeout(timer);
      if (stderr.isTTY) stderr.write(clearLine);
    },
  };
}
