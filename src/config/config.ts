import { join } from 'node:path';
import { z } from 'zod';
import type { InputIssue } from '../tools/errors/coded-error.ts';
import { exactName, toolPrefix } from '../tools/rules/exact-name.ts';
import { webUrl } from '../tools/rules/field-rules.ts';
import { inputIssues } from '../tools/rules/input-issues.ts';
import { OperatorError } from '../tools/errors/operator-error.ts';
import { combinationFaults } from './config-rules.ts';
import {
  commaSeparated,
  encryptionKey,
  flag,
  issuedSecret,
  signingSecret,
  oneOf,
  origin,
  wholeNumber,
} from './config-values.ts';

const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const;

const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber({ min: 0, max: 65_535 }).default(4000),
  SERVES: commaSeparated(oneOf(['graph', 'platform'])).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'must be postgres://user@host:port/database')
    .optional(),
  DEMO_DATA: flag.default(true),
  VAULT_KEY: encryptionKey.optional(),
  VAULT_PREVIOUS_KEYS: commaSeparated(encryptionKey).default([]),
  PLATFORM_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  PLATFORM_CLIENT_ID: z.string().min(1).optional(),
  PLATFORM_CLIENT_SECRET: issuedSecret.optional(),
  TALENT_CONNECTION: exactName.default('talent'),
  TALENT_TOOL_PREFIX: toolPrefix.default('talent_'),
  CONVO_CONNECTION: exactName.default('convo'),
  CONVO_TOOL_PREFIX: toolPrefix.default('convo_'),
  TOOL_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(10_000),
  OPERATION_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(30_000),
  DRAIN_DELAY_MS: wholeNumber({ min: 0, max: 600_000, unit: 'milliseconds' }).optional(),
  CACHE_SECONDS: wholeNumber({ min: 0, max: 86_400, unit: 'seconds' }).default(60),
  CALL_RATE_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'calls per minute' }).default(12_000),
  PROXY_HOPS: wholeNumber({ min: 0, max: 10 }).default(0),
  RATE_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'cost per minute' }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be redis://host:port or rediss://host:port' }).optional(),
  AUTH_JWKS_URL: webUrl.optional(),
  AUTH_JWT_SECRET: signingSecret.optional(),
  AUTH_ISSUER: z.string().min(1).optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_ALGORITHMS: commaSeparated(oneOf(asymmetricAlgorithms)).default(['RS256', 'PS256', 'ES256']),
  COST_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'cost per operation' }).default(7_000),
  COST_MODE: oneOf(['enforce', 'measure', 'off']).default('enforce'),
  ACTIVITY_HORIZON_DAYS: wholeNumber({ min: 1, max: 99_999, unit: 'days' }).default(730),
  PUBLIC_URL: origin.optional(),
  CORS_ORIGINS: commaSeparated(origin).default([]),
  INTROSPECTION: flag.optional(),
  MAX_RECORDING_BYTES: wholeNumber({ min: 1, max: 999_999_999_999_999, unit: 'bytes' }).default(2 * 1024 ** 3),
  UPLOAD_QUOTA_BYTES: wholeNumber({ min: 1, max: 999_999_999_999_999, unit: 'bytes' }).optional(),
  UPLOAD_QUOTA_FILES: wholeNumber({ min: 1, max: 1_000_000, unit: 'files' }).default(10_000),
  RECORDING_SECRET: signingSecret.optional(),
  RECORDING_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500, unit: 'days' }).default(30),
  RECORDING_ORIGINS: commaSeparated(origin).default([]),
  WEBHOOK_ALLOW_HTTP: flag.default(false),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  TRANSCRIBER_URL: webUrl.optional(),
  TRANSCRIBER_API_KEY: z.string().optional(),
  TRANSCRIBER_MODEL: z.string().min(1).default('whisper-1'),
  ANALYST_URL: webUrl.optional(),
  ANALYST_API_KEY: z.string().optional(),
  ANALYST_MODEL: z.string().min(1).optional(),
  DEV_IDENTIFIER: exactName.default('demo'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ALLOW_PLAIN_HTTP: flag.default(false),
  METRICS: flag.default(false),
  METRICS_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
});

/**
 * Long enough for a load balancer that probes every two seconds to see two failures. In development the default is 0,
 * so that Ctrl-C exits at once.
 */
const productionDrainDelayMs = 5000;

/** The default of a caller's upload quota, in recordings of the maximum size. */
const uploadQuotaRecordings = 10;

type Environment = z.output<typeof environmentSchema>;

