/**
 * How long a server asks to wait, in milliseconds.
 * @param header seconds or an HTTP date; nothing is read from anything else
 */
export function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}
