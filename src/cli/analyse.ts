import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { createChatAnalyst } from '../platform/services/conversation/analysis/analyst/chat-analyst.ts';
import { refreshAnalysis } from '../platform/services/conversation/analysis/refresh-analysis.ts';
import { vacuum } from '../platform/database/vacuum.ts';
import { pointInTime } from './argument-values.ts';
import { report, type ReportOptions } from './report.ts';
import { type PlatformData, withDatabase } from './with-database.ts';

interface AnalyseOptions extends ReportOptions {
  since?: Date;
}

export function analyseCommand(): Command {
  return new Command('analyse')
    .description(
      'Bring older conversations up to date: match their topics with the present themes, and analyse those that never were. ' +
        'Given topic matches and uploads that skip the analysis stay as they are; a second run has nothing to do.',
    )
    .option('--since <date>', 'only conversations that began then or later, such as 2026-01-31', pointInTime)
    .option('--json', 'answer JSON')
    .action((options: AnalyseOptions) => withDatabase((data) => analyseStored(data, options)));
}

async function analyseStored({ config, db }: PlatformData, { since, ...options }: AnalyseOptions): Promise<void> {
  const progress = showProgress(process.stderr);
  const result = await refreshAnalysis({
    db,
    now: () => new Date(),
    since,
    analyst: config.analyst && createChatAnalyst(config.analyst),
    onProgress: progress.update,
  }).finally(progress.stop);
  if (result.rematched + result.analysed > 0) await vacuum(db, 'convo');
  const { checked, rematched, analysed } = result;
  const text =
    checked === 0
      ? 'Every conversation is up to date.'
      : `${checked} checked: ${rematched} with other topics than before, ${analysed} analysed.`;
  await report(options, { record: result, text });
}

const msPerLine = 10_000;

/** A bar on a terminal, else a line every ten seconds. */
function showProgress(stream: NodeJS.WriteStream) {
  const bar = stream.isTTY
    ? new SingleBar({ stream, format: '{bar} {value} of {total} conversations', clearOnComplete: true })
    : undefined;
  let isStarted = false;
  let reportedAt = performance.now();
  return {
    update(done: number, total: number) {
      if (bar && !isStarted) bar.start(total, 0);
      isStarted = true;
      bar?.update(done);
      if (bar || performance.now() - reportedAt < msPerLine) return;
      reportedAt = performance.now();
      stream.write(`${done} of ${total} conversations so far\n`);
    },
    stop: () => bar?.stop(),
  };
}
