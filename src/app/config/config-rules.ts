import { isOneTypoAway } from '../../tools/rules/one-typo.ts';

/** Unparsed variables, whose values can be invalid. */
type RawEnvironment = Record<string, string | undefined>;

/** Finds invalid combinations of variables that may each be valid on their own; returns one sentence per fault. */
export function combinationFaults(env: RawEnvironment): string[] {
  const isSet = (name: string) => env[name] !== undefined;
  const authenticatesCallers = isSet('AUTH_JWKS_URL') || isSet('AUTH_JWT_SECRET');
  const isRemote = isSet('PLATFORM_URL');
  const showsSchema = (env['INTROSPECTION'] ?? String(env['NODE_ENV'] !== 'production')) === 'true';
  const rules: [isBroken: boolean, fault: string][] = [
    [isSet('ANALYST_URL') && !isSet('ANALYST_MODEL'), 'ANALYST_MODEL must be set with ANALYST_URL.'],
    [isSet('SMTP_URL') && !isSet('MAIL_FROM'), 'MAIL_FROM must be set with SMTP_URL.'],
    [isSet('MAIL_FROM') && !isSet('SMTP_URL'), 'SMTP_URL must be set with MAIL_FROM.'],
    // With a hidden schema, the secrets have another use: they let gateways read the schema.
    [
      isSet('TRUSTED_GATEWAY_SECRETS') && !isSet('TRUSTED_DOCUMENTS') && showsSchema,
      'TRUSTED_DOCUMENTS must be set with TRUSTED_GATEWAY_SECRETS: without it, every client may send any document.',
    ],
    [isRemote && !isSet('PLATFORM_CLIENT_ID'), 'PLATFORM_CLIENT_ID must be set with PLATFORM_URL.'],
    [isRemote && !isSet('PLATFORM_CLIENT_SECRET'), 'PLATFORM_CLIENT_SECRET must be set with PLATFORM_URL.'],
    [
      isRemote && isSet('DATABASE_URL'),
      'DATABASE_URL must not be set with PLATFORM_URL: the platform has its own database.',
    ],
    [
      isSet('DATABASE_URL') && env['DATA_DIR'] === 'memory' && !isSet('VAULT_KEY'),
      'VAULT_KEY must be set with DATABASE_URL when DATA_DIR is memory: stored tokens would outlive their key.',
    ],
    [isRemote && servesPlatform(env), 'SERVES must not include platform when PLATFORM_URL is set.'],
    [isSet('AUTH_JWKS_URL') && isSet('AUTH_JWT_SECRET'), 'AUTH_JWT_SECRET must not be set with AUTH_JWKS_URL.'],
    [authenticatesCallers && !isSet('AUTH_ISSUER'), 'AUTH_ISSUER is required when callers are authenticated.'],
    [authenticatesCallers && !isSet('AUTH_AUDIENCE'), 'AUTH_AUDIENCE is required when callers are authenticated.'],
    [
      !authenticatesCallers && (isSet('AUTH_ISSUER') || isSet('AUTH_AUDIENCE')),
      'AUTH_JWKS_URL or AUTH_JWT_SECRET must be set with AUTH_ISSUER and AUTH_AUDIENCE.',
    ],
    [
      isSet('RATE_LIMIT') && env['COST_MODE'] === 'off',
      'RATE_LIMIT must not be set when COST_MODE is off: operations need an estimate.',
    ],
    [
      Number(env['TOOL_TIMEOUT_MS'] ?? 10_000) >= Number(env['OPERATION_TIMEOUT_MS'] ?? 30_000),
      'TOOL_TIMEOUT_MS must be below OPERATION_TIMEOUT_MS.',
    ],
    [
      (env['TALENT_CONNECTION'] ?? 'talent') === (env['CONVO_CONNECTION'] ?? 'convo'),
      'CONVO_CONNECTION and TALENT_CONNECTION must differ.',
    ],
    [
      isPlainHttp(env, 'AUTH_JWKS_URL'),
      plainHttpFault('AUTH_JWKS_URL', 'an attacker in the network could replace the keys that verify tokens'),
    ],
    [
      isPlainHttp(env, 'PLATFORM_URL'),
      plainHttpFault('PLATFORM_URL', 'an attacker in the network could read the client secret and all data'),
    ],
    [
      env['METRICS'] === 'true' && !isLoopback(env['HOST']),
      'METRICS must not be true when HOST is not a loopback address, because others could read /metrics. Set METRICS_PORT instead.',
    ],
    [
      isSet('METRICS_PORT') && env['METRICS_PORT'] !== '0' && env['METRICS_PORT'] === (env['PORT'] ?? '4000'),
      'METRICS_PORT and PORT must differ.',
    ],
    // Without authentication, every caller is treated as the development identity, so only this machine may connect.
    [
      !authenticatesCallers && servesGraph(env) && !isLoopback(env['HOST']),
      `HOST must be a loopback address (127.0.0.1, ::1 or localhost) while callers are not authenticated; it is ${JSON.stringify(env['HOST'])}.`,
    ],
  ];
  return rules.flatMap(([isBroken, fault]) => (isBroken ? [fault] : []));
}

const servesGraph = ({ SERVES: serves }: RawEnvironment) => serves === undefined || serves.includes('graph');

const servesPlatform = ({ SERVES: serves }: RawEnvironment) => serves?.includes('platform') ?? false;

/** Whether production would send requests without TLS to another machine, which only `ALLOW_PLAIN_HTTP` permits. */
function isPlainHttp(env: RawEnvironment, name: 'AUTH_JWKS_URL' | 'PLATFORM_URL'): boolean {
  const url = URL.parse(env[name] ?? '');
  const isAllowed = env['NODE_ENV'] !== 'production' || env['ALLOW_PLAIN_HTTP'] === 'true';
  return !isAllowed && url?.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
}

const plainHttpFault = (name: string, risk: string) =>
  `${name} must begin with https:// in production, because ${risk}. Set ALLOW_PLAIN_HTTP=true if you trust the network.`;

const loopbackHosts = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** An unset HOST defaults to a loopback address. */
export const isLoopback = (host: string | undefined) => host === undefined || loopbackHosts.test(host);

const removedVariables: Readonly<Record<string, string>> = {
  AUTH_ALGORITHMS: 'every asymmetric algorithm is accepted',
  COMPRESS_RESPONSES: 'let a proxy in front of the graph compress responses',
  SUBSCRIPTION_LIMIT: 'each caller can have 100 subscriptions on a node',
  UPLOAD_QUOTA_BYTES: 'each caller can store ten recordings of MAX_RECORDING_BYTES',
  UPLOAD_QUOTA_FILES: 'each caller can store 10,000 recordings',
};

export const removedVariableFaults = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const advice = removedVariables[name];
    return advice === undefined ? [] : [`${name} no longer exists. Remove it: ${advice}.`];
  });

/** Names that other software defines: npm, the SDKs of OpenTelemetry, and Marathon, which numbers ports. */
const foreignNames = /^(npm_|OTEL_|PORTS$|PORT\d$)/;

export function misspelledVariables(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (known.includes(name) || foreignNames.test(name)) return [];
    const meant = known.find((candidate) => isOneTypoAway(name, candidate));
    return meant === undefined ? [] : [`${name} is unknown. Did you mean ${meant}?`];
  });
}
