import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { cacheNamespace } from '../../src/app/cache-namespace.ts';
import { readConfig } from '../../src/app/config/config.ts';

const namespaceOf = (environment: Record<string, string>) => cacheNamespace(readConfig(environment));
const platform = (url: string, client = 'graph') =>
  namespaceOf({ PLATFORM_URL: url, PLATFORM_CLIENT_ID: client, PLATFORM_CLIENT_SECRET: 'secret-of-the-client' });

describe('the namespace of a shared cache', () => {
  it('is shared only by nodes with the same platform and client', () => {
    expect(platform('https://platform.example.com')).toBe(platform('https://platform.example.com/'));
    expect(platform('https://platform.example.com')).not.toBe(platform('https://other.example.com'));
    expect(platform('https://platform.example.com')).not.toBe(platform('https://platform.example.com', 'other'));
  });

  it('is the database address of an embedded platform', () => {
    const url = 'postgres://graph@db.example.com/graph';

    expect(namespaceOf({ DATABASE_URL: url })).toBe(url);
    expect(namespaceOf({ DATABASE_URL: `${url}2` })).toBe(`${url}2`);
  });

  it.each(['postgres://graph@127.0.0.1/graph', 'postgres://graph@[::1]/graph', 'postgres://graph@localhost/graph'])(
    'also contains the hostname for %s',
    (url) => {
      expect(namespaceOf({ DATABASE_URL: url })).toBe(`${hostname()} ${url}`);
    },
  );

  it('is unique for a database that only this process uses', () => {
    expect(namespaceOf({ DATA_DIR: '.data' })).not.toBe(namespaceOf({ DATA_DIR: '.data' }));
    expect(namespaceOf({ DATA_DIR: 'memory' })).not.toBe(namespaceOf({ DATA_DIR: 'memory' }));
  });
});
