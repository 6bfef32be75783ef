/** Whether a response with this status is successful. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** nginx's status for a client that closed the connection before the response. */
export const clientClosedStatus = 499;

/** Reads the token from an `Authorization` header (RFC 6750); the scheme is case-insensitive. */
export const readBearerToken = (authorization: string | null | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];

/** Formats a delay as the value of a `Retry-After` header: whole seconds, rounded up, at least 1. */
export const formatRetryAfter = (delayMs: number): string => String(Math.max(1, Math.ceil(delayMs / 1000)));

/**
 * Parses a `Retry-After` header, which is a number of seconds or an HTTP date.
 * @returns the delay in milliseconds; undefined for anything else
 */
export function parseRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}
