import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from '../../support/folder.ts';
import { type Answer, type FairServer, prepareStorage, startFairServer } from './fair-server.ts';
import { atMost, type BenchCase, chosen, type Figure, milliseconds } from '../figure.ts';
import { type Attack, attacks } from './attacks.ts';
import { prepareAttack } from './send-attack.ts';

const maxStretchMs = 100;
const maxWaitMs = 250;
const readEveryMs = 25;

/**
 * How long each attack of one caller holds the event loop, in CPU time of the main thread, and what another caller
 * notices of it. With `--against`, measures the server of another commit; `--only` names attacks.
 */
export const block: BenchCase = {
  name: 'block',
  async measure({ only, copy }) {
    const measured = chosen(attacks, ({ name }) => name, only);
    const { path: dataDir, close } = await createFolder();
    await prepareStorage(dataDir);
    const start = () => startFairServer(dataDir, copy);
    const figures: Figure[] = [];
    let server = await start();
    await warmUp(server);
    for (const attack of measured) {
      figures.push(...(await measureAttack(server, attack)));
      if (server.isRunning()) continue;
      server = await start();
      await warmUp(server);
    }
    await server[Symbol.asyncDispose]();
    await close();
    return figures;
  },
};

const read = (server: FairServer) => server.ask('modest', '{ lists { id name } }');

async function warmUp(server: FairServer): Promise<void> {
  for (let request = 0; request < 100; request += 1) await read(server);
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

async function measureAttack(server: FairServer, attack: Attack): Promise<Figure[]> {
  const [url, token] = [new URL('/graphql', server.url), server.tokens.greedy];
  const send = prepareAttack(attack, { url, token });
  await server.longestStretchMs();
  let isOver = false;
  const [answers] = await Promise.all([readSteadily(server, () => isOver), send().finally(() => (isOver = true))]);
  const stretchMs = server.isRunning() ? await server.longestStretchMs() : Infinity;
  const waitMs = Math.max(...answers.map(({ durationMs }) => durationMs));
  const failures = answers.filter(isFailure).length;
  console.error(`  ${attack.name}: ${milliseconds(stretchMs)}; ${failures} failures; ${milliseconds(waitMs)}`);
  const show = (value: number) => (value === Infinity ? 'failed' : milliseconds(value));
  return [
    atMost(`longest stretch without a turn, ${attack.name}`, { value: stretchMs, max: maxStretchMs, show }),
    atMost(`longest wait of another caller, ${attack.name}`, {
      value: failures > 0 ? Infinity : waitMs,
      max: maxWaitMs,
      show,
      baseline: `${failures} of ${answers.length} failed`,
    }),
  ];
}

/** GraphQL errors and the problem objects of mutations contain a `code`. */
const isFailure = ({ status, text }: Answer) => status !== 200 || text.includes('"code":"');
