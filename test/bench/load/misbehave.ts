import { errorCodes } from '../../../src/tools/errors/error-codes.ts';
import type { RemoteGraph } from './remote-graph.ts';

/** Requests in flight per misbehaving caller. */
const inFlight = 10;

const nonsense = JSON.stringify(
  Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`unknown_${index}`, 1])),
);

/** What misbehaving callers send: expensive, invalid and many operations. */
const requests = [
  '{ lists { entries(first:100) { nodes { signal { lists { entries(first:100) { nodes { signal { lists { entries(first:100) { nodes { id }}}}}}}}}}} }',
  `{ signals(filter: ${nonsense.replaceAll('"', '')}) { totalCount } }`,
  `{ ${Array.from({ length: 10 }, (_, index) => `alias${index}: signals(first: 100) { nodes { lists { name } } }`).join(' ')} }`,
  '{ signals(first: 100) { nodes { lists { name } samePersonSignals { id } } } }',
  '{ nothing }',
];

/** Sends requests without a pause as a caller that respects no limit; returns the errors that nobody foresaw. */
export async function misbehave(
  graph: RemoteGraph,
  { caller, isOver }: { caller: number; isOver: () => boolean },
): Promise<{ sent: number; unforeseen: string[] }> {
  const unforeseen: string[] = [];
  let sent = 0;
  const send = async () => {
    while (!isOver()) {
      const { status, errors } = await graph.ask(requests[sent % requests.length] ?? '', caller);
      sent += 1;
      const codes = errors.map(({ extensions }) => extensions?.code ?? 'no code');
      unforeseen.push(...codes.filter((code) => !isForeseen(code)));
      if (status >= 500 && status !== 503) unforeseen.push(`status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, send));
  return { sent, unforeseen };
}

const isForeseen = (code: string) => Object.hasOwn(errorCodes, code) && code !== 'INTERNAL_SERVER_ERROR';
