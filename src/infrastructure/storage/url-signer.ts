import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs addresses of recordings. A signed address permits anyone to fetch the recording for a limited time. */
export interface UrlSigner {
  sign(key: string): string;
  /** Checks an address: `forged` if its signature does not match, `expired` if its time has passed. */
  check(address: SignedAddress): 'valid' | 'expired' | 'forged';
  /** Returns a keyed hash of a text with 16 hexadecimal digits, which does not reveal the text. */
  tagOf(text: string): string;
  /** Parses an address as `sign` creates it, without checking the signature; undefined for any other address. */
  read(url: string): SignedAddress | undefined;
}

export interface SignedAddress {
  key: string;
  /** Epoch seconds, as text. */
  expires: string;
  /** Hexadecimal. */
  signature: string;
}

export interface UrlSignerOptions {
  /** Public origin of this program. */
  origin: string;
  secret: string | Buffer;
  now: () => Date;
  /** How long an address is valid. */
  lifetimeSeconds: number;
}

const pathPattern = /^\/recordings\/([A-Za-z0-9.+_-]+)$/;
const queryPattern = /^\?expires=(\d{1,15})&signature=([0-9a-f]{64})$/;

/**
 * Parses a URL of any origin as the signed address of a recording, without checking the signature; returns undefined for
 * any other path or query, and for URLs with user names or passwords.
 */
export function readSignedAddress({ pathname, search, username, password }: URL): SignedAddress | undefined {
  const [, key] = pathPattern.exec(pathname) ?? [];
  const [, expires, signature] = queryPattern.exec(search) ?? [];
  if (key === undefined || expires === undefined || signature === undefined) return undefined;
  return username === '' && password === '' ? { key, expires, signature } : undefined;
}

export function createUrlSigner({ origin, secret, now, lifetimeSeconds }: UrlSignerOptions): UrlSigner {
  const signatureOf = (key: string, expires: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}`).digest('hex');
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  return {
    sign(key) {
      const expires = String(nowSeconds() + lifetimeSeconds);
      return `${origin}/recordings/${key}?expires=${expires}&signature=${signatureOf(key, expires)}`;
    },
    check({ key, expires, signature }) {
      const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(key, expires))];
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged';
      return Number(expires) < nowSeconds() ? 'expired' : 'valid';
    },
    tagOf: (text) => createHmac('sha256', secret).update(`tag\n${text}`).digest('hex').slice(0, 16),
    read(url) {
      const parsed = URL.parse(url);
      return parsed?.origin === origin ? readSignedAddress(parsed) : undefined;
    },
  };
}
