import { expect, it } from 'vitest';
import { remoteAddress } from '../../../src/platform/api/token-route.ts';

it.each([
  ['the address of the connection', 0, '192.0.2.7', undefined, '192.0.2.7'],
  ['the same address when it is mapped to IPv6', 0, '::ffff:192.0.2.7', undefined, '192.0.2.7'],
  ['the network of an IPv6 address', 0, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['no forwarded address by default', 0, '192.0.2.7', '203.0.113.9', '192.0.2.7'],
  ['the address that the only proxy appended', 1, '10.0.0.1', '203.0.113.9, 198.51.100.3', '198.51.100.3'],
  ['the address that the outer of two proxies appended', 2, '10.0.0.1', 'forged, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['the connection if no proxy appended any', 1, '10.0.0.1', undefined, '10.0.0.1'],
  ['the connection if fewer proxies appended one', 2, '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['one name for everything that is no address', 1, '10.0.0.1', 'nonsense', 'unknown'],
  ['one name for requests without a connection', 0, undefined, undefined, 'unknown'],
])('remoteAddress returns %s', (_what, proxyHops, socketAddress, forwardedFor, expected) => {
  expect(remoteAddress({ socketAddress, forwardedFor }, proxyHops)).toBe(expected);
});
