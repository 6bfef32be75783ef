import ipaddr from 'ipaddr.js';
import type { InputIssue } from '../../../../tools/errors/coded-error.ts';

/** Which addresses this program may connect to on behalf of a user. */
export interface AddressRules {
  /** Allows http in addition to https. */
  allowHttp: boolean;
  /** Allows loopback, private and other non-public addresses. Link-local addresses are always rejected. */
  allowPrivate: boolean;
}

/** Allows only https to the public internet. */
export const strictAddressRules: AddressRules = { allowHttp: false, allowPrivate: false };

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address, in any notation, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Converts IPv4-mapped IPv6 addresses to IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

const linkLocalRanges = [
  ipaddr.IPv4.parseCIDR('169.254.0.0/16'),
  ipaddr.IPv6.parseCIDR('fe80::/10'),
  // Cloud metadata services at addresses other than 169.254.169.254.
  ipaddr.IPv6.parseCIDR('fd00:ec2::254/128'),
  ipaddr.IPv4.parseCIDR('100.100.100.200/32'),
];

/** IPv6 prefixes that embed an IPv4 address (NAT64, IPv4-translated, IPv4-compatible, 6to4), and its byte offset. */
const embeddingPrefixes = [
  { prefix: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('2002::/16'), offset: 2 },
];

/**
 * Whether an IP address, in any notation, is link-local or a cloud metadata service, which gives out the machine's
 * credentials. User-provided addresses must never lead there, even if private addresses are allowed.
 */
export function isLinkLocalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return [parsed, ...embeddedAddresses(parsed)].some((one) =>
    linkLocalRanges.some(([prefix, bits]) => prefix.kind() === one.kind() && one.match(prefix, bits)),
  );
}

function embeddedAddresses(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const bytes = address.toByteArray();
  return embeddingPrefixes
    .filter(({ prefix }) => address.match(prefix))
    .map(({ offset }) => new ipaddr.IPv4(bytes.slice(offset, offset + 4)));
}

/**
 * Returns why a URL must be rejected, judged by its text alone; undefined if it is allowed. A host name can resolve to
 * any address, so check the IP address with `isPublicAddress` and `isLinkLocalAddress` when connecting.
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

/** Returns the fault of an address as an issue of a tool parameter; an empty list if the address is allowed. */
export function addressIssues(parameter: string, address: string, rules: AddressRules): InputIssue[] {
  const message = addressFault(address, rules);
  return message === undefined ? [] : [{ path: [parameter], message }];
}

/** The host name or IP address. `URL` has already normalised decimal, hexadecimal and short IPv4 notations. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function isPrivateHost(host: string): boolean {
  if (ipaddr.isValid(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
