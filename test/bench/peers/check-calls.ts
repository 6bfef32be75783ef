import { z } from 'zod';
import { createClient } from './measure.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { callers, pageCalls, type Workload } from './workloads.ts';

const countsSchema = z.object({ requests: z.int(), calls: z.int() });

/**
 * Checks that the graph makes all its tool calls for the page, so that no cache flatters its figures.
 * @throws Error if it makes another number of calls, or if it batches calls although `isBatched` is false, or the reverse
 */
export async function checkCalls(
  server: MeasuredProcess,
  { upstreamUrl, page, isBatched }: { upstreamUrl: string; page: Workload; isBatched: boolean },
): Promise<void> {
  const counted = async () => countsSchema.parse(await (await fetch(`${upstreamUrl}/counts`)).json());
  const client = await createClient(server, page);
  // The first answer also includes calls that the graph makes once.
  await client.answers();
  const before = await counted();
  await client.answers();
  const after = await counted();
  await client.close();
  const calls = after.calls - before.calls;
  const requests = after.requests - before.requests;
  if (calls === callers * pageCalls && requests < calls === isBatched) return;
  throw new Error(`${callers} pages make ${calls} tool calls in ${requests} requests.`);
}
