import type { ProblemCode } from '../../tools/error-codes.ts';

const words: Partial<Record<ProblemCode, string>> = {
  BAD_USER_INPUT: 'was given more than the platform takes at once.',
  FORBIDDEN: 'is not permitted.',
  RATE_LIMITED: 'was called too often.',
  UPSTREAM_TIMEOUT: 'was not answered in time.',
  UPSTREAM_UNAVAILABLE: 'could not be called: the platform is not available.',
};

/** What is said to callers of a failure whose own words are not for them. */
export const ownWords = (code: ProblemCode, tool: string) => `${tool} ${words[code] ?? 'failed in the service.'}`;
