import { join } from 'node:path';
import { z } from 'zod';

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const flag = oneOf(['true', 'false']).transform((text) => text === 'true');

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const environmentSchema = z
  .object({
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z
      .string()
      .regex(/^\d+$/, 'must be a whole number')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be at most 65535')
      .default(4000),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z
      .string()
      .refine(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'must be postgres://user@host:port/database',
      )
      .optional(),
    DEMO_DATA: flag.default(true),
    TALENT_CONNECTION: z.string().min(1).default('talent'),
    TALENT_TOOL_PREFIX: z.string().default('talent_'),
    CONVO_CONNECTION: z.string().min(1).default('convo'),
    CONVO_TOOL_PREFIX: z.string().default('convo_'),
    ACTIVITY_HORIZON_DAYS: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days from 1')
      .transform(Number)
      .default(730),
    PUBLIC_URL: address
      .refine((url) => new URL(url).pathname === '/', 'must have no path')
      .transform((url) => new URL(url).origin)
      .optional(),
    MAX_RECORDING_BYTES: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'must be a whole number of bytes from 1')
      .transform(Number)
      .default(2 * 1024 ** 3),
    RECORDING_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    WEBHOOK_ALLOW_HTTP: flag.default(false),
    WEBHOOK_ALLOW_PRIVATE: flag.default(false),
    TRANSCRIBER_URL: address.optional(),
    TRANSCRIBER_API_KEY: z.string().optional(),
    TRANSCRIBER_MODEL: z.string().min(1).default('whisper-1'),
    ANALYST_URL: address.optional(),
    ANALYST_API_KEY: z.string().optional(),
    ANALYST_MODEL: z.string().min(1).optional(),
    DEV_IDENTIFIER: z.string().min(1).default('demo'),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  })
  .refine((env) => env.ANALYST_URL === undefined || env.ANALYST_MODEL !== undefined, {
    path: ['ANALYST_MODEL'],
    message: 'must be set with ANALYST_URL',
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    database: databaseLocation(env),
    demoData: env.DEMO_DATA,
    connections: {
      talent: { connectionName: env.TALENT_CONNECTION, toolPrefix: env.TALENT_TOOL_PREFIX },
      convo: { connectionName: env.CONVO_CONNECTION, toolPrefix: env.CONVO_TOOL_PREFIX },
    },
    activityHorizonDays: env.ACTIVITY_HORIZON_DAYS,
    publicOrigin: env.PUBLIC_URL ?? originOf(env.HOST, env.PORT),
    recordings: {
      folder: env.DATA_DIR === 'memory' ? ('memory' as const) : join(env.DATA_DIR, 'recordings'),
      maxBytes: env.MAX_RECORDING_BYTES,
      secret: env.RECORDING_SECRET,
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

function databaseLocation(env: { DATABASE_URL?: string | undefined; DATA_DIR: string }) {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL };
  return env.DATA_DIR === 'memory' ? ('memory' as const) : { dataDir: env.DATA_DIR };
}

const originOf = (host: string, port: number) =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;

export type Config = z.output<typeof environmentSchema>;

/** Every fault of the environment at once, a line each. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
  }
}

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Reads the configuration; an empty variable counts as not set.
 * @throws ConfigError naming every variable at fault and its rule
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  const faults = [...schemaFaults(parsed.error, given), ...hostFaults(given['HOST'])];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return parsed.data;
}

/** Variables whose values are nobody's business. */
const confidential = /^(DATABASE|REDIS)_URL$|SECRET|KEY/;

const schemaFaults = (error: z.ZodError | undefined, given: Record<string, string | undefined>) =>
  (error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return confidential.test(name)
      ? `${name} ${message}.`
      : `${name} ${message}; it is ${JSON.stringify(given[name])}.`;
  });

const hostFaults = (host: string | undefined) =>
  host === undefined || loopbackHosts.has(host)
    ? []
    : [
        `HOST must be a loopback address (127.0.0.1, ::1 or localhost) while callers are not authenticated; it is ${JSON.stringify(host)}.`,
      ];
