import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { ReceivedEvent, ReceivingEventLog } from '../../infrastructure/event-stream/event-feed.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { orderHeaders } from '../../tools/conversation/event.ts';
import { receiverPath } from '../../tools/conversation/vocabulary.ts';
import { formatRetryAfter } from '../../tools/rules/http.ts';
import type { AccessLogVariables } from '../middleware/access-log.ts';
import { type BodyLimits, readTextBody } from '../../tools/rules/request-body.ts';
import { isJson } from '../middleware/browser-rules.ts';
import { RequestError } from '../middleware/error-response.ts';
import { isKnownTrigger, readEvent, readOrder } from './event-body.ts';
import { createReceiverTokens } from './receiver-token.ts';
import { createSignatureCheck } from './signature-check.ts';

export interface ReceiverOptions {
  /** The secret from which the tokens in addresses are derived. */
  tokenSecret: string;
  /** Secrets that sign webhooks; without one, signatures are not checked. */
  signatureSecrets: readonly string[];
  /** Stores the events. */
  events: Pick<ReceivingEventLog, 'append'>;
  bodyLimits?: BodyLimits | undefined;
  telemetry: Pick<Telemetry, 'metrics'>;
  log: Logger;
}

/** Payloads have about 2 kB. */
const defaultLimits: BodyLimits = { maxBytes: 256 * 1024, timeoutMs: 10_000 };

const retryAfterMs = 5000;

/**
 * Creates the route that receives webhooks. Its response is successful only when the event is stored, so that the
 * platform repeats all others. The token is checked first: requests without a valid one cost neither memory nor much time.
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
    // Acknowledge unknown triggers too: the platform would otherwise repeat them for days, and then disable the webhook.
    if (!isKnownTrigger(event.trigger)) return 'ignored';
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
