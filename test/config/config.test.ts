import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

const originRule = 'must be an origin without a path, such as https://app.example.com';

describe('readConfig', () => {
  it.each([
    ['CORS_ORIGINS', 'nope'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://app.example.com,nope'],
    ['CORS_ORIGINS', 'https://app.example.com/path'],
    ['CORS_ORIGINS', 'ftp://app.example.com'],
    ['PUBLIC_URL', 'foo'],
    ['PUBLIC_URL', 'https://graph.example.com/?a=b'],
    ['PUBLIC_URL', 'https://user@graph.example.com'],
  ])('rejects %s=%s and reports all other faults as well', (name, value) => {
    expect(faultsOf({ [name]: value, LOG_LEVEL: 'loud' })).toEqual([
      `${name} ${originRule}; it is "${value}".`,
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent; it is "loud".',
    ]);
  });

  it.each(['0', '-1', '1.5', 'many', '1000000001'])(
    'rejects RATE_LIMIT=%s and reports all other faults as well',
    (value) => {
      expect(faultsOf({ RATE_LIMIT: value, LOG_LEVEL: 'loud' })).toEqual([
        `RATE_LIMIT must be a whole number of cost per minute from 1 to 1000000000; it is "${value}".`,
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent; it is "loud".',
      ]);
    },
  );

  it.each([
    ['https://app.example.com', ['https://app.example.com']],
    ['https://app.example.com/, http://localhost:3000', ['https://app.example.com', 'http://localhost:3000']],
    ['', []],
  ])('reads CORS_ORIGINS=%s', (value, origins) => {
    expect(readConfig({ CORS_ORIGINS: value }).corsOrigins).toEqual(origins);
  });
});
