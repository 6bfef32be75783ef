import { parseArgs } from 'node:util';
import { missingPackages } from '../runner/ecosystem.ts';
import prepareDatabases from '../support/database/prepare-databases.ts';
import type { BenchCase, Figure } from './figure.ts';
import { block } from './block/block.ts';
import { memory } from './block/memory.ts';
import { copyCommit } from './copy-commit.ts';
import { embedded } from './embedded.ts';
import { matching } from './matching/matching.ts';
import { actionItems, heldOutActionItems } from './quality/action-items.ts';
import { heldOutScores, scores } from './quality/scores.ts';
import { path } from './path.ts';
import { peers } from './peers/peers.ts';
import { upgrade } from './upgrade.ts';

const cases: BenchCase[] = [
  scores,
  heldOutScores,
  actionItems,
  heldOutActionItems,
  matching,
  path,
  peers,
  embedded,
  block,
  memory,
  upgrade,
];

/**
 * `npm run bench` runs all cases but the held-out ones, `npm run bench -- block` only the named ones. `BenchOptions`
 * documents the options; `--only` and `--servers` take comma-separated names. Exits with 1 when a target is missed.
 */
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    servers: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    against: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
if (!(rounds > 0)) exitWith('--rounds must be a positive number.');
const unknown = names.filter((name) => !cases.some((benchCase) => benchCase.name === name));
if (unknown.length > 0) {
  exitWith(`Unknown cases: ${unknown.join(', ')}. Available cases: ${cases.map(({ name }) => name).join(', ')}.`);
}
const selected = cases.filter(({ name, isOnlyNamed }) => (names.length > 0 ? names.includes(name) : !isOnlyNamed));
const missing = selected.some(({ needsEcosystem }) => needsEcosystem) ? missingPackages() : undefined;
if (missing !== undefined) exitWith(missing);

await using copy = values.against === undefined ? undefined : await copyCommit(values.against);
const [only, servers] = [values.only?.split(','), values.servers?.split(',')];
const removeDatabases = await prepareDatabases();
const figures: Figure[] = [];
for (const { name, measure } of selected) {
  console.error(`Measuring ${name} …`);
  figures.push(...(await measure({ rounds, only, servers, copy: copy?.folder })));
}
await removeDatabases?.();
console.table(
  figures.map(({ name, value, baseline, target, reached }) => ({ figure: name, value, baseline, target, reached })),
);
if (figures.some(({ reached }) => !reached)) process.exitCode = 1;

function exitWith(message: string): never {
  console.error(message);
  process.exit(1);
}
