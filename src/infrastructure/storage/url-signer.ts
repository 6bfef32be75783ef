import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedAddress {
  key: string;
  /** Time of expiry in epoch seconds, as text. */
  expires: string;
  /** Signature in hexadecimal digits. */
  signature: string;
}

const pathPattern = /^\/recordings\/([A-Za-z0-9.+_-]+)$/;
const queryPattern = /^\?expires=(\d{1,15})&signature=([0-9a-f]{64})$/;

/** Parses a signed URL of any origin without checking the signature; undefined if malformed or with credentials. */
export function readSignedAddress({ pathname, search, username, password }: URL): SignedAddress | undefined {
  const [, key] = pathPattern.exec(pathname) ?? [];
  const [, expires, signature] = queryPattern.exec(search) ?? [];
  if (key === undefined || expires === undefined || signature === undefined) return undefined;
  return username === '' && password === '' ? { key, expires, signature } : undefined;
}

interface UrlSignerOptions {
  /** Public origin of this program. */
  origin: string;
  secret: string | Buffer;
  now: () => Date;
  lifetimeSeconds: number;
}

/** Signs addresses of recordings. A signed address permits anyone to fetch the recording for a limited time. */
export function createUrlSigner({ origin, secret, now, lifetimeSeconds }: UrlSignerOptions) {
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const signatureOf = (key: string, expires: string) => hashOf(`${key}\n${expires}`);
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  return {
    sign(key: string): string {
      const expires = String(nowSeconds() + lifetimeSeconds);
      return `${origin}/recordings/${key}?expires=${expires}&signature=${signatureOf(key, expires)}`;
    },
    check({ key, expires, signature }: SignedAddress): 'valid' | 'expired' | 'forged' {
      const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(key, expires))];
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged';
      return Number(expires) < nowSeconds() ? 'expired' : 'valid';
    },
    /** Returns a keyed hash with 16 hexadecimal digits, which does not reveal the text. */
    tagOf: (text: string) => hashOf(`tag\n${text}`).slice(0, 16),
    /** Parses an address of this origin without checking the signature. */
    read(url: string): SignedAddress | undefined {
      const parsed = URL.parse(url);
      return parsed?.origin === origin ? readSignedAddress(parsed) : undefined;
    },
  };
}
