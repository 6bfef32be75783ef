import ipaddr from 'ipaddr.js';
import { readSignedAddress } from '../../../../infrastructure/storage/url-signer.ts';
import { receiverPath } from '../../../../tools/conversation/vocabulary.ts';
import type { InputIssue } from '../../../../tools/rules/input-issues.ts';

/** Rules for the addresses that this program may connect to on behalf of a user. */
export interface AddressRules {
  /** Whether http is allowed in addition to https. */
  allowHttp: boolean;
  /** Whether loopback, private and other non-public addresses are allowed. Link-local addresses are always rejected. */
  allowPrivate: boolean;
  /** Origins of graph nodes; only the rules for recordings and webhooks use them. */
  recordingOrigins?: readonly string[];
}

export const strictAddressRules: AddressRules = { allowHttp: false, allowPrivate: false };

/**
 * Whether a URL is the signed address of a recording at one of `recordingOrigins`. The operator trusts these graph nodes,
 * so such a URL may use http and lead to a private address, but nothing else on the node can be reached through it.
 */
export function isAtGraphNode(address: string, { recordingOrigins = [] }: AddressRules): boolean {
  const url = URL.parse(address);
  return url !== null && recordingOrigins.includes(url.origin) && readSignedAddress(url) !== undefined;
}

export const recordingRules = (address: string, rules: AddressRules): AddressRules =>
  isAtGraphNode(address, rules) ? { allowHttp: true, allowPrivate: true } : rules;

const receiverPattern = new RegExp(`^${receiverPath}[\\w-]{22,}$`);

/** The webhook receivers of graph nodes may use http and lead to a private address, as their recordings may. */
export function webhookRules(address: string, rules: AddressRules): AddressRules {
  const url = URL.parse(address);
  const isReceiver =
    url !== null &&
    rules.recordingOrigins?.includes(url.origin) === true &&
    receiverPattern.test(url.pathname) &&
    url.search === '';
  return isReceiver ? { allowHttp: true, allowPrivate: true } : rules;
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address, in any notation, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` converts IPv4-mapped IPv6 addresses to IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

const linkLocalRanges = [
  ipaddr.IPv4.parseCIDR('169.254.0.0/16'),
  ipaddr.IPv6.parseCIDR('fe80::/10'),
  // Addresses of cloud metadata services that are outside the link-local ranges.
  ipaddr.IPv6.parseCIDR('fd00:ec2::254/128'),
  ipaddr.IPv4.parseCIDR('100.100.100.200/32'),
];

/**
 * Prefixes of IPv6 addresses that embed an IPv4 address (NAT64, IPv4-translated, IPv4-compatible, 6to4), with the byte
 * offset of the IPv4 address.
 */
const embeddingPrefixes = [
  { prefix: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('2002::/16'), offset: 2 },
];

/**
 * Whether an IP address, in any notation, is link-local or belongs to a cloud metadata service. These services give out
 * the machine's credentials, so user-provided addresses must never lead to them, even if private addresses are allowed.
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
 * Returns why the rules reject a URL, judged by its text alone; undefined if it is allowed. A host name can resolve to
 * any IP address, so also check the IP address with `isPublicAddress` and `isLinkLocalAddress` when connecting.
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

/** Returns why the rules reject an address, as issues of the tool parameter that contains it. */
export function addressIssues(parameter: string, address: string, rules: AddressRules): InputIssue[] {
  const message = addressFault(address, rules);
  return message === undefined ? [] : [{ path: [parameter], message }];
}

/** `URL` has already normalised decimal, hexadecimal and short IPv4 notations. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function isPrivateHost(host: string): boolean {
  if (ipaddr.isValid(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
