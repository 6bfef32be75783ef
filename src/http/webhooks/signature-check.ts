import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/**
 * Returns why a request is rejected; undefined if it is accepted. The headers are those of the Standard Webhooks
 * specification; undefined if the sender did not send them.
 */
type SignatureCheck = (
  body: string,
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string | undefined>,
) => string | undefined;

const toleranceSeconds = 300;

/**
 * Creates the check of signatures: one of the signatures of a request must match one of the secrets, and its timestamp
 * must be less than five minutes away. Without secrets, signatures are not required, because other platforms may not
 * sign; a timestamp is then checked if there is one.
 */
export function createSignatureCheck(secrets: readonly string[]): SignatureCheck {
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
