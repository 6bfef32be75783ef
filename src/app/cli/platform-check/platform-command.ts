import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import { nameArgument } from '../argument-values.ts';
import { commandGroup, printReport, reportingCommand, type ReportOptions, table } from '../command.ts';
import { checkPlatform, toolsOf } from './check-platform.ts';
import { aspects, type Finding, type Findings, verdictOf } from './findings.ts';

interface Options extends ReportOptions {
  identifier: string;
  write?: boolean;
}

export function platformCommand(): Command {
  const check = reportingCommand(
    'check',
    'Call a platform as the graph would, with PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET, and report what breaks the protocol.',
  )
    .argument('<url>', 'address of the platform, as in PLATFORM_URL')
    .option('--identifier <identifier>', 'user on whose behalf to call', nameArgument, 'demo')
    .option('--write', 'also create records, and delete them')
    .action(async (url: string, options: Options) => {
      const { remotePlatform, connections, toolTimeoutMs } = readConfig(settingsFor(url));
      if (!remotePlatform) throw new OperatorError('PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET are required.');
      const findings = await checkPlatform({
        platform: remotePlatform,
        connections,
        identifier: options.identifier,
        timeoutMs: toolTimeoutMs,
        writes: options.write === true,
      });
      const faults = findings.list.filter(({ verdict }) => verdict === 'fault');
      await printReport(options, {
        record: { faults: faults.length, findings: findings.list, milliseconds: Object.fromEntries(findings.times) },
        text: render(findings),
      });
      if (faults.length > 0) process.exitCode = 1;
    });
  return commandGroup('platform', 'Check a platform that implements the REST protocol.', [check]);
}

/** The variables of the graph that concern the platform; the others need not be valid here. */
const settingsFor = (url: string) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(PLATFORM_CLIENT_|TALENT_|CONVO_|TOOL_TIMEOUT_MS$|ALLOW_PLAIN_HTTP$)/.test(name),
    ),
  ),
  PLATFORM_URL: url,
});

const nameOf = ({ subject, aspect }: Finding) =>
  aspect === undefined || aspect === 'answers' ? subject : `${subject} (${aspect})`;

function render({ list, times }: Findings): string {
  const subjects = [...new Set(list.map(({ subject }) => subject))];
  const isTool = (subject: string) => list.some((finding) => finding.subject === subject && finding.aspect);
  const rules = subjects
    .filter((subject) => !isTool(subject))
    .map((subject) => [subject, verdictOf(list.filter((finding) => finding.subject === subject))]);
  const missing = list.filter(({ verdict }) => verdict === 'missing').map(({ subject }) => subject);
  const present = subjects.filter((subject) => isTool(subject) && !missing.includes(subject));
  const rows = present.map((subject) => {
    const own = list.filter((finding) => finding.subject === subject);
    const time = times.get(subject);
    return [
      subject,
      ...aspects.map((aspect) => verdictOf(own.filter((finding) => finding.aspect === aspect))),
      time === undefined ? '' : `${Math.ceil(time)} ms`,
    ];
  });
  // Several subjects can have the same text.
  const lines = (verdict: string) => {
    const found = list.filter((finding) => finding.verdict === verdict);
    return Array.from(
      Map.groupBy(found, ({ text }) => text),
      ([text, same]) => `- ${[...new Set(same.map(nameOf))].join(', ')}: ${text}`,
    );
  };
  const [faults, skipped] = [lines('fault'), lines('not checked')];
  const count = (verdict: string) => list.filter((finding) => finding.verdict === verdict).length;
  const toolCount = toolsOf.talent.length + toolsOf.convo.length;
  const sections = [
    table(['RULE', 'RESULT'], rules),
    rows.length > 0 ? table(['TOOL', ...aspects.map((aspect) => aspect.toUpperCase()), 'SLOWEST'], rows) : '',
    missing.length > 0 ? `Missing, but optional: ${missing.join(', ')}` : '',
    skipped.length > 0 ? `Not checked:\n${skipped.join('\n')}` : '',
    faults.length > 0 ? `Faults:\n${faults.join('\n')}` : '',
    `${rows.length} of ${toolCount} tools, ${count('fault')} ${count('fault') === 1 ? 'fault' : 'faults'}, ${count('not checked')} not checked.`,
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}
