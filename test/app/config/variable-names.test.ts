import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { environmentSchema } from '../../../src/app/config/environment.ts';
import { OperatorError } from '../../../src/tools/errors/operator-error.ts';

const warningsOf = (...names: string[]) => readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).warnings;

/** Names with one character inserted, removed or replaced, or two adjacent ones swapped. */
function* typosOf(name: string) {
  for (let index = 0; index <= name.length; index += 1) {
    const [before, after] = [name.slice(0, index), name.slice(index)];
    yield `${before}X${after}`;
    if (after === '') continue;
    yield `${before}${after.slice(1)}`;
    yield `${before}X${after.slice(1)}`;
    yield `${before}${after.slice(1, 2)}${after.slice(0, 1)}${after.slice(2)}`;
  }
}

const known = Object.keys(environmentSchema.shape);

describe('a misspelled variable', () => {
  it.each(known)('like %s is a warning', (name) => {
    const typos = new Set(typosOf(name));
    typos.delete(name);
    for (const typo of typos) {
      const isOthers = typo.startsWith('OTEL_');
      expect(warningsOf(typo)).toEqual(isOthers ? [] : [`${typo} is unknown. Did you mean ${name}?`]);
    }
  });

  it.each([
    'HOME',
    'HOSTNAME',
    'PATH',
    'PORTS',
    'PORT0',
    'npm_config_port',
    'OTEL_EXPORTER_OTLP_ENDPOIN',
    'TEST_DATABASE_URL',
    'DATABASE_PASSWORD',
    'DATBSE_URL',
    'ATABASE_URLS',
    'ADTABASE_RUL',
    'ERSO',
    'port',
  ])('is not suspected in %s', (name) => {
    expect(warningsOf(name)).toEqual([]);
  });

  it('is ignored if it is empty', () => {
    expect(readConfig({ DATABSE_URL: '' }).warnings).toEqual([]);
  });

  it('is a fault in production, like the others in one run', () => {
    const environment = {
      NODE_ENV: 'production',
      DATABSE_URL: 'postgres://graph@db/graph',
      VAULTKEY: '',
      SERVE: 'graph',
    };
    expect(() => readConfig({ ...environment, PORT: '4000x' })).toThrow(
      new OperatorError(
        [
          'PORT must be a whole number from 0 to 65535; it is "4000x".',
          'DATABSE_URL is unknown. Did you mean DATABASE_URL?',
          'SERVE is unknown. Did you mean SERVES?',
        ].join('\n'),
      ),
    );
    expect(() => readConfig(environment)).toThrow('DATABSE_URL is unknown. Did you mean DATABASE_URL?');
  });
});

it('rejects each variable of an earlier release, and says what to do about it', () => {
  const removed = {
    AUTH_ALGORITHMS: 'RS256',
    COMPRESS_RESPONSES: 'false',
    SUBSCRIPTION_LIMIT: '100',
    UPLOAD_QUOTA_BYTES: '1000',
    UPLOAD_QUOTA_FILES: '10',
  };
  expect(() => readConfig(removed)).toThrow(
    new OperatorError(
      [
        'AUTH_ALGORITHMS no longer exists. Remove it: every asymmetric algorithm is accepted.',
        'COMPRESS_RESPONSES no longer exists. Remove it: let a proxy in front of the graph compress responses.',
        'SUBSCRIPTION_LIMIT no longer exists. Remove it: each caller can have 100 subscriptions on a node.',
        'UPLOAD_QUOTA_BYTES no longer exists. Remove it: each caller can store ten recordings of MAX_RECORDING_BYTES.',
        'UPLOAD_QUOTA_FILES no longer exists. Remove it: each caller can store 10,000 recordings.',
      ].join('\n'),
    ),
  );
  expect(readConfig({ AUTH_ALGORITHMS: '' }).tokenRules).toBeUndefined();
});
