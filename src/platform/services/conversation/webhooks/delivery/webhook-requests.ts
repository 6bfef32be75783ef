import type { IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { orderHeaders } from '../../../../../tools/conversation/webhook.ts';
import { boundedChunks, isSuccess, parseRetryAfter } from '../../../../../tools/rules/http.ts';
import { ForbiddenAddressError, type GuardedNetwork, guardedRequest } from '../../network/guarded-request.ts';
import { type AddressRules, webhookRules } from '../../network/address-rules.ts';
import type { ClaimedDelivery, ClaimLimits, DeliveryKey } from './claim-deliveries.ts';

interface WebhookRequest {
  url: string;
  eventId: string;
  payload: string;
  position: number;
  /** Id of the latest earlier event that may still be on its way to the same address. */
  after: string | null;
  /** The current secret and, until it expires after a rotation, the previous one. */
  secrets: readonly string[];
  sentAt: Date;
}

interface SendOptions {
  rules: AddressRules;
  network?: WebhookNetwork | undefined;
  signal: AbortSignal;
}

/** Overridden by tests to reach local servers. */
export interface WebhookNetwork extends GuardedNetwork {
  /** Maximum time until the headers of the response, in milliseconds; 15 seconds by default. */
  timeoutMs?: number;
}

/** `gone`: the endpoint wants no more requests. */
export type RequestOutcome =
  | { result: 'delivered'; status: number }
  | { result: 'failed' | 'gone'; status: number | null; error: string; retryAfterMs?: number | undefined };

const defaultTimeoutMs = 15_000;
/** Maximum size of a response; a longer response closes its connection. */
const maxResponseBytes = 64 * 1024;
const maxResponseMs = 1000;
const retryAfterStatuses = new Set([429, 503]);

/**
 * Sends the request of a delivery. Only a status from 200 to 299 is a success. Redirects are not followed.
 * @throws the reason of `signal` when the process ends; it is then unknown whether the webhook received the event
 */
export async function sendWebhook(request: WebhookRequest, options: SendOptions): Promise<RequestOutcome> {
  const { network: { timeoutMs = defaultTimeoutMs, ...network } = {}, rules, signal } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const body = Buffer.from(request.payload);
  try {
    const response = await guardedRequest(request.url, {
      ...network,
      rules: webhookRules(request.url, rules),
      signal: AbortSignal.any([signal, deadline]),
      method: 'POST',
      headers: { ...signedHeaders(request), ...orderOf(request), 'content-length': body.length },
      body,
    });
    void discardBody(response);
    return outcomeOf(response);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const reason = deadline.aborted ? `No response within ${timeoutMs / 1000} seconds.` : errorMessage(error);
    return { result: 'failed', status: null, error: reason };
  }
}

/** Returns headers as in the Standard Webhooks specification, with one signature per secret. */
function signedHeaders({
  eventId,
  payload,
  secrets,
  sentAt,
}: Pick<WebhookRequest, 'eventId' | 'payload' | 'secrets' | 'sentAt'>) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(eventId, sentAt, payload));
  return {
    'content-type': 'application/json',
    'user-agent': 'talent-conversation-graph',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

const orderOf = ({ position, after }: WebhookRequest) => ({
  [orderHeaders.position]: String(position),
  ...(after !== null && { [orderHeaders.after]: after }),
});

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): RequestOutcome {
  if (isSuccess(status)) return { result: 'delivered', status };
  const error = `The endpoint returned status ${status}.`;
  if (status === 410) return { result: 'gone', status, error };
  const retryAfterMs = retryAfterStatuses.has(status) ? parseRetryAfter(headers['retry-after']) : undefined;
  return { result: 'failed', status, error, retryAfterMs };
}

/** Reads a short response, so that the endpoint sees no broken connection. */
async function discardBody(response: IncomingMessage): Promise<void> {
  const timer = setTimeout(() => response.destroy(), maxResponseMs);
  const chunks: AsyncIterable<Uint8Array> = response;
  try {
    for await (const _ of boundedChunks(chunks, maxResponseBytes, () => new Error('The response is too long.')));
  } catch {
    response.destroy();
  }
  clearTimeout(timer);
}

function errorMessage(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `The endpoint cannot be reached${code}.`;
}

/** Maximum number of deliveries that one SQL statement claims. */
const maxBatch = 50;
/** Maximum number of requests in flight in this process; slow requests are counted apart. */
const maxInFlight = 400;
/** Maximum number of slow requests, counted apart so that an endpoint that hangs delays other endpoints for only a second. */
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

const nameOf = ({ eventId, webhookId }: DeliveryKey) => `${eventId} ${webhookId}`;

/** Limits the requests in flight of this process, so that a slow or failing endpoint hardly delays other endpoints. */
export function createRequestsInFlight() {
  const requests = new Map<string, RequestInFlight>();
  const pausedUntil = new Map<string, number>();
  let onEmpty = Promise.withResolvers<void>();

  return {
    /** @returns false if a request is in flight already, because the claim was not renewed in time */
    begin(delivery: ClaimedDelivery): boolean {
      const name = nameOf(delivery);
      if (requests.has(name)) return false;
      const { eventId, webhookId, isFailing } = delivery;
      requests.set(name, { eventId, webhookId, isFailing, isSlow: false });
      return true;
    },
    markSlow(key: DeliveryKey): void {
      const request = requests.get(nameOf(key));
      if (request) request.isSlow = true;
    },
    /** Pauses a webhook if its endpoint failed with a `Retry-After` header. */
    pause(webhookId: string, outcome: RequestOutcome): void {
      if (outcome.result !== 'failed' || outcome.retryAfterMs === undefined) return;
      pausedUntil.set(webhookId, performance.now() + Math.min(outcome.retryAfterMs, maxPauseMs));
    },
    end(key: DeliveryKey): void {
      requests.delete(nameOf(key));
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
        max: Math.min(maxBatch, maxInFlight - all.length + Math.min(slow.length, maxSlow)),
        maxFailing: maxFailingInFlight - all.filter(({ isFailing }) => isFailing).length,
        excluded: [...stuck, ...pausedUntil.keys()],
      };
    },
    keys: (): DeliveryKey[] => [...requests.values()],
    ended: (): Promise<void> => (requests.size === 0 ? Promise.resolve() : onEmpty.promise),
  };
}
