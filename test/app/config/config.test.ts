import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { OperatorError } from '../../../src/tools/errors/operator-error.ts';

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof OperatorError) return error.message.split('\n');
    throw error;
  }
}

const origin = 'must be an origin without a path, such as https://app.example.com';

/** Values that break a rule of a variable. */
const invalid: [variable: string, rule: string, values: string][] = [
  ['CORS_ORIGINS', `${origin} or https://*.example.com`, 'nope https://app.example.com,nope ftp://app.example.com'],
  [
    'CORS_ORIGINS',
    `${origin} or https://*.example.com`,
    'https://a.example.com/path https://*.a.com/path https://*.1.2.3',
  ],
  [
    'CORS_ORIGINS',
    'must use * as the whole first label of the host name, such as https://*.example.com',
    '* https://* https://*:8443 *.a.com https://app-*.a.com https://app.*.com https://*.*.a.com https://user@*.a.com',
  ],
  [
    'CORS_ORIGINS',
    'must begin with https:// if it has a *, because pages sent without TLS can be forged',
    'http://*.example.com',
  ],
  [
    'CORS_ORIGINS',
    'must use * only below a domain of your own, because anyone can register names below a public suffix',
    'https://*.com https://*.co.uk https://*.github.io https://*.gith\u00adub.io https://*.ｃｏ.uk https://*.localhost',
  ],
  ['CORS_HEADERS', 'must be names of headers, such as x-app-version, without *', '* x\u00a0app x-app: x-app, ä'],
  ['PUBLIC_URL', origin, 'foo https://graph.example.com/?a=b https://user@graph.example.com'],
  ['RATE_LIMIT', 'must be a whole number of cost per minute from 1 to 1000000000', '0 1.5 1000000001'],
];

