import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { addVaultKey, makeVaultKeyFile, openVaultKeyFile } from '../../../src/platform/accounts/vault-key-file.ts';
import { OperatorError } from '../../../src/tools/errors/operator-error.ts';
import { createFolder } from '../../support/folder.ts';
import { useFreshResource } from '../../support/resource.ts';

describe('the file of the vault keys', () => {
  const folder = useFreshResource(createFolder);
  let file: string;
  beforeEach(() => void (file = folder.file('data/vault-keys')));

  const lines = async () => (await readFile(file, 'utf8')).trim().split('\n');

  it('is created with one key that only its owner can read', async () => {
    await makeVaultKeyFile(file);

    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await lines()).map((line) => Buffer.from(line, 'base64').length)).toEqual([32]);
    expect(await readdir(folder.file('data'))).toEqual(['vault-keys']);
  });

  it('has the same key for all processes that open it concurrently', async () => {
    await Promise.all([1, 2, 3, 4].map(() => makeVaultKeyFile(file)));
    const opened = await Promise.all([1, 2, 3, 4].map(() => openVaultKeyFile(file)));

    expect(new Set(opened.map((keys) => keys.current().id)).size).toBe(1);
  });

  it('gets a new key before the others, and an open vault finds it by its id', async () => {
    await makeVaultKeyFile(file);
    const running = await openVaultKeyFile(file);
    const [before] = await lines();
    await addVaultKey(file);
    const next = (await openVaultKeyFile(file)).current();

    expect(await lines()).toEqual([next.secret.export().toString('base64'), before]);
    expect(running.current().secret.export().toString('base64')).toBe(before);
    expect(await running.find(next.id)).toEqual(next);
    expect(running.current()).toEqual(next);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is not created when it is opened, and has no key then', async () => {
    const keys = await openVaultKeyFile(file);

    expect(await keys.find('any')).toBeUndefined();
    expect(() => keys.current()).toThrow(`There is no key to encrypt with: ${file} is missing.`);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('is not created again after it was deleted, and its keys are remembered', async () => {
    await makeVaultKeyFile(file);
    const keys = await openVaultKeyFile(file);
    const known = keys.current();
    await rm(file);

    expect(await keys.find('another')).toBeUndefined();
    expect([keys.current(), await keys.find(known.id)]).toEqual([known, known]);
    expect(await readdir(folder.file('data'))).toEqual([]);
  });

  it.each([0o640, 0o604, 0o660])(
    'is rejected with the mode %o; the error contains the command that fixes it',
    async (mode) => {
      await makeVaultKeyFile(file);
      await chmod(file, mode);

      await expect(openVaultKeyFile(file)).rejects.toEqual(
        new OperatorError(`Other users can read ${file}; run chmod 600 ${file} and start again.`),
      );
    },
  );

  it.each(['', '\n', 'c2hvcnQ=\n', 'no key\n'])('is rejected with the content %j', async (content) => {
    await makeVaultKeyFile(file);
    await writeFile(file, content);

    await expect(openVaultKeyFile(file)).rejects.toThrow(
      `${file} must contain keys of 32 bytes in base64, one per line. Repair the file, or set VAULT_KEY.`,
    );
  });
});
