import { OperatorError } from '../tools/operator-error.ts';
import { join } from 'node:path';
import { z } from 'zod';
import { combinationFaults } from './config-rules.ts';
import {
  address,
  commaSeparated,
  encryptionKey,
  flag,
  longSecret,
  oneOf,
  origin,
  wholeNumber,
} from './config-values.ts';
import type { InputIssue } from '../tools/coded-error.ts';
import { inputIssues } from '../tools/input-issues.ts';
import { exactName, toolPrefix } from '../tools/exact-name.ts';

const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const;

const environmentSchema = z
  .object({
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z
      .string()
      .regex(/^\d+$/, 'must be a whole number')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be at most 65535')
      .default(4000),
    SERVES: commaSeparated(oneOf(['graph', 'platform'])).optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z
      .string()
      .refine(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'must be postgres://user@host:port/database',
      )
      .optional(),
    DEMO_DATA: flag.default(true),
    VAULT_KEY: encryptionKey.optional(),
    VAULT_PREVIOUS_KEYS: commaSeparated(encryptionKey).default([]),
    PLATFORM_URL: address.transform((url) => url.replace(/\/+$/, '')).optional(),
    PLATFORM_CLIENT_ID: z.string().min(1).optional(),
    PLATFORM_CLIENT_SECRET: z.string().min(1).optional(),
    TALENT_CONNECTION: exactName.default('talent'),
    TALENT_TOOL_PREFIX: toolPrefix.default('talent_'),
    CONVO_CONNECTION: exactName.default('convo'),
    CONVO_TOOL_PREFIX: toolPrefix.default('convo_'),
    TOOL_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(10_000),
    OPERATION_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(30_000),
    CACHE_SECONDS: wholeNumber({ min: 0, max: 86_400, unit: 'seconds' }).default(60),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be redis://host:port or rediss://host:port' }).optional(),
    AUTH_JWKS_URL: address.optional(),
    AUTH_JWT_SECRET: longSecret.optional(),
    AUTH_ISSUER: z.string().min(1).optional(),
    AUTH_AUDIENCE: z.string().min(1).optional(),
    AUTH_ALGORITHMS: commaSeparated(oneOf(asymmetricAlgorithms)).default(['RS256', 'PS256', 'ES256']),
    ACTIVITY_HORIZON_DAYS: wholeNumber({ min: 1, max: 99_999, unit: 'days' }).default(730),
    PUBLIC_URL: origin.optional(),
    CORS_ORIGINS: commaSeparated(origin).default([]),
    INTROSPECTION: flag.optional(),
    MAX_RECORDING_BYTES: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'must be a whole number of bytes from 1')
      .transform(Number)
      .default(2 * 1024 ** 3),
    RECORDING_SECRET: longSecret.optional(),
    RECORDING_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500, unit: 'days' }).default(30),
    WEBHOOK_ALLOW_HTTP: flag.default(false),
    WEBHOOK_ALLOW_PRIVATE: flag.default(false),
    TRANSCRIBER_URL: address.optional(),
    TRANSCRIBER_API_KEY: z.string().optional(),
    TRANSCRIBER_MODEL: z.string().min(1).default('whisper-1'),
    ANALYST_URL: address.optional(),
    ANALYST_API_KEY: z.string().optional(),
    ANALYST_MODEL: z.string().min(1).optional(),
    DEV_IDENTIFIER: exactName.default('demo'),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    serves: new Set(env.SERVES ?? (env.PLATFORM_URL === undefined ? ['graph', 'platform'] : ['graph'])),
    database: databaseLocation(env),
    demoData: env.DEMO_DATA,
    vault: {
      key: env.VAULT_KEY,
      previousKeys: env.VAULT_PREVIOUS_KEYS,
      file: env.DATA_DIR === 'memory' ? ('memory' as const) : join(env.DATA_DIR, 'vault-keys'),
    },
    remotePlatform: remotePlatform(env),
    connections: {
      talent: { connectionName: env.TALENT_CONNECTION, toolPrefix: env.TALENT_TOOL_PREFIX },
      convo: { connectionName: env.CONVO_CONNECTION, toolPrefix: env.CONVO_TOOL_PREFIX },
    },
    toolTimeoutMs: env.TOOL_TIMEOUT_MS,
    operationTimeoutMs: env.OPERATION_TIMEOUT_MS,
    cache: { seconds: env.CACHE_SECONDS, redisUrl: env.REDIS_URL },
    tokenRules: tokenRules(env),
    activityHorizonDays: env.ACTIVITY_HORIZON_DAYS,
    publicOrigin: env.PUBLIC_URL ?? originOf(env.HOST, env.PORT),
    corsOrigins: env.CORS_ORIGINS,
    introspection: env.INTROSPECTION ?? env.NODE_ENV !== 'production',
    recordings: {
      folder: env.DATA_DIR === 'memory' ? ('memory' as const) : join(env.DATA_DIR, 'recordings'),
      maxBytes: env.MAX_RECORDING_BYTES,
      retentionDays: env.RECORDING_RETENTION_DAYS,
      secret: env.RECORDING_SECRET,
      isShared: env.DATABASE_URL !== undefined,
    },
    addressRules: { allowHttp: env.WEBHOOK_ALLOW_HTTP, allowPrivate: env.WEBHOOK_ALLOW_PRIVATE },
    transcriber:
      env.TRANSCRIBER_URL === undefined
        ? undefined
        : { url: env.TRANSCRIBER_URL, key: env.TRANSCRIBER_API_KEY, model: env.TRANSCRIBER_MODEL },
    analyst:
      env.ANALYST_URL === undefined || env.ANALYST_MODEL === undefined
        ? undefined
        : {
            url: env.ANALYST_URL,
            model: env.ANALYST_MODEL,
            ...(env.ANALYST_API_KEY !== undefined && { key: env.ANALYST_API_KEY }),
          },
    developmentIdentifier: env.DEV_IDENTIFIER,
    logLevel: env.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
  }));