describe('readConfig', () => {
  it.each(invalid)('rejects %s: it %s', (variable, rule, values) => {
    for (const value of values.split(' '))
      expect(faultsOf({ [variable]: value })).toEqual([`${variable} ${rule}; it is "${value}".`]);
  });

  it('reads CORS_HEADERS', () => {
    expect(readConfig({ CORS_HEADERS: 'X-App-Version, x-tenant' }).cors.headers).toEqual(['x-app-version', 'x-tenant']);
    expect(readConfig({}).cors.headers).toEqual([]);
  });

  it('reads trusted documents, and rejects a secret that has no effect', () => {
    const secret = 'x'.repeat(32);
    expect(readConfig({}).trustedDocuments).toEqual({ files: [], gatewaySecrets: [] });
    expect(
      readConfig({ TRUSTED_DOCUMENTS: 'web.json, ios.json', TRUSTED_GATEWAY_SECRETS: `${secret}, ${secret}y` })
        .trustedDocuments,
    ).toEqual({ files: ['web.json', 'ios.json'], gatewaySecrets: [secret, `${secret}y`] });
    expect(faultsOf({ TRUSTED_GATEWAY_SECRETS: secret })).toEqual([
      'TRUSTED_DOCUMENTS must be set with TRUSTED_GATEWAY_SECRETS: without it, every client may send any document.',
    ]);
    // The secret has an effect if introspection is off: it gives access to the schema.
    expect(readConfig({ INTROSPECTION: 'false', TRUSTED_GATEWAY_SECRETS: secret }).trustedDocuments).toEqual({
      files: [],
      gatewaySecrets: [secret],
    });
    expect(faultsOf({ TRUSTED_DOCUMENTS: 'web.json', TRUSTED_GATEWAY_SECRETS: 'ä'.repeat(32) })).toEqual([
      'TRUSTED_GATEWAY_SECRETS must have only visible ASCII characters.',
    ]);
  });

  it('reads COST_LIMIT, COST_MODE and RATE_LIMIT', () => {
    const { costs, rateLimit } = readConfig({ COST_LIMIT: '12', COST_MODE: 'measure', RATE_LIMIT: '100' });
    expect([costs, rateLimit]).toEqual([{ limit: 12, mode: 'measure' }, 100]);
  });

  it.each([
    ['https://app.example.com', ['https://app.example.com']],
    ['https://app.example.com/, http://localhost:3000', ['https://app.example.com', 'http://localhost:3000']],
    [
      'https://*.Example.com, https://*.app.example.com:8443/',
      ['https://*.example.com', 'https://*.app.example.com:8443'],
    ],
    ['https://*.münchen.example', ['https://*.xn--mnchen-3ya.example']],
    ['https://*.acme.vercel.app', ['https://*.acme.vercel.app']],
    ['', []],
  ])('reads CORS_ORIGINS=%s', (value, origins) => {
    expect(readConfig({ CORS_ORIGINS: value }).cors.origins).toEqual(origins);
  });

  const signature = { AUTH_ISSUER: 'https://id.example.com', AUTH_AUDIENCE: 'graph' };
  const credentials = { PLATFORM_CLIENT_ID: 'graph', PLATFORM_CLIENT_SECRET: 'a'.repeat(16) };
  const production = { NODE_ENV: 'production', ...signature, ...credentials };
  const keysFault =
    'AUTH_JWKS_URL must begin with https:// in production, because an attacker in the network could replace the keys ' +
    'that verify tokens. Set ALLOW_PLAIN_HTTP=true if you trust the network.';
  const platformFault =
    'PLATFORM_URL must begin with https:// in production, because an attacker in the network could read the client ' +
    'secret and all data. Set ALLOW_PLAIN_HTTP=true if you trust the network.';
  const urls = (url: string) => ({ AUTH_JWKS_URL: url, PLATFORM_URL: url });

  it.each([
    'http://platform.internal',
    'HTTP://10.0.0.1:4000/path',
    'http://[fd00::1]',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@platform.internal',
  ])('rejects %s as address of keys and platform in production, unless ALLOW_PLAIN_HTTP is set', (url) => {
    expect(faultsOf({ ...production, ...urls(url) })).toEqual([keysFault, platformFault]);
    expect(faultsOf({ ...production, ...urls(url), ALLOW_PLAIN_HTTP: 'false' })).toEqual([keysFault, platformFault]);
    expect(faultsOf({ ...production, ...urls(url), ALLOW_PLAIN_HTTP: 'true' })).toEqual([]);
    expect(faultsOf({ ...production, ...urls(url), NODE_ENV: 'development' })).toEqual([]);
  });

  it.each([
    'https://platform.internal',
    'http://127.0.0.1:4000',
    'http://127.1',
    'http://localhost',
    'http://[::1]:4000',
  ])('accepts %s as address of keys and platform in production', (url) => {
    expect(faultsOf({ ...production, ...urls(url) })).toEqual([]);
  });

  it.each([
    [{}, 0, true],
    [{ NODE_ENV: 'test', DRAIN_DELAY_MS: '600000' }, 600_000, true],
    [{ NODE_ENV: 'production' }, 5000, false],
    [{ NODE_ENV: 'production', DRAIN_DELAY_MS: '0', DEMO_DATA: 'true' }, 0, true],
    [{ DEMO_DATA: 'false' }, 0, false],
  ])('reads the drain delay and demo data of %j', (environment, drainDelayMs, demoData) => {
    expect(readConfig(environment)).toMatchObject({ drainDelayMs, demoData });
  });

  it.each<[Record<string, string>, string]>([
    [
      { RATE_LIMIT: '100', COST_MODE: 'off' },
      'RATE_LIMIT must not be set when COST_MODE is off: operations need an estimate.',
    ],
    [
      { HOST: '0.0.0.0' },
      'HOST must be a loopback address (127.0.0.1, ::1 or localhost) while callers are not authenticated; it is "0.0.0.0".',
    ],
    [{ METRICS_PORT: '5000', PORT: '5000' }, 'METRICS_PORT and PORT must differ.'],
    [{ METRICS_PORT: '4000' }, 'METRICS_PORT and PORT must differ.'],
    [
      { METRICS: 'true', HOST: '0.0.0.0', SERVES: 'platform' },
      'METRICS must not be true when HOST is not a loopback address, because others could read /metrics. Set METRICS_PORT instead.',
    ],
  ])('rejects %j', (environment, fault) => {
    expect(faultsOf(environment)).toEqual([fault]);
  });

  it('accepts METRICS_PORT on every host, and METRICS on a loopback address', () => {
    expect(faultsOf({ METRICS_PORT: '9464', HOST: '0.0.0.0', SERVES: 'platform' })).toEqual([]);
    expect(faultsOf({ METRICS: 'true', HOST: '::1' })).toEqual([]);
  });
});
