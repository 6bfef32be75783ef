import { beforeEach } from 'vitest';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { useFreshResource } from '../../support/resource.ts';
import { echo, json, type ScriptedPlatform, startScriptedPlatform } from './scripted-platform.ts';

type Options = Parameters<ScriptedPlatform['execute']>[2];

/** The request of a single call. */
export const single = 'POST /api/v1/execute_tool';

/** The request of a batch. */
export const batch = 'POST /api/v1/execute_tools';

/** What `echo` returns for the read of a city. */
export const found = (search: string) => ({ search });

/** Starts a platform per test; its `read` and `reads` request cities and can share a batch. */
export function useBatchingReads() {
  const platform = useFreshResource(startScriptedPlatform);
  beforeEach(() => platform.respondWith(echo));

  const read = (search: string, options?: Options) =>
    platform.execute(talentTools.cities_list, { search }, options).catch((error: unknown) => error);
  const reads = (...names: string[]) => Promise.all(names.map((name) => read(name)));

  /** Makes the platform announce batches, and sends reads until the transport uses batches. */
  async function announce(maxCalls = 50) {
    platform.respondToListingsWith((response) => json(response, { tools: [], batch: { max_calls: maxCalls } }));
    while (!platform.requests.includes(batch)) await reads('a', 'b');
    platform.arrived.length = 0;
  }

  return { platform, read, reads, announce };
}
