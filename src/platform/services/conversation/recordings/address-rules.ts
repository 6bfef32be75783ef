import ipaddr from 'ipaddr.js';

/** Which addresses this program may be told to call. */
export interface AddressRules {
  /** Plain http beside https. */
  allowHttp: boolean;
  /** Loopback, private and other addresses that are not of the public internet; link-local ones stay refused. */
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

const linkLocal = [
  ipaddr.IPv4.parseCIDR('169.254.0.0/16'),
  ipaddr.IPv6.parseCIDR('fe80::/10'),
  // Where some clouds keep what others keep at 169.254.169.254.
  ipaddr.IPv6.parseCIDR('fd00:ec2::254/128'),
  ipaddr.IPv4.parseCIDR('100.100.100.200/32'),
];

/** Prefixes of IPv6 addresses that stand for an IPv4 one, and the byte at which it begins in them. */
const carriers = [
  { prefix: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('2002::/16'), offset: 2 },
];

/**
 * Whether an IP address, in any notation, is one of the own network segment, where clouds keep the credentials of a
 * machine. Nothing that somebody gives may lead there, whatever is allowed.
 */
export function isLinkLocalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return [parsed, ...carriedAddresses(parsed)].some((one) =>
    linkLocal.some(([prefix, bits]) => prefix.kind() === one.kind() && one.match(prefix, bits)),
  );
}

function carriedAddresses(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const bytes = address.toByteArray();
  return carriers
    .filter(({ prefix }) => address.match(prefix))
    .map(({ offset }) => new ipaddr.IPv4(bytes.slice(offset, offset + 4)));
}

/**
 * What is wrong with an address that somebody gives, as far as its text says; nothing when it may be called. Where a
 * name leads is judged again with `isPublicAddress` and `isLinkLocalAddress` when it is called: that may change.
 */
export function addressFault(address: string, { allowHttp, allowPrivate }: AddressRules): string | undefined {
  if (!URL.canParse(address)) return 'must be an http or https address';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an http or https address';
  if (url.protocol === 'http:' && !allowHttp) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const host = hostOf(url);
  if (!allowPrivate && isPrivateHost(host)) return 'must not lead to a loopback or private address';
  return isLinkLocalAddress(host) ? 'must not lead to a link-local address' : undefined;
}

/** The URL parser has brought every notation of an IPv4 address (decimal, hexadecimal, short) to the usual one. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function isPrivateHost(host: string): boolean {
  if (ipaddr.isValid(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
