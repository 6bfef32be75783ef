import type { IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { orderHeaders } from '../../../../../tools/conversation/webhook.ts';
import { boundedChunks, isSuccess, parseRetryAfter } from '../../../../../tools/rules/http.ts';
import { ForbiddenAddressError, type GuardedNetwork, guardedRequest } from '../../network/guarded-request.ts';
import { type AddressRules, webhookRules } from '../../network/address-rules.ts';

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
/** Maximum size and duration of a response; a longer response closes its connection. */
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
      headers: { ...signedHeaders(request), ...orderHeadersOf(request), 'content-length': body.length },
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

const orderHeadersOf = ({ position, after }: WebhookRequest) => ({
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
