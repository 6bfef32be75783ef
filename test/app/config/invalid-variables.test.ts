import { expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { environmentSchema } from '../../../src/app/config/environment.ts';
import { OperatorError } from '../../../src/tools/errors/operator-error.ts';

const address = 'must be an http or https address';
const originRule = 'must be an origin without a path, such as https://app.example.com';
const oneOf = (...values: string[]) => `must be one of ${values.join(', ')}`;
const flag = oneOf('true', 'false');
const whole = (unit: string, min: number, max: number) => `must be a whole number of ${unit} from ${min} to ${max}`;
const port = 'must be a whole number from 0 to 65535';
const key = 'must be 32 bytes in base64';
const prefix = 'must be at most 100 characters, each a letter, a digit or one of _ . -';
const typePrefix = 'must be a capital letter and at most 29 more letters or digits, such as Deal';
const name = 'must not begin or end with a blank';

/** An invalid value of every variable with a rule, and the rule. A value marked as secret must not be printed. */
const invalid: [variable: string, value: string, rule: string, secret?: 'secret'][] = [
  ['PORT', '65536', port],
  ['SERVES', 'graph,api', oneOf('graph', 'platform')],
  ['PUBLIC_URL', 'https://graph.example.com/path', originRule],
  ['PROXY_HOPS', '11', 'must be a whole number from 0 to 10'],
  ['NODE_ENV', 'staging', oneOf('development', 'production', 'test')],
  ['ALLOW_PLAIN_HTTP', 'yes', flag],
  ['DRAIN_DELAY_MS', '5s', whole('milliseconds', 0, 600_000)],
  ['CORS_ORIGINS', '*', 'must use * as the whole first label of the host name, such as https://*.example.com'],
  ['CORS_HEADERS', 'x app', 'must be names of headers, such as x-app-version, without *'],
  ['INTROSPECTION', '1', flag],
  ['GRAPH_TYPE_PREFIX', 'deal', typePrefix],
  ['TRUSTED_DOCUMENTS', 'manifest.json,', 'must not contain an empty path'],
  ['TRUSTED_GATEWAY_SECRETS', 'hunter2', 'must have at least 32 characters', 'secret'],
  ['DATABASE_URL', 'mysql://graph:hunter2@db/graph', 'must be postgres://user@host:port/database', 'secret'],
  ['DATABASE_CONNECTIONS', '2', whole('connections', 3, 1000)],
  ['DATABASE_POOL_MODE', 'statement', oneOf('session', 'transaction')],
  ['DEMO_DATA', 'no', flag],
  ['VAULT_KEY', 'hunter2', key, 'secret'],
  ['VAULT_PREVIOUS_KEYS', 'hunter2', key, 'secret'],
  ['PLATFORM_URL', 'platform', address],
  ['PLATFORM_CLIENT_SECRET', 'hunter2-hunter2', 'must have at least 16 characters', 'secret'],
  ['TALENT_CONNECTION', ' talent', name],
  ['TALENT_TOOL_PREFIX', 'talent:', prefix],
  ['CONVO_CONNECTION', ' convo', name],
  ['CONVO_TOOL_PREFIX', 'convo:', prefix],
  ['TOOL_TIMEOUT_MS', '9', whole('milliseconds', 10, 600_000)],
  ['OPERATION_TIMEOUT_MS', '600001', whole('milliseconds', 10, 600_000)],
  ['CACHE_SECONDS', '-1', whole('seconds', 0, 86_400)],
  ['REDIS_URL', 'http://:hunter2@cache', 'must be redis://host:port or rediss://host:port', 'secret'],
  ['ACTIVITY_HORIZON_DAYS', '0', whole('days', 1, 99_999)],
  ['COST_LIMIT', '10001', whole('cost per operation', 1, 10_000)],
  ['COST_MODE', 'on', oneOf('enforce', 'measure', 'off')],
  ['RATE_LIMIT', '1e6', whole('cost per minute', 1, 1_000_000_000)],
  ['CALL_RATE_LIMIT', '0', whole('calls per minute', 1, 1_000_000_000)],
  ['AUTH_JWKS_URL', 'ftp://id.example.com', address],
  ['AUTH_JWT_SECRET', 'hunter2', 'must have at least 32 characters', 'secret'],
  ['DEV_IDENTIFIER', ' demo', name],
  ['MAX_RECORDING_BYTES', '2 GiB', whole('bytes', 1, 999_999_999_999_999)],
  ['RECORDING_SECRET', 'hunter2', 'must have at least 32 characters', 'secret'],
  ['RECORDING_RETENTION_DAYS', '0', whole('days', 1, 36_500)],
  ['RECORDING_ORIGINS', 'http://graph-1:4000,graph-2', originRule],
  ['TRANSCRIBER_URL', 'whisper', address],
  ['ANALYST_URL', 'llm', address],
  ['ANALYST_CONTEXT_TOKENS', '100', whole('tokens', 2000, 10_000_000)],
  ['ANALYST_TEMPERATURE', '2.5', 'must be a number from 0 to 2'],
  ['WEBHOOK_ALLOW_HTTP', 'TRUE', flag],
  ['WEBHOOK_ALLOW_PRIVATE', 'yes', flag],
  ['WEBHOOK_RECEIVER_SECRETS', 'hunter2', 'must be whsec_ followed by 24 to 64 bytes in base64', 'secret'],
  ['EVENT_RETENTION_DAYS', '0', whole('days', 1, 36_500)],
  ['SMTP_URL', 'smtp://graph:hunter2@mail/inbox', 'must be smtp://host:port or smtps://user:password@host', 'secret'],
  [
    'MAIL_FROM',
    'Graph, Inc. <graph@example.com>',
    'must be an email address, or a name and an address such as Graph <graph@example.com>',
  ],
  ['METRICS', 'on', flag],
  ['METRICS_PORT', '-1', port],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', address],
  ['LOG_LEVEL', 'loud', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')],
];

/** Variables that may have any value. */
const unruled = [
  'HOST',
  'DATA_DIR',
  'MCP_DOCUMENTS',
  'PLATFORM_CLIENT_ID',
  'AUTH_ISSUER',
  'AUTH_AUDIENCE',
  'TRANSCRIBER_API_KEY',
  'TRANSCRIBER_MODEL',
  'ANALYST_API_KEY',
  'ANALYST_MODEL',
];

it('reports every invalid variable and combination in one run, one line each, without secrets', () => {
  expect([...invalid.map(([variable]) => variable), ...unruled].toSorted()).toEqual(
    Object.keys(environmentSchema.shape).toSorted(),
  );

  let message = '';
  try {
    readConfig(Object.fromEntries(invalid));
  } catch (error) {
    if (error instanceof OperatorError) ({ message } = error);
  }
  expect(message.split('\n')).toEqual([
    ...invalid.map(([variable, value, rule, secret]) =>
      secret ? `${variable} ${rule}.` : `${variable} ${rule}; it is ${JSON.stringify(value)}.`,
    ),
    'ANALYST_MODEL must be set with ANALYST_URL.',
    'PLATFORM_CLIENT_ID must be set with PLATFORM_URL.',
    'DATABASE_URL must not be set with PLATFORM_URL: the platform has its own database.',
    'AUTH_JWT_SECRET must not be set with AUTH_JWKS_URL.',
    'AUTH_ISSUER is required when callers are authenticated.',
    'AUTH_AUDIENCE is required when callers are authenticated.',
  ]);
  expect(message).not.toContain('hunter2');
});
