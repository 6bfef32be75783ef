import type { EndedJob } from './record-attempts.ts';

/** Requests that a process sends at the same time. */
const maxInFlight = 400;
/** Share of them that endpoints which fail can hold, so that hanging ones never hold all. */
const maxFailingInFlight = 200;
/** Requests to one webhook at the same time, across all processes. */
const maxPerWebhook = 10;
/** The same for a webhook whose last request failed. */
const maxPerFailingWebhook = 1;
/** The longest time for which a `Retry-After` header holds back the other events of a webhook. */
const maxPauseMs = 60_000;

/** Options of a fetch of jobs, which form groups by webhook. */
interface FetchLimits {
  batchSize: number;
  groupConcurrency: number;
  ignoreGroups: string[];
}

/** Decides which webhooks may receive requests, so that a slow or failing endpoint delays no other. */
export function createFlightControl() {
  const webhookOf = new Map<string, string>();
  const inFlight = new Map<string, number>();
  const failing = new Set<string>();
  const pausedUntil = new Map<string, number>();
  let onEmpty = Promise.withResolvers<void>();

  const paused = () => {
    const time = performance.now();
    for (const [id, until] of pausedUntil) if (until <= time) pausedUntil.delete(id);
    return pausedUntil.keys();
  };
  const free = () => maxInFlight - webhookOf.size;

  function learn(job: EndedJob): void {
    if (job.ended !== 'sent') return;
    const { webhookId, outcome } = job;
    if (outcome.result === 'delivered') failing.delete(webhookId);
    else failing.add(webhookId);
    if (outcome.result !== 'failed' || outcome.retryAfterMs === undefined) return;
    pausedUntil.set(webhookId, performance.now() + Math.min(outcome.retryAfterMs, maxPauseMs));
  }

  return {
    begin({ jobId, webhookId }: { jobId: string; webhookId: string }): void {
      webhookOf.set(jobId, webhookId);
      inFlight.set(webhookId, (inFlight.get(webhookId) ?? 0) + 1);
    },
    end(job: EndedJob): void {
      learn(job);
      const { jobId, webhookId } = job;
      webhookOf.delete(jobId);
      const others = (inFlight.get(webhookId) ?? 1) - 1;
      if (others > 0) inFlight.set(webhookId, others);
      else inFlight.delete(webhookId);
      if (webhookOf.size > 0) return;
      onEmpty.resolve();
      onEmpty = Promise.withResolvers();
    },
    /** Replaces the webhooks that are known to fail. */
    setFailing(ids: readonly string[]): void {
      failing.clear();
      for (const id of ids) failing.add(id);
    },
    forHealthy: (maxBatch: number): FetchLimits => ({
      batchSize: Math.min(maxBatch, free()),
      groupConcurrency: maxPerWebhook,
      ignoreGroups: [...failing, ...paused()],
    }),
    /** Fetches at most one job of each webhook that has none in flight. */
    forFailing(maxBatch: number): FetchLimits {
      const held = [...webhookOf.values()].filter((id) => failing.has(id)).length;
      return {
        batchSize: failing.size === 0 ? 0 : Math.min(maxBatch, free(), maxFailingInFlight - held),
        groupConcurrency: maxPerFailingWebhook,
        ignoreGroups: [...inFlight.keys(), ...paused()],
      };
    },
    jobIds: () => [...webhookOf.keys()],
    /** Resolves when no request is in flight. */
    ended: (): Promise<void> => (webhookOf.size === 0 ? Promise.resolve() : onEmpty.promise),
  };
}
