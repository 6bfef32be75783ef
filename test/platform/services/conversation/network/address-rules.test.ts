import { describe, expect, it } from 'vitest';
import {
  addressFault,
  isLinkLocalAddress,
  isPublicAddress,
  strictAddressRules,
  webhookRules,
} from '../../../../../src/platform/services/conversation/network/address-rules.ts';

const privateAddress = 'must not lead to a loopback or private address';

describe('the address rules', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
    'https://192.0.2.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fc00::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost/',
    'https://127.0.0.1./',
  ])('reject %s, unless private addresses are allowed', (address) => {
    expect(addressFault(address, strictAddressRules)).toBe(privateAddress);
    expect(addressFault(address, { allowHttp: false, allowPrivate: true })).toBeUndefined();
  });

  it.each([
    'https://169.254.169.254/',
    'https://169.254.0.1./',
    'https://2852039166/',
    'https://0xa9.0xfe.0xa9.0xfe/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:0:169.254.169.254]/',
    'https://[::169.254.169.254]/',
    'https://[64:ff9b::169.254.169.254]/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[fe80::1]/',
    'https://[febf:ffff::1]/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
  ])('always reject %s', (address) => {
    expect(addressFault(address, strictAddressRules)).toBe(privateAddress);
    expect(addressFault(address, { allowHttp: true, allowPrivate: true })).toBe(
      'must not lead to a link-local address',
    );
  });

  it.each([
    'https://example.com/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    'https://localhost.example.com/',
    'https://bücher.example/',
    'https://127.0.0.1.example.com:8443/a?b#c',
  ])('allow %s', (address) => {
    expect(addressFault(address, strictAddressRules)).toBeUndefined();
  });

  it.each([
    ['http://example.com/', 'must begin with https://'],
    ['ftp://example.com/', 'must be an http or https address'],
    ['file:///etc/passwd', 'must be an http or https address'],
    ['example.com', 'must be an http or https address'],
    ['', 'must be an http or https address'],
    ['https://user@example.com/', 'must not contain a user name or password'],
    ['https://:secret@example.com/', 'must not contain a user name or password'],
  ])('reject %j: %s', (address, fault) => {
    expect(addressFault(address, strictAddressRules)).toBe(fault);
  });

  it('allow http if configured, but still no private address', () => {
    const rules = { allowHttp: true, allowPrivate: false };
    expect(addressFault('http://example.com/', rules)).toBeUndefined();
    expect(addressFault('http://127.0.0.1/', rules)).toBe(privateAddress);
  });

  it('recognise link-local addresses, also with a zone id', () => {
    expect(['fe80::1%eth0', '169.254.1.1'].map(isLinkLocalAddress)).toEqual([true, true]);
    expect(['example.com', '', 'fec0::1', '169.253.1.1'].map(isLinkLocalAddress)).toEqual([false, false, false, false]);
  });

  it('recognise public addresses, but not in host names or malformed addresses', () => {
    expect(['example.com', '', '1.2.3.4.5', '::1%eth0'].map(isPublicAddress)).toEqual([false, false, false, false]);
    expect(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'].map(isPublicAddress)).toEqual([true, true, true]);
  });
});

describe('the rules for webhooks', () => {
  const token = 'a'.repeat(70);
  const rules = { ...strictAddressRules, recordingOrigins: ['http://graph-1:4000'] };

  it('allow the receivers of known graph nodes over plain HTTP and at private addresses', () => {
    const receiver = `http://graph-1:4000/webhooks/convo/${token}`;
    expect(webhookRules(receiver, rules)).toEqual({ allowHttp: true, allowPrivate: true });
    expect(webhookRules(receiver, strictAddressRules)).toBe(strictAddressRules);
  });

  it.each([
    `http://graph-2:4000/webhooks/convo/${token}`,
    `http://graph-1:4001/webhooks/convo/${token}`,
    `http://graph-1:4000/webhooks/convo/${token}?a=1`,
    `http://graph-1:4000/webhooks/convo/${token}/..`,
    `http://graph-1:4000/webhooks/convo/x`,
    'http://graph-1:4000/graphql',
    'not a URL',
  ])('do not exempt %s', (address) => {
    expect(webhookRules(address, rules)).toBe(rules);
  });
});
