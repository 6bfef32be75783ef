import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createReceiverTokens } from '../../../src/http/webhooks/receiver-token.ts';
import { receiverPath } from '../../../src/tools/conversation/vocabulary.ts';

const organization = '0b9e5d5e-6f0a-4a43-9d3c-7f1f5a2f4b11';
const tokens = createReceiverTokens('secret-of-the-client');

describe('the token of a receiver', () => {
  it.each([organization, 'Müller & Söhne 🏢', 'x'.repeat(90)])('names the organization %s', (name) => {
    expect(tokens.read(tokens.create(name))).toBe(name);
  });

  it('is the same for every node with the same secret', () => {
    const token = tokens.create(organization);
    expect(createReceiverTokens('secret-of-the-client').create(organization)).toBe(token);
    expect(token).toMatch(/^[\w-]{70}$/);
    expect(`https://${'a'.repeat(63)}.example.com:65535${receiverPath}${token}`.length).toBeLessThanOrEqual(191);
  });

  it('does not reveal the organization', () => {
    const bytes = Buffer.from(tokens.create(organization), 'base64url').toString('latin1');
    expect(bytes).not.toContain(organization.slice(0, 4));
  });

  it('is rejected by a deployment with another secret', () => {
    expect(createReceiverTokens('secret-of-another-client').read(tokens.create(organization))).toBeUndefined();
  });

  it('is rejected when any bit is changed', () => {
    const bytes = Buffer.from(tokens.create(organization), 'base64url');
    const accepted = Array.from(bytes, (byte, index) => {
      const changed = Buffer.from(bytes);
      changed[index] = byte ^ 1;
      return tokens.read(changed.toString('base64url'));
    });
    expect(new Set(accepted)).toEqual(new Set([undefined]));
  });

  it('is compared in constant time', () => {
    const token = tokens.create(organization);
    const compare = spyOnCrypto('timingSafeEqual');
    tokens.read(token);
    tokens.read(`${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`);
    expect(compare).toHaveBeenCalledTimes(2);
  });

  it('is not decrypted if it is too long', () => {
    const decrypt = spyOnCrypto('createDecipheriv');
    expect(tokens.read('A'.repeat(192))).toBeUndefined();
    expect(decrypt).not.toHaveBeenCalled();
  });
});

/** Records the calls of a function of `node:crypto`, also those of modules that import it by its name. */
function spyOnCrypto(name: 'timingSafeEqual' | 'createDecipheriv') {
  const spy = vi.spyOn(crypto, name);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}
