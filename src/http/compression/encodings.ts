import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Compresses outside the event loop. The highest quality of Brotli, its default, would take several times as long; this
 * one takes about as long as gzip.
 */
export const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
};

/** Returns the smallest encoding that a client accepts. */
export function encodingFor(acceptEncoding: string | null): Encoding {
  const accepted = parseAccept(acceptEncoding ?? '').filter(({ q }) => q > 0);
  return (['br', 'gzip'] as const).find((name) => accepted.some(({ type }) => type === name)) ?? 'identity';
}
