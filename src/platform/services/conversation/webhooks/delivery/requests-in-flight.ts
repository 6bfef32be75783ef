import type { ClaimedDelivery, ClaimLimits, DeliveryKey } from './claim-deliveries.ts';
import type { RequestOutcome } from './webhook-requests.ts';

/** Maximum number of deliveries that one SQL statement claims. */
const maxClaimed = 50;
/** Maximum number of requests in flight in this process, without slow requests. */
const maxInFlight = 400;
/** Maximum number of slow requests; not part of `maxInFlight`, so that an endpoint that hangs hardly delays others. */
const maxSlow = 1000;
/** Maximum number of requests in flight to failing webhooks, below `maxInFlight` to leave room for other webhooks. */
const maxFailingInFlight = 200;
/** A webhook with this many slow requests receives no further request. */
const maxSlowPerWebhook = 3;
/** Time without a response after which a request counts as slow. */
export const slowAfterMs = 1000;
/** Maximum pause of a webhook after a `Retry-After` header. The pause delays all events of the webhook. */
const maxPauseMs = 60_000;

type RequestInFlight = Pick<ClaimedDelivery, 'eventId' | 'webhookId' | 'isFailing'> & { isSlow: boolean };

const idOf = ({ eventId, webhookId }: DeliveryKey) => `${eventId} ${webhookId}`;

/** Limits the requests in flight of this process, so that a slow or failing endpoint hardly delays other endpoints. */
export function createRequestsInFlight() {
  const requests = new Map<string, RequestInFlight>();
  const pausedUntil = new Map<string, number>();
  let onEmpty = Promise.withResolvers<void>();

  return {
    /** @returns false if a request is in flight already, because the claim was not renewed in time */
    begin(delivery: ClaimedDelivery): boolean {
      const id = idOf(delivery);
      if (requests.has(id)) return false;
      const { eventId, webhookId, isFailing } = delivery;
      requests.set(id, { eventId, webhookId, isFailing, isSlow: false });
      return true;
    },
    markSlow(key: DeliveryKey): void {
      const request = requests.get(idOf(key));
      if (request) request.isSlow = true;
    },
    /** Pauses a webhook if its endpoint failed with a `Retry-After` header. */
    pause(webhookId: string, outcome: RequestOutcome): void {
      if (outcome.result !== 'failed' || outcome.retryAfterMs === undefined) return;
      pausedUntil.set(webhookId, performance.now() + Math.min(outcome.retryAfterMs, maxPauseMs));
    },
    end(key: DeliveryKey): void {
      requests.delete(idOf(key));
      if (requests.size > 0) return;
      onEmpty.resolve();
      onEmpty = Promise.withResolvers();
    },
    limits(): ClaimLimits {
      const time = performance.now();
      for (const [id, until] of pausedUntil) if (until <= time) pausedUntil.delete(id);
      const all = [...requests.values()];
      const slow = all.filter(({ isSlow }) => isSlow);
      const stuck = [...Map.groupBy(slow, ({ webhookId }) => webhookId)].flatMap(([id, { length }]) =>
        length >= maxSlowPerWebhook ? id : [],
      );
      return {
        max: Math.min(maxClaimed, maxInFlight - all.length + Math.min(slow.length, maxSlow)),
        maxFailing: maxFailingInFlight - all.filter(({ isFailing }) => isFailing).length,
        excluded: [...stuck, ...pausedUntil.keys()],
      };
    },
    keys: (): DeliveryKey[] => [...requests.values()],
    /** Resolves when no request is in flight. */
    ended: (): Promise<void> => (requests.size === 0 ? Promise.resolve() : onEmpty.promise),
  };
}
