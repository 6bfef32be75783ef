import type { BenchCase, Figure } from './figure.ts';
import { actionItems } from './action-items.ts';
import { criticalPath } from './critical-path.ts';
import { conversations } from './conversations.ts';
import { deadUpstream } from './dead-upstream.ts';
import { firstPage } from './first-page.ts';
import { mixedLoad } from './mixed-load.ts';
import { pagingMemory } from './paging-memory.ts';
import { scores } from './scores.ts';
import { start } from './start.ts';
import { summaries } from './summaries.ts';
import { testSuite } from './test-suite.ts';
import { toolCalls } from './tool-calls.ts';
import { uploadBurst } from './upload-burst.ts';
import { uploadMemory } from './upload-memory.ts';
import { uploadStall } from './upload-stall.ts';

const cases: BenchCase[] = [
  toolCalls,
  start,
  pagingMemory,
  firstPage,
  conversations,
  scores,
  summaries,
  actionItems,
  uploadMemory,
  uploadBurst,
  uploadStall,
  criticalPath,
  deadUpstream,
  mixedLoad,
  testSuite,
];

/** `npm run bench` measures everything, `npm run bench -- start` what is named; exit code 1 when a target is missed. */
const wanted = process.argv.slice(2);
const figures: Figure[] = [];
for (const { name, measure } of cases) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring: ${name}`);
  figures.push(...(await measure()));
}
console.table(
  figures.map(({ name, value, baseline, target, reached }) => ({ figure: name, value, baseline, target, reached })),
);
if (figures.some(({ reached }) => !reached)) process.exitCode = 1;
