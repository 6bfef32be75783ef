import type { RateLimit, Reservation } from '../../infrastructure/fairness/rate-limit.ts';
import type { Clients, IssuedToken } from '../accounts/clients.ts';
import { CallError } from './call-error.ts';
import type { PlatformLimits } from './platform-limits.ts';

/** Creates the error of a limit that is reached. The message is for the log. */
const limitError = (message: string, { balance }: Pick<Reservation, 'balance'>) =>
  new CallError({ code: 'RATE_LIMITED', message, retryAfterMs: balance.resetAt - Date.now() });

export interface LimitedIssue {
  clients: Pick<Clients, 'issueToken'>;
  limits: PlatformLimits;
  /** Where the request comes from. */
  address: string;
}

/**
 * Issues a token within the limits. Every attempt counts as a wrong secret until the secret is verified, so that
 * concurrent attempts cannot exceed the limits. Wrong secrets are counted per client and address, so that those from one
 * address never lock out the client at another.
 * @returns undefined when the secret is wrong
 * @throws CallError with the code `RATE_LIMITED`
 */
export async function issueWithinLimits(
  credentials: { clientId: string; secret: string },
  { clients, limits, address }: LimitedIssue,
): Promise<IssuedToken | undefined> {
  const { clientId } = credentials;
  const wrongAtAddress = { limit: limits.wrongSecretsPerAddress, key: address };
  const wrongForClient = { limit: limits.wrongSecrets, key: JSON.stringify([clientId, address]) };
  return countFailure(wrongForClient, `too many wrong secrets for this client from ${address}`, () =>
    countFailure(wrongAtAddress, `too many wrong secrets from ${address}`, () =>
      clients.issueToken(credentials, async () => {
        const reserved = await limits.tokens.reserve(clientId);
        if (!reserved.isGranted) throw limitError('too many tokens for this client', reserved);
      }),
    ),
  );
}

/** Runs `work` if the limit permits another failure, and counts one if `work` returns undefined. */
async function countFailure<Result>(
  { limit, key }: { limit: RateLimit; key: string },
  reason: string,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const reserved = await limit.reserve(key);
  if (!reserved.isGranted) throw limitError(reason, reserved);
  let hasFailed = false;
  try {
    const result = await work();
    hasFailed = result === undefined;
    return result;
  } finally {
    if (!hasFailed) await reserved.charge(0);
  }
}
