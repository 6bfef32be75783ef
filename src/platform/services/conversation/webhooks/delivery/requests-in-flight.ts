import type { EndedJob } from './record-attempts.ts';

/** Requests that a process sends at the same time, not counting slow ones. */
const maxInFlight = 400;
/** Slow requests that do not count towards `maxInFlight`, so that endpoints that hang delay others for a second only. */
const maxSlow = 1000;
/** Maximum number of requests to failing webhooks, so that endpoints that hang never occupy all. */
const maxFailingInFlight = 200;
/** Requests to one webhook at the same time, across all processes. */
const maxPerWebhook = 10;
/** Requests at the same time to a webhook that counts as failing. */
const maxPerFailingWebhook = 1;
/** After this many failed requests in a row, a webhook counts as failing. */
const failuresInRow = 3;
/** A webhook with this many slow requests in flight receives no other. */
const maxSlowPerWebhook = 3;
/** A webhook that has failed for this long counts as failing, also in other processes and after a restart. */
const failingAfterMs = 60_000;
/** A request without a response for this long counts as slow. */
export const slowAfterMs = 1000;
/** Maximum time for which a `Retry-After` header delays other events of the webhook. */
const maxPauseMs = 60_000;

/** Options of a fetch of jobs, which form groups by webhook. */
interface FetchLimits {
  batchSize: number;
  groupConcurrency: number;
  ignoreGroups: string[];
}

/** Limits the requests in flight to each webhook, so that a slow or failing endpoint delays no other. */
export function createRequestsInFlight() {
  const webhookOf = new Map<string, string>();
  const inFlight = new Map<string, number>();
  /** Jobs whose requests are slow. */
  const slow = new Set<string>();
  const failing = new Set<string>();
  /** Failed requests since the last successful one. */
  const failures = new Map<string, number>();
  const pausedUntil = new Map<string, number>();
  let onEmpty = Promise.withResolvers<void>();

  const paused = () => {
    const time = performance.now();
    for (const [id, until] of pausedUntil) if (until <= time) pausedUntil.delete(id);
    return pausedUntil.keys();
  };
  const free = () => maxInFlight - webhookOf.size + Math.min(slow.size, maxSlow);
  const stuck = () => {
    const webhooks = Map.groupBy(slow, (jobId) => webhookOf.get(jobId));
    return [...webhooks].flatMap(([id, jobs]) => (id !== undefined && jobs.length >= maxSlowPerWebhook ? id : []));
  };

  function recordOutcome(job: EndedJob): void {
    if (job.ended !== 'sent') return;
    const { webhookId, outcome } = job;
    if (outcome.result === 'delivered') {
      failing.delete(webhookId);
      failures.delete(webhookId);
      return;
    }
    const count = (failures.get(webhookId) ?? 0) + 1;
    failures.set(webhookId, count);
    if (count >= failuresInRow) failing.add(webhookId);
    if (outcome.result !== 'failed' || outcome.retryAfterMs === undefined) return;
    pausedUntil.set(webhookId, performance.now() + Math.min(outcome.retryAfterMs, maxPauseMs));
  }

  return {
    begin({ jobId, webhookId }: { jobId: string; webhookId: string }): void {
      webhookOf.set(jobId, webhookId);
      inFlight.set(webhookId, (inFlight.get(webhookId) ?? 0) + 1);
    },
    /** Marks the request of a job as slow, because it has no response yet. */
    markSlow({ jobId }: { jobId: string }): void {
      if (webhookOf.has(jobId)) slow.add(jobId);
    },
    end(job: EndedJob): void {
      recordOutcome(job);
      const { jobId, webhookId } = job;
      webhookOf.delete(jobId);
      slow.delete(jobId);
      const others = (inFlight.get(webhookId) ?? 1) - 1;
      if (others > 0) inFlight.set(webhookId, others);
      else inFlight.delete(webhookId);
      if (webhookOf.size > 0) return;
      onEmpty.resolve();
      onEmpty = Promise.withResolvers();
    },
    /** Updates which webhooks fail, as stored in the database: all that are missing work or were deleted. */
    setFailing(sinceById: ReadonlyMap<string, Date>, now: Date): void {
      for (const id of [...failures.keys(), ...failing]) {
        if (sinceById.has(id)) continue;
        failures.delete(id);
        failing.delete(id);
      }
      for (const [id, since] of sinceById) if (now.getTime() - since.getTime() >= failingAfterMs) failing.add(id);
    },
    forHealthy: (maxBatch: number): FetchLimits => ({
      batchSize: Math.min(maxBatch, free()),
      groupConcurrency: maxPerWebhook,
      ignoreGroups: [...failing, ...stuck(), ...paused()],
    }),
    /** Fetches at most one job of each webhook that has none in flight. */
    forFailing(maxBatch: number): FetchLimits {
      const toFailing = [...webhookOf.values()].filter((id) => failing.has(id)).length;
      return {
        batchSize: failing.size === 0 ? 0 : Math.min(maxBatch, free(), maxFailingInFlight - toFailing),
        groupConcurrency: maxPerFailingWebhook,
        ignoreGroups: [...inFlight.keys(), ...paused()],
      };
    },
    jobIds: () => [...webhookOf.keys()],
    /** Resolves when no request is in flight. */
    ended: (): Promise<void> => (webhookOf.size === 0 ? Promise.resolve() : onEmpty.promise),
  };
}
