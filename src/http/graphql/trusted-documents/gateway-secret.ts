import { hash, timingSafeEqual } from 'node:crypto';
import type { AccessLogEntry } from '../../middleware/access-log.ts';
import { RequestError } from '../../middleware/error-response.ts';

export const gatewayHeader = 'x-trusted-gateway-secret';

export type CheckGateway = ReturnType<typeof createGatewayCheck>;

/** While a secret is being replaced, the old and the new one are accepted. */
export function createGatewayCheck(secrets: readonly string[]) {
  const accepted = secrets.map(digestOf);
  /** Trusted gateways may send any document. @throws RequestError `FORBIDDEN` when the secret is wrong */
  return (secret: string | null | undefined, { logEntry }: { logEntry: AccessLogEntry }): boolean => {
    if (secret == null) return false;
    const digest = digestOf(secret);
    // Compare hashes of equal length, and compare with every secret, so that the duration reveals nothing.
    if (accepted.filter((each) => timingSafeEqual(each, digest)).length > 0) return true;
    logEntry.reason =
      secrets.length > 0
        ? `the header ${gatewayHeader} does not match TRUSTED_GATEWAY_SECRETS`
        : `the header ${gatewayHeader} was sent, but TRUSTED_GATEWAY_SECRETS is not set`;
    throw new RequestError({ code: 'FORBIDDEN', message: `The secret in the header ${gatewayHeader} is wrong.` });
  };
}

const digestOf = (text: string) => hash('sha256', text, 'buffer');
