import { parseArgs } from 'node:util';
import prepareDatabases from '../support/database/prepare-databases.ts';
import type { BenchCase, BenchOptions, Figure } from './figure.ts';
import { activityById } from './activity-by-id.ts';
import { actionItems } from './quality/action-items.ts';
import { criticalPath } from './load/critical-path.ts';
import { conversations } from './conversations.ts';
import { deadUpstream } from './load/dead-upstream.ts';
import { events } from './events/events.ts';
import { fairness } from './fairness/fairness.ts';
import { firstPage } from './first-page.ts';
import { mixedLoad } from './load/mixed-load.ts';
import { peers } from './peers/peers.ts';
import { pagingMemory } from './paging-memory.ts';
import { scores } from './quality/scores.ts';
import { start } from './start.ts';
import { summaries } from './quality/summaries.ts';
import { testSuite } from './test-suite.ts';
import { toolCalls } from './tool-calls.ts';
import { uploadBurst } from './uploads/upload-burst.ts';
import { uploadMemory } from './uploads/upload-memory.ts';
import { uploadStall } from './uploads/upload-stall.ts';

const cases: BenchCase[] = [
  toolCalls,
  start,
  pagingMemory,
  firstPage,
  conversations,
  activityById,
  scores,
  summaries,
  actionItems,
  uploadMemory,
  uploadBurst,
  uploadStall,
  criticalPath,
  deadUpstream,
  mixedLoad,
  peers,
  fairness,
  events,
  testSuite,
];

/**
 * `npm run bench` runs all cases, `npm run bench -- start` only the named ones. `--minutes` is the duration of mixed
 * loads. Exits with 1 when a target is missed.
 */
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    servers: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    root: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const rounds = Number(values.rounds);
if (!(minutes > 0 && rounds > 0)) {
  console.error('--minutes and --rounds must be positive numbers.');
  process.exit(1);
}
const options: BenchOptions = {
  minutes,
  rounds,
  workloads: values.only?.split(','),
  servers: values.servers?.split(','),
  baseline: values.root,
};
const unknown = names.filter((name) => !cases.some((benchCase) => benchCase.name === name));
if (unknown.length > 0) {
  console.error(`Unknown cases: ${unknown.join(', ')}. Available cases: ${cases.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const removeDatabases = await prepareDatabases();
const figures: Figure[] = [];
for (const { name, measure } of cases) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`Measuring ${name} …`);
  figures.push(...(await measure(options)));
}
await removeDatabases?.();
console.table(
  figures.map(({ name, value, baseline, target, reached }) => ({ figure: name, value, baseline, target, reached })),
);
if (figures.some(({ reached }) => !reached)) process.exitCode = 1;
