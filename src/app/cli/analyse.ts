import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { createChatAnalyst } from '../../platform/services/conversation/analyst/chat-analyst.ts';
import { refreshAnalysis } from '../../platform/services/conversation/processing/refresh-analysis.ts';
import { readDatabaseClock } from '../../platform/database/database-clock.ts';
import { vacuum } from '../../platform/database/vacuum.ts';
import { pointInTime } from './argument-values.ts';
import { databaseCommand, type PlatformData, type Report } from './command.ts';

export function analyseCommand(): Command {
  return databaseCommand(
    'analyse',
    'Bring stored conversations up to date: match their topics against the current themes and analyse those ' +
      'without an analysis. Imported topic matches and uploads that skipped the analysis are left unchanged. ' +
      'Running it again is safe.',
    analyseStored,
  ).option('--since <date>', 'only conversations that started on or after this date, such as 2026-01-31', pointInTime);
}

async function analyseStored({ config, db }: PlatformData, { since }: { since?: Date }): Promise<Report> {
  const progress = showProgress(process.stderr);
  const result = await refreshAnalysis({
    db,
    now: await readDatabaseClock(db),
    since,
    analyst: config.analyst && createChatAnalyst(config.analyst),
    onWarning: (id, warning) => process.stderr.write(`${id}: ${warning}\n`),
    onProgress: progress.update,
  }).finally(progress.stop);
  if (result.rematched + result.analysed > 0) await vacuum(db, 'convo');
  const { checked, rematched, analysed, tooLarge } = result;
  const unchanged = tooLarge === 0 ? '' : ` ${tooLarge} would take too much time or memory and are unchanged.`;
  const text =
    checked === 0
      ? 'All conversations are up to date.'
      : `Checked ${checked}: updated the topics of ${rematched}, analysed ${analysed}.${unchanged}`;
  return { record: result, text };
}

const lineIntervalMs = 10_000;

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
      if (bar || performance.now() - reportedAt < lineIntervalMs) return;
      reportedAt = performance.now();
      stream.write(`${done} of ${total} conversations so far\n`);
    },
    stop: () => bar?.stop(),
  };
}
