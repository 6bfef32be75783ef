import ipaddr from 'ipaddr.js';
import { readSignedAddress } from '../../../../infrastructure/storage/url-signer.ts';
import { receiverPath } from '../../../../tools/conversation/vocabulary.ts';
import type { InputIssue } from '../../../../tools/rules/input-issues.ts';

export interface AddressRules {
  allowHttp: boolean;
  /** Whether private addresses are allowed. Link-local addresses are always rejected. */
  allowPrivate: boolean;
  /** Origins of graph nodes, whose recordings and webhook receivers may use http and private addresses. */
  recordingOrigins?: readonly string[];
}

export const strictAddressRules: AddressRules = { allowHttp: false, allowPrivate: false };

/** Whether a URL has the form of the signed address of a recording. Its signature is not checked. */
export function isSignedRecording(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && readSignedAddress(url) !== undefined;
}

/**
 * Whether a URL is the signed address of a recording on a trusted graph node. Of a node's addresses, only these and its
 * webhook receivers may use http and lead to a private address.
 */
export const isRecordingOfGraphNode = (address: string, { recordingOrigins = [] }: AddressRules): boolean =>
  isSignedRecording(address) && recordingOrigins.includes(new URL(address).origin);

const graphNodeRules: AddressRules = { allowHttp: true, allowPrivate: true };

export const recordingRules = (address: string, rules: AddressRules): AddressRules =>
  isRecordingOfGraphNode(address, rules) ? graphNodeRules : rules;

/** Path of a webhook receiver: `/webhooks/convo/` and a token of at least 22 characters. */
const receiverPattern = new RegExp(`^${receiverPath}[\\w-]{22,}$`);

/** Returns the rules for a webhook. The receivers of graph nodes may use http and lead to a private address. */
export function webhookRules(address: string, rules: AddressRules): AddressRules {
  const url = URL.parse(address);
  const isReceiver =
    url !== null &&
    rules.recordingOrigins?.includes(url.origin) === true &&
    receiverPattern.test(url.pathname) &&
    url.search === '';
  return isReceiver ? graphNodeRules : rules;
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address, in any notation, is public. */
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
  // Cloud metadata services outside the link-local ranges.
  ipaddr.IPv6.parseCIDR('fd00:ec2::254/128'),
  ipaddr.IPv4.parseCIDR('100.100.100.200/32'),
];

/** IPv6 prefixes (NAT64, IPv4-translated, IPv4-compatible, 6to4), with the byte offset of the embedded IPv4 address. */
const embeddingPrefixes = [
  { prefix: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('::/96'), offset: 12 },
  { prefix: ipaddr.IPv6.parseCIDR('2002::/16'), offset: 2 },
];

/**
 * Whether an IP address is link-local. True also for cloud metadata services, which give out the machine's credentials:
 * user-provided addresses must never lead to such an address, even if private addresses are allowed. The IP address can
 * have any notation.
 */
export function isLinkLocalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return [parsed, ...embeddedAddresses(parsed)].some((ip) =>
    linkLocalRanges.some(([prefix, bits]) => prefix.kind() === ip.kind() && ip.match(prefix, bits)),
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
 * Returns why a URL is not allowed, such as "must begin with https://"; undefined if it is allowed. Checks only the
 * text: a host name can resolve to any IP address, so also check the IP address with `isPublicAddress` and
 * `isLinkLocalAddress` when connecting.
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

export function addressIssues(parameter: string, address: string, rules: AddressRules): InputIssue[] {
  const message = addressFault(address, rules);
  return message === undefined ? [] : [{ path: [parameter], message }];
}

/** Removes IPv6 brackets and a final dot; `URL` has already normalised decimal, hexadecimal and short IPv4. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function isPrivateHost(host: string): boolean {
  if (ipaddr.isValid(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
