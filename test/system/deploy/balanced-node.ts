import { idleConnectionMs } from '../../../src/connector/transports/platform-http.ts';
import { freePort } from '../../support/network/free-port.ts';
import type { ProbingBalancer } from '../../support/network/probing-balancer.ts';
import { type ProcessOptions, type Program, startProgram } from '../../support/process/program.ts';

/** A node behind a balancer, which can be restarted on its port. */
export interface Node {
  environment: Record<string, string> & { PORT: string };
  program: Program;
  balancer: ProbingBalancer;
}

const drainDelayMs = String(idleConnectionMs + 500);

export async function startNode(
  balancer: ProbingBalancer,
  settings: Record<string, string>,
  options: ProcessOptions = {},
): Promise<Node> {
  const environment = { PORT: await freePort(), DRAIN_DELAY_MS: drainDelayMs, ...settings };
  const program = await startProgram(environment, options);
  await balancer.add(environment.PORT);
  return { environment, program, balancer };
}

/** Waits until the node gets connections again. @throws Error if it exits in an unexpected way */
export async function restart(node: Node, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  const ended = await node.program.end(signal);
  const isExpected = signal === 'SIGTERM' ? ended.code === 0 : ended.signal === signal;
  if (!isExpected) throw new Error(`The node ended with ${JSON.stringify(ended)}: ${node.program.written()}`);
  node.program = await startProgram(node.environment);
  await node.balancer.waitFor(node.environment.PORT);
}