type Given<Name extends string> = Partial<Record<Name, string | undefined>>;

function databaseLocation(env: Given<'DATABASE_URL'> & { DATA_DIR: string }) {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL };
  return env.DATA_DIR === 'memory' ? ('memory' as const) : { dataDir: env.DATA_DIR };
}

/** Where tool calls go when not to the platform in this process. */
function remotePlatform(env: Given<'PLATFORM_URL' | 'PLATFORM_CLIENT_ID' | 'PLATFORM_CLIENT_SECRET'>) {
  const { PLATFORM_URL: url, PLATFORM_CLIENT_ID: clientId, PLATFORM_CLIENT_SECRET: clientSecret } = env;
  return url === undefined || clientId === undefined || clientSecret === undefined
    ? undefined
    : { url, clientId, clientSecret };
}

/** What a caller's token must prove; nothing when callers are not authenticated. */
function tokenRules(
  env: Given<'AUTH_JWKS_URL' | 'AUTH_JWT_SECRET' | 'AUTH_ISSUER' | 'AUTH_AUDIENCE'> & {
    AUTH_ALGORITHMS: (typeof asymmetricAlgorithms)[number][];
  },
) {
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = env;
  if (issuer === undefined || audience === undefined) return undefined;
  if (env.AUTH_JWKS_URL !== undefined)
    return { issuer, audience, jwksUrl: env.AUTH_JWKS_URL, algorithms: env.AUTH_ALGORITHMS };
  if (env.AUTH_JWT_SECRET !== undefined)
    // A key set's public key must never pass for a secret, nor the other way round.
    return { issuer, audience, secret: env.AUTH_JWT_SECRET, algorithms: ['HS256' as const] };
  return undefined;
}

const originOf = (host: string, port: number) =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;

export type Config = z.output<typeof environmentSchema>;

/** Every fault of the environment at once, a line each. */
export class ConfigError extends OperatorError {
  constructor(faults: string[]) {
    super(faults.join('\n'));
  }
}

/**
 * Reads the configuration; an empty variable counts as not set.
 * @throws ConfigError naming every variable at fault and its rule
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const checked = inputIssues(environmentSchema, given);
  const issues = 'issues' in checked ? checked.issues : [];
  const faults = [...issues.map((issue) => faultOf(issue, given)), ...combinationFaults(given)];
  if ('issues' in checked || faults.length > 0) throw new ConfigError(faults);
  return checked.data;
}

/** Variables whose values are never printed. */
const confidential = /^(DATABASE|REDIS)_URL$|SECRET|KEY/;

function faultOf({ path: [name = ''], message }: InputIssue, given: Record<string, string | undefined>): string {
  const isShown = given[name] !== undefined && !confidential.test(name);
  return isShown ? `${name} ${message}; it is ${JSON.stringify(given[name])}.` : `${name} ${message}.`;
}
