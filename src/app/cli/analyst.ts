import type { Command } from 'commander';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { commandGroup, printReport, readOwnConfig, reportingCommand } from './command.ts';

export function analystCommand(): Command {
  const check = reportingCommand(
    'check',
    'Send a sample call to the language model of ANALYST_URL, and print what it understood and what to change.',
  );
  check.action(async () => {
    const { analyst } = readOwnConfig();
    if (!analyst) throw new OperatorError('No language model is configured. Set ANALYST_URL and ANALYST_MODEL.');
    const { checkAnalyst } = await import('../../platform/services/conversation/analyst/check-analyst.ts');
    const { isUsable, lines, ...record } = await checkAnalyst(analyst);
    await printReport(check.opts(), { record: { isUsable, ...record }, text: lines.join('\n') });
    if (!isUsable) process.exitCode = 1;
  });
  return commandGroup('analyst', 'Check the language model that writes summaries and action items.', [check]);
}
