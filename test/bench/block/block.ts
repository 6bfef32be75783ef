import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from '../../support/folder.ts';
import { type Answer, type FairServer, prepareStorage, startFairServer } from './fair-server.ts';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { atMost, type BenchCase, chosen, median, milliseconds } from '../figure.ts';
import { type Attack, attacks } from './attacks.ts';
import { prepareAttack } from './send-attack.ts';

const maxStretchMs = 35;
const maxMedianStretchMs = 25;
const maxWaitMs = 250;
const readEveryMs = 25;
const warmUpRounds = 25;

/**
 * How long each attack of one caller holds the event loop, in CPU time of the main thread, and what another caller
 * notices of it. The limits are those of a quiet, fast machine. With `--against`, measures the server of another commit; `--only` names attacks.
 */
export const block: BenchCase = {
  name: 'block',
  async measure({ only, copy }) {
    const measured = chosen(attacks, ({ name }) => name, only);
    const { path: dataDir, close } = await createFolder();
    await prepareStorage(dataDir);
    const start = () => startFairServer(dataDir, copy);
    const results: Awaited<ReturnType<typeof measureAttack>>[] = [];
    let server = await start();
    await warmUp(server);
    for (const attack of measured) {
      results.push(await measureAttack(server, attack));
      if (server.isRunning()) continue;
      server = await start();
      await warmUp(server);
    }
    await server[Symbol.asyncDispose]();
    await close();
    const medianMs = median(results.map(({ stretchMs }) => stretchMs));
    return [
      ...results.flatMap(({ figures }) => figures),
      stretchFigure('median of these attacks', medianMs, maxMedianStretchMs),
    ];
  },
};

const read = (server: FairServer) => server.ask('modest', '{ lists { id name } }');

const screens = readExamples().find(({ title }) => title === 'Screens')?.examples ?? [];

/** Sends the documented screens until V8 has optimized the code. The comment makes each request a new document. */
async function warmUp(server: FairServer): Promise<void> {
  if (screens.length === 0) throw new Error('There are no documented screens.');
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const { query } of screens) await server.ask('modest', `${query}\n# ${round}`);
  }
}

/** Reads at a steady rate, whether or not earlier reads have been answered: waiting for answers would hide the slow ones. */
async function readSteadily(server: FairServer, isOver: () => boolean): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  while (!isOver()) {
    answers.push(read(server));
    await wait(readEveryMs);
  }
  return Promise.all(answers);
}

const show = (value: number) => (value === Infinity ? 'failed' : milliseconds(value));

const stretchFigure = (name: string, value: number, max: number) =>
  atMost(`longest stretch without a turn, ${name}`, { value, max, show });

async function measureAttack(server: FairServer, attack: Attack) {
  const [url, token] = [new URL('/graphql', server.url), server.tokens.greedy];
  const send = prepareAttack(attack, { url, token });
  await server.longestStretchMs();
  let isOver = false;
  const [answers] = await Promise.all([readSteadily(server, () => isOver), send().finally(() => (isOver = true))]);
  const stretchMs = server.isRunning() ? await server.longestStretchMs() : Infinity;
  const waitMs = Math.max(...answers.map(({ durationMs }) => durationMs));
  const failures = answers.filter(isFailure).length;
  console.error(`  ${attack.name}: ${milliseconds(stretchMs)}; ${failures} failures; ${milliseconds(waitMs)}`);
  const figures = [
    stretchFigure(attack.name, stretchMs, maxStretchMs),
    atMost(`longest wait of another caller, ${attack.name}`, {
      value: failures > 0 ? Infinity : waitMs,
      max: maxWaitMs,
      show,
      baseline: `${failures} of ${answers.length} failed`,
    }),
  ];
  return { stretchMs, figures };
}

/** GraphQL errors and the problem objects of mutations contain a `code`. */
const isFailure = ({ status, text }: Answer) => status !== 200 || text.includes('"code":"');
