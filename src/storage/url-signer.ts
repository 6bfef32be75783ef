import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs addresses of recordings, so that only whoever was given one can fetch from it, and only for a while. */
export interface UrlSigner {
  sign(key: string): string;
  /** Whether a signature is ours; `expired` when its time is over. */
  check(address: SignedAddress): 'valid' | 'expired' | 'forged';
  /** What an address of our own form and origin says, unchecked; nothing for every other address. */
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
  /** Where this program is reached, without a path. */
  origin: string;
  secret: string | Buffer;
  now: () => Date;
  /** How long an address is good for. */
  lifetimeSeconds: number;
}

const path = /^\/recordings\/([A-Za-z0-9.+_-]+)$/;

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
      const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(key, expires))];
      if (given.length !== ours.length || !timingSafeEqual(given, ours)) return 'forged';
      return Number(expires) < nowSeconds() ? 'expired' : 'valid';
    },
    read(url) {
      const parsed = URL.parse(url);
      const key = parsed?.origin === origin ? path.exec(parsed.pathname)?.[1] : undefined;
      const expires = parsed?.searchParams.get('expires');
      const signature = parsed?.searchParams.get('signature');
      return key && expires && signature ? { key, expires, signature } : undefined;
    },
  };
}
