import { AsyncLocalStorage } from 'node:async_hooks';
import type { YogaLogger } from 'graphql-yoga';

/** The check of one token, and what came up in it. */
export interface Verification {
  /** Why the token does not hold, if it does not; holds nothing of the token. */
  reason: string;
  /** Why the issuer's keys could not be had. */
  keyFailure?: unknown;
}

const running = new AsyncLocalStorage<Verification>();

/** Runs the check; what the plugin says meanwhile becomes the reason. */
export const runVerification = <Result>(verification: Verification, check: () => Result): Result =>
  running.run(verification, check);

/** Notes what came up in the check that is running. */
export function noteVerification(found: Partial<Verification>): void {
  Object.assign(running.getStore() ?? {}, found);
}

/** The errors whose messages tell the rule and nothing of the token. */
const ruleErrors = new Set(['JsonWebTokenError', 'TokenExpiredError', 'NotBeforeError']);

/**
 * Keeps from the log what the plugin writes of a token under check, which is without the request's id and in several
 * lines; the rule that it names is kept.
 */
export function logOutsideVerification(log: YogaLogger): YogaLogger {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...details: unknown[]) => {
      if (!running.getStore()) return log[level](...details);
      const broken = details.find((detail) => detail instanceof Error && ruleErrors.has(detail.name));
      if (broken instanceof Error) noteVerification({ reason: broken.message });
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
