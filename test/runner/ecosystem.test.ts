import { describe, expect, it } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { missingPackages } from './ecosystem.ts';

const eslint = { version: '10.0.0' };
const graphql = { resolved: '../../../node_modules/graphql', link: true };
const optional = { version: '2.0.0', optional: true };
const locked = { '': { version: '0.0.0' }, 'node_modules/eslint': eslint, 'node_modules/graphql': graphql };

describe('missingPackages', () => {
  it.each([
    [
      'accepts what npm ci has installed, without an optional package',
      { ...locked, 'node_modules/fsevents': optional },
      true,
    ],
    ['rejects a package of another version', { ...locked, 'node_modules/eslint': { version: '10.0.1' } }, false],
    ['rejects a package that is missing', { ...locked, 'node_modules/fastify': { version: '5.0.0' } }, false],
  ])('%s', async (_, packages, isInstalled) => {
    const folder = await createFolder({
      'package-lock.json': JSON.stringify({ packages }),
      'node_modules/.package-lock.json': JSON.stringify({
        packages: { 'node_modules/eslint': eslint, 'node_modules/graphql': graphql },
      }),
    });
    expect(missingPackages(folder.path) === undefined).toBe(isInstalled);
    await folder.close();
  });

  it('rejects a folder without packages', async () => {
    const folder = await createFolder({ 'package-lock.json': JSON.stringify({ packages: locked }) });
    expect(missingPackages(folder.path)).toContain('npm run test:system -- --install');
    await folder.close();
  });
});