function configOf(env: Environment) {
  const isInMemory = env.DATA_DIR === 'memory';
  const isProduction = env.NODE_ENV === 'production';
  return {
    host: env.HOST,
    port: env.PORT,
    serves: new Set(env.SERVES ?? (env.PLATFORM_URL === undefined ? ['graph', 'platform'] : ['graph'])),
    database: databaseLocation(env),
    demoData: env.DEMO_DATA,
    vault: {
      key: env.VAULT_KEY,
      previousKeys: env.VAULT_PREVIOUS_KEYS,
      file: isInMemory ? ('memory' as const) : join(env.DATA_DIR, 'vault-keys'),
    },
    remotePlatform: remotePlatform(env),
    connections: {
      talent: { connectionName: env.TALENT_CONNECTION, toolPrefix: env.TALENT_TOOL_PREFIX },
      convo: { connectionName: env.CONVO_CONNECTION, toolPrefix: env.CONVO_TOOL_PREFIX },
    },
    toolTimeoutMs: env.TOOL_TIMEOUT_MS,
    operationTimeoutMs: env.OPERATION_TIMEOUT_MS,
    drainDelayMs: env.DRAIN_DELAY_MS ?? (isProduction ? productionDrainDelayMs : 0),
    cache: { seconds: env.CACHE_SECONDS, redisUrl: env.REDIS_URL },
    rateLimit: env.RATE_LIMIT,
    callRateLimit: env.CALL_RATE_LIMIT,
    proxyHops: env.PROXY_HOPS,
    tokenRules: tokenRules(env),
    costs: { limit: env.COST_LIMIT, mode: env.COST_MODE },
    activityHorizonDays: env.ACTIVITY_HORIZON_DAYS,
    publicOrigin: env.PUBLIC_URL ?? originOf(env.HOST, env.PORT),
    corsOrigins: env.CORS_ORIGINS,
    introspection: env.INTROSPECTION ?? !isProduction,
    recordings: {
      folder: isInMemory ? ('memory' as const) : join(env.DATA_DIR, 'recordings'),
      maxBytes: env.MAX_RECORDING_BYTES,
      retentionDays: env.RECORDING_RETENTION_DAYS,
      secret: env.RECORDING_SECRET,
      isShared: env.DATABASE_URL !== undefined,
    },
    uploadQuota: {
      files: env.UPLOAD_QUOTA_FILES,
      bytes: env.UPLOAD_QUOTA_BYTES ?? uploadQuotaRecordings * env.MAX_RECORDING_BYTES,
    },
    addressRules: {
      allowHttp: env.WEBHOOK_ALLOW_HTTP,
      allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
      recordingOrigins: env.RECORDING_ORIGINS,
    },
    transcriber: transcriber(env),
    analyst: analyst(env),
    developmentIdentifier: env.DEV_IDENTIFIER,
    metrics: { onMainListener: env.METRICS, port: env.METRICS_PORT },
    traceCollector: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL,
    production: isProduction,
  };
}

export type Config = ReturnType<typeof configOf>;

function databaseLocation({ DATABASE_URL: url, DATA_DIR: dataDir }: Environment) {
  if (url !== undefined) return { url };
  return dataDir === 'memory' ? ('memory' as const) : { dataDir };
}

/** Returns the address and credentials of a remote platform; undefined if the platform runs in this process. */
function remotePlatform({
  PLATFORM_URL: url,
  PLATFORM_CLIENT_ID: clientId,
  PLATFORM_CLIENT_SECRET: clientSecret,
}: Environment) {
  if (url !== undefined && clientId !== undefined && clientSecret !== undefined) return { url, clientId, clientSecret };
  return undefined;
}

/** Returns the rules that a caller's token must satisfy; undefined if callers are not authenticated. */
function tokenRules(env: Environment) {
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: jwksUrl, AUTH_JWT_SECRET: secret } = env;
  if (issuer === undefined || audience === undefined) return undefined;
  // With a key set, allow only asymmetric algorithms, so that no token can use a public key as an HMAC secret.
  if (jwksUrl !== undefined) return { issuer, audience, jwksUrl, algorithms: env.AUTH_ALGORITHMS };
  if (secret !== undefined) return { issuer, audience, secret, algorithms: ['HS256' as const] };
  return undefined;
}

const transcriber = ({ TRANSCRIBER_URL: url, TRANSCRIBER_API_KEY: key, TRANSCRIBER_MODEL: model }: Environment) =>
  url === undefined ? undefined : { url, key, model };

const analyst = ({ ANALYST_URL: url, ANALYST_API_KEY: key, ANALYST_MODEL: model }: Environment) =>
  url === undefined || model === undefined ? undefined : { url, model, ...(key !== undefined && { key }) };

const originOf = (host: string, port: number) =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;

/** The configuration is invalid. The message has one line per fault. */
export class ConfigError extends OperatorError {
  constructor(faults: string[]) {
    super(faults.join('\n'));
  }
}

/**
 * Reads the configuration from environment variables; an empty variable counts as not set.
 * @throws ConfigError that names every invalid variable and the rule that it breaks
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = inputIssues(environmentSchema, variables);
  const issues = 'issues' in parsed ? parsed.issues : [];
  const faults = [...issues.map((issue) => faultOf(issue, variables)), ...combinationFaults(variables)];
  if ('issues' in parsed || faults.length > 0) throw new ConfigError(faults);
  return configOf(parsed.data);
}

/** Matches the names of variables whose values are never printed. */
const confidential = /^(DATABASE|REDIS)_URL$|SECRET|KEY/;

function faultOf({ path: [name = ''], message }: InputIssue, variables: Record<string, string | undefined>): string {
  const isShown = variables[name] !== undefined && !confidential.test(name);
  return isShown ? `${name} ${message}; it is ${JSON.stringify(variables[name])}.` : `${name} ${message}.`;
}
