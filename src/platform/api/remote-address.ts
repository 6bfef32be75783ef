import ipaddr from 'ipaddr.js';

/**
 * An IPv4 address, or the /64 network of an IPv6 address, because a host can use any address of it. Each proxy appends
 * the address that called it to `X-Forwarded-For`.
 * @param proxyHops number of trusted proxies; only their entries are used, as clients can send others
 */
export function remoteAddress(
  { socketAddress, forwardedFor }: { socketAddress: string | undefined; forwardedFor: string | undefined },
  proxyHops: number,
): string {
  const forwarded = forwardedFor?.split(',').map((address) => address.trim()) ?? [];
  const address = (proxyHops > 0 ? forwarded.at(-proxyHops) : undefined) ?? socketAddress ?? '';
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
