import ipaddr from 'ipaddr.js';

/** A request's own address and its header `X-Forwarded-For`, to which each proxy appends the address that called it. */
interface AddressSource {
  socketAddress: string | undefined;
  forwardedFor: string | undefined;
}

/**
 * Returns the address from which a request was sent, for counting: an IPv4 address, or the /64 network of an IPv6
 * address, because a host can use any address of its network.
 * @param proxyHops number of the operator's proxies in front of this server. Only the entries that they appended to
 *   `X-Forwarded-For` are used: a client can send any others.
 */
export function remoteAddress({ socketAddress, forwardedFor }: AddressSource, proxyHops: number): string {
  const forwarded = forwardedFor?.split(',').map((address) => address.trim()) ?? [];
  const address = (proxyHops > 0 ? forwarded.at(-proxyHops) : undefined) ?? socketAddress ?? '';
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
