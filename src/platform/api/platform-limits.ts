import { createRateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { SharedCounters } from '../../infrastructure/fairness/shared-counters.ts';

export interface PlatformLimitOptions {
  /** Tool calls per minute that a client may make on behalf of one identifier. */
  callRateLimit: number;
  /** Number of the operator's proxies in front of this server. */
  proxyHops: number;
  /** Counters that all platform nodes share; otherwise this process counts on its own. */
  shared?: SharedCounters | undefined;
  /** Called with the name of the limit that rejects a request. */
  onRejected?: ((name: string) => void) | undefined;
}

/** Tokens per minute and client. A token is valid for an hour, so this is enough for 3,600 graph nodes of one client. */
const maxTokens = 60;
/** Wrong secrets per minute for one client from one address. */
const maxWrongSecrets = 20;
/** Wrong secrets per minute from one address, for all clients together. */
const maxWrongSecretsPerAddress = 200;

const windowSeconds = 60;

export type PlatformLimits = ReturnType<typeof createPlatformLimits>;

/** Creates the limits per minute of the REST protocol. */
export function createPlatformLimits({ callRateLimit, proxyHops, shared, onRejected }: PlatformLimitOptions) {
  const limit = (name: string, points: number) => createRateLimit({ name, points, windowSeconds, shared, onRejected });
  return {
    calls: limit('calls', callRateLimit),
    tokens: limit('tokens', maxTokens),
    wrongSecrets: limit('wrong-secrets', maxWrongSecrets),
    wrongSecretsPerAddress: limit('wrong-secrets-per-address', maxWrongSecretsPerAddress),
    proxyHops,
  };
}
