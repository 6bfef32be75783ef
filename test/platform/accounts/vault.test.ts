import { describe, expect, it } from 'vitest';
import { createVault, fixedVaultKeys } from '../../../src/platform/accounts/vault.ts';

const owner = { connectionName: 'Talent', identifier: 'ada' };
const key = (text: string) => Buffer.alloc(32, text);
const vault = createVault(fixedVaultKeys(key('new'), [key('old')]));

describe('the vault', () => {
  it('opens the tokens that it sealed; a sealed token reveals nothing', async () => {
    const token = vault.seal('tcg_talent_secret', owner);

    expect(await vault.open(token, owner)).toBe('tcg_talent_secret');
    expect(Buffer.from(token.sealed, 'base64')).toHaveLength(12 + 16 + 'tcg_talent_secret'.length);
    expect(Buffer.from(token.sealed, 'base64').toString('latin1')).not.toContain('secret');
  });

  it('uses a new nonce each time', () => {
    const nonces = Array.from({ length: 1000 }, () => vault.seal('same', owner).sealed.slice(0, 16));

    expect(new Set(nonces).size).toBe(1000);
  });

  it('opens with a previous key, and seals with the first', async () => {
    const old = createVault(fixedVaultKeys(key('old'), [])).seal('kept', owner);

    expect(await vault.open(old, owner)).toBe('kept');
    expect(old.keyId).not.toBe(vault.currentKeyId());
    expect(vault.seal('kept', owner).keyId).toBe(vault.currentKeyId());
  });

  it('opens nothing with another key, whether under its own id or the id of the right key', async () => {
    const token = vault.seal('secret', owner);
    const other = createVault(fixedVaultKeys(key('other'), []));

    expect(await other.hasKey(token.keyId)).toBe(false);
    expect(await other.open(token, owner)).toBeUndefined();
    expect(await other.open({ ...token, keyId: other.currentKeyId() }, owner)).toBeUndefined();
  });

  it.each([
    { connectionName: 'Convo', identifier: 'ada' },
    { connectionName: 'Talent', identifier: 'ben' },
    { connectionName: 'Talent","ada', identifier: '' },
  ])('does not open the token of another account for %j', async (other) => {
    expect(await vault.open(vault.seal('secret', owner), other)).toBeUndefined();
  });

  it('does not open a token that was changed or truncated', async () => {
    const { keyId, sealed } = vault.seal('secret', owner);
    const bytes = Buffer.from(sealed, 'base64');
    const changed = [...bytes.keys()].map((index) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8((bytes[index] ?? 0) ^ 1, index);
      return copy;
    });
    const cut = [...bytes.keys()].map((length) => bytes.subarray(0, length));
    const opened = await Promise.all(
      [...changed, ...cut].map((one) => vault.open({ keyId, sealed: one.toString('base64') }, owner)),
    );

    expect(opened).toEqual(Array(bytes.length * 2).fill(undefined));
  });
});
