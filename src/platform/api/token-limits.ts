import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { Clients, IssuedToken } from '../accounts/clients.ts';
import type { PlatformLimits } from './platform-limits.ts';

/** A limit of the token route is reached. The message is for the log. */
export class TokenLimitError extends Error {
  /** Epoch milliseconds. */
  readonly retryAt: number;

  constructor(message: string, retryAt: number) {
    super(message);
    this.retryAt = retryAt;
  }
}

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
 * @throws TokenLimitError
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
        const { isGranted, balance } = await limits.tokens.reserve(clientId);
        if (!isGranted) throw new TokenLimitError('too many tokens for this client', balance.resetAt);
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
  const { isGranted, balance, charge } = await limit.reserve(key);
  if (!isGranted) throw new TokenLimitError(reason, balance.resetAt);
  let hasFailed = false;
  try {
    const result = await work();
    hasFailed = result === undefined;
    return result;
  } finally {
    if (!hasFailed) await charge(0);
  }
}
