import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { EventOrder, ReceivedEvent, ReceivingEventLog } from '../../infrastructure/event-stream/event-feed.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { detailsOf, eventPayload, maxIdLength, orderHeaders } from '../../tools/conversation/webhook.ts';
import { receiverPath, webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import { type BodyLimits, formatRetryAfter, readTextBody } from '../../tools/rules/http.ts';
import type { AccessLogVariables } from '../middleware/access-log.ts';
import { isJson } from '../middleware/browser-rules.ts';
import { RequestError } from '../middleware/error-response.ts';
import { createReceiverTokens } from './receiver-token.ts';
import { parseJson } from '../../tools/rules/json.ts';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export interface ReceiverOptions {
  /** The secret of the tokens in the URLs of webhooks. */
  tokenSecret: string;
  /** Secrets that sign the requests; without secrets, signatures are not checked. */
  signatureSecrets: readonly string[];
  events: Pick<ReceivingEventLog, 'append'>;
  bodyLimits?: BodyLimits | undefined;
  telemetry: Pick<Telemetry, 'metrics'>;
  log: Logger;
}

const defaultLimits: BodyLimits = { maxBytes: 256 * 1024, timeoutMs: 10_000 };

const retryAfterMs = 5000;

/**
 * Receives webhooks. An event that cannot be stored gets an error response, so that the platform repeats the event. The
 * token is checked first, so that requests without a valid token cost little.
 */
export function createReceiverRoute({
  tokenSecret,
  signatureSecrets,
  events,
  bodyLimits = defaultLimits,
  telemetry: { metrics },
  log,
}: ReceiverOptions) {
  const routes = new Hono<{ Variables: AccessLogVariables }>();
  const tokens = createReceiverTokens(tokenSecret);
  const checkSignature = createSignatureCheck(signatureSecrets);

  async function store(organization: string, event: ReceivedEvent) {
    // Acknowledge unknown triggers too: the platform would otherwise repeat them for days, then disable the webhook.
    if (!knownTriggers.has(event.trigger)) return 'ignored';
    try {
      return (await events.append(organization, event)) ? 'added' : 'repeated';
    } catch (err) {
      log.error({ err, eventId: event.id }, 'could not store a received event; the platform will repeat it');
      return 'failed';
    }
  }

  routes.post(`${receiverPath}:token`, async (c) => {
    const { logEntry } = c.var;
    const organization = tokens.read(c.req.param('token'));
    if (organization === undefined) return c.notFound();
    if (!isJson(c.req.header('content-type') ?? null)) {
      throw new RequestError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the event as application/json.' });
    }
    const body = await readTextBody(c.req.raw, bodyLimits);
    const id = c.req.header('webhook-id');
    const fault = checkSignature(body, {
      'webhook-id': id,
      'webhook-timestamp': c.req.header('webhook-timestamp'),
      'webhook-signature': c.req.header('webhook-signature'),
    });
    if (fault !== undefined) {
      logEntry.reason = fault;
      throw new RequestError({ code: 'UNAUTHENTICATED', message: `The signature is not valid: ${fault}.` });
    }
    const event = readEvent(body, id);
    if (!event) {
      throw new RequestError({ code: 'BAD_REQUEST', message: 'The body must be a JSON object with a "type".' });
    }
    const order = readOrder(c.req.header(orderHeaders.position), c.req.header(orderHeaders.after));
    const outcome = await store(organization, { ...event, order });
    Object.assign(logEntry, { eventId: event.id, trigger: event.trigger, outcome });
    metrics.receivedEvents.inc({ outcome });
    if (outcome !== 'failed') return c.body(null, 204);
    throw new RequestError({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The event could not be stored. Send it again.',
      headers: { 'retry-after': formatRetryAfter(retryAfterMs) },
    });
  });
  return routes;
}

const knownTriggers: ReadonlySet<string> = new Set(Object.values(webhookTriggers));

const isEventId = (id: string | undefined): id is string => id !== undefined && id !== '' && id.length <= maxIdLength;

/** Returns undefined if the platform sends no valid position; its events then have the order of their arrival. */
function readOrder(position: string | undefined, after: string | undefined): EventOrder | undefined {
  if (position === undefined || !/^\d{1,15}$/.test(position)) return undefined;
  return { position: Number(position), after: isEventId(after) ? after : undefined };
}

/** Without a valid `id`, a hash of the body identifies the event. Returns undefined if the body is not an event. */
function readEvent(body: string, id: string | undefined): ReceivedEvent | undefined {
  const { data: payload } = eventPayload.safeParse(parseJson(body));
  if (!payload) return undefined;
  return {
    id: isEventId(id) ? id : createHash('sha256').update(body).digest('hex'),
    trigger: payload.type,
    occurredAt: payload.timestamp ?? new Date(),
    activityId: payload.data?.activity?.id ?? null,
    details: detailsOf(payload),
  };
}

/** Returns why a request is rejected; undefined if it is accepted. */
type SignatureCheck = (
  body: string,
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string | undefined>,
) => string | undefined;

const toleranceSeconds = 300;

/**
 * Follows Standard Webhooks: one of the secrets must match, and the timestamp must be less than five minutes away.
 * Without secrets, only a timestamp that was sent is checked, because other platforms may not sign.
 */
function createSignatureCheck(secrets: readonly string[]): SignatureCheck {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  if (webhooks.length === 0) return (_body, headers) => timestampFault(headers['webhook-timestamp']);
  return (body, headers) => {
    const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signature = '' } = headers;
    const sent = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    const faults = webhooks.map((webhook) => faultOf(() => webhook.verify(body, sent, { jsonParse: false })));
    return faults.includes(undefined) ? undefined : faults[0];
  };
}

function faultOf(verify: () => unknown): string | undefined {
  try {
    verify();
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

function timestampFault(timestamp: string | undefined): string | undefined {
  if (timestamp === undefined) return undefined;
  const distance = Math.abs(Date.now() / 1000 - Number(timestamp));
  return distance <= toleranceSeconds ? undefined : 'Message timestamp too old or too new';
}
