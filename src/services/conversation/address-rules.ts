import ipaddr from 'ipaddr.js';

/** Which addresses this program may be told to call. */
export interface AddressRules {
  /** Plain http beside https. */
  allowHttp: boolean;
  /** Loopback, private, link-local and other addresses that are not of the public internet. */
  allowPrivate: boolean;
}

/** Only https to the public internet. */
export const strictAddressRules: AddressRules = { allowHttp: false, allowPrivate: false };

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address, in any notation, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is mapped into IPv6 is judged as what it stands for.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/**
 * What is wrong with an address that somebody gives, as far as its text says; nothing when it may be called. Where a
 * name leads is judged again with `isPublicAddress` when it is called: that may change at any time.
 */
export function addressFault(address: string, { allowHttp, allowPrivate }: AddressRules): string | undefined {
  if (!URL.canParse(address)) return 'must be an http or https address';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an http or https address';
  if (url.protocol === 'http:' && !allowHttp) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (!allowPrivate && isPrivateHost(url.hostname)) return 'must not lead to a loopback or private address';
  return undefined;
}

/** The URL parser has brought every notation of an IPv4 address (decimal, hexadecimal, short) to the usual one. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
