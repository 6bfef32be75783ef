// @module-tag never-excused
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryCacheStore } from '../../../../src/connector/resilience/cache/cache-store.ts';
import { createResultCache } from '../../../../src/connector/resilience/cache/result-cache.ts';
import { activityLoader, asActivityNode } from '../../../../src/graph/conversation/activity/activity-loader.ts';
import { outputLoaders } from '../../../../src/graph/conversation/activity/activity-outputs.ts';
import { createGraphContext } from '../../../../src/graph/core/context.ts';
import { noTrace } from '../../../../src/infrastructure/telemetry/trace-context.ts';
import { createPayer } from '../../../../src/operation/payer.ts';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import { allScopes } from '../../../../src/tools/tool.ts';
import { scriptedConnector } from '../../../connector/resilience/scripted-connector.ts';
import { createTestFeed } from '../../../support/graph/event-feed.ts';
import { activityPayload, payloadId } from '../../../support/platform/tool-payloads.ts';
import { type Random, randomFrom } from '../../../support/random.ts';

const interleavings = 1000;
const now = new Date('2026-03-02T12:00:00Z');
const callers = ['ada', 'ben'];
const firstVersionAt = Date.parse('2026-02-01T00:00:00Z');

/** A service with one activity. Each change adds a version, some without a summary; callers lose and regain access. */
function createService() {
  const hasSummary = [true];
  const members = new Set(callers);
  const losses = new Map(callers.map((caller) => [caller, 0]));
  const version = () => hasSummary.length - 1;
  const updatedAt = () => new Date(firstVersionAt + version()).toISOString();
  const contentFor = (caller: string) => `For ${caller}: ${version()}`;
  const noSummary = (reason?: 'NO_OUTPUT') =>
    new ToolError({ code: 'NOT_FOUND', tool: 'summary_get', message: 'There is none.', reason });

  return {
    hasSummary,
    lossesOf: (caller: string) => losses.get(caller),
    change: (isWithSummary: boolean) => void hasSummary.push(isWithSummary),
    toggleAccess(caller: string): void {
      if (!members.delete(caller)) members.add(caller);
      else losses.set(caller, (losses.get(caller) ?? 0) + 1);
    },
    answer(tool: string, caller: string): unknown {
      if (tool === 'activities_list') {
        return {
          items: members.has(caller)
            ? [{ ...activityPayload, started_at: now.toISOString(), updated_at: updatedAt() }]
            : [],
        };
      }
      if (!members.has(caller)) return noSummary();
      return hasSummary.at(-1) ? { content: contentFor(caller) } : noSummary('NO_OUTPUT');
    },
    /** What a caller must see now. */
    seenBy: (caller: string) =>
      members.has(caller) ? { version: version(), summary: hasSummary.at(-1) ? contentFor(caller) : null } : null,
  };
}

async function pause(random: Random, maxTurns: number): Promise<void> {
  for (let turns = random.int(0, maxTurns); turns > 0; turns -= 1) await setImmediate();
}

describe('outputs', () => {
  const random = randomFrom(24);
  const service = createService();
  const store = createMemoryCacheStore();
  const stored = vi.spyOn(store, 'setMany');
  const { connector, sentTools } = scriptedConnector({
    answer: async ({ tool, identifier }) => {
      await pause(random, 4);
      const result = service.answer(tool.name, identifier);
      await pause(random, 4);
      if (result instanceof Error) throw result;
      return result;
    },
    parts: { cache: createResultCache({ store, ttlMs: 0 }) },
  });
  const settings = { connector, now: () => now, activityHorizonDays: 60, operationTimeoutMs: 30_000 };
  const log = pino({ level: 'silent' });

  /** Runs an operation that lists the activity and reads its summary. */
  async function read(caller: string) {
    const context = createGraphContext(
      { ...settings, events: createTestFeed() },
      {
        payer: createPayer(caller),
        scopes: allScopes,
        requestId: 'request',
        trace: noTrace,
        signal: new AbortController().signal,
        log,
        uploads: new Map(),
      },
    );
    const record = await activityLoader(context).load(payloadId);
    const summary = record && (await outputLoaders(context).summary.load(asActivityNode(record)));
    context.operation.end();
    return record && { version: Number(record.updatedAt) - firstVersionAt, summary: summary?.content ?? null };
  }

  /** Whether the summary is as new as the listed version or newer, and null only if it may be. */
  async function isCurrent(caller: string): Promise<boolean> {
    const losses = service.lossesOf(caller);
    const seen = await read(caller);
    if (!seen) return true;
    if (seen.summary === null) {
      return service.hasSummary.slice(seen.version).includes(false) || service.lossesOf(caller) !== losses;
    }
    const [, reader, version] = /^For (\w+): (\d+)$/.exec(seen.summary) ?? [];
    return reader === caller && Number(version) >= seen.version;
  }

  it(`are neither stale nor forbidden in ${interleavings} interleavings of reads, imports and lost access`, async () => {
    for (let count = 0; count < interleavings; count += 1) {
      const events = Array.from({ length: 5 }, async () => {
        const caller = random.pick(callers);
        const event = random.weighted<() => Promise<unknown>>([
          [3, async () => isCurrent(caller)],
          [1, async () => service.change(random.chance(80))],
          [1, async () => service.toggleAccess(caller)],
        ]);
        await pause(random, 20);
        return event();
      });
      expect(await Promise.all(events)).not.toContain(false);

      const caller = random.pick(callers);
      expect(await read(caller)).toEqual(service.seenBy(caller));
      const callsBefore = sentTools().length;
      expect(await read(caller)).toEqual(service.seenBy(caller));
      expect(new Set(sentTools().slice(callsBefore))).toEqual(new Set(['activities_list']));
    }
    expect(new Set(stored.mock.calls.map(([, ttlMs]) => ttlMs))).toEqual(new Set([3_600_000]));
  });
});
