import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

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
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    DEMO_DATA: flag.default(true),
    TALENT_CONNECTION: z.string().min(1).default('talent'),
    TALENT_TOOL_PREFIX: z.string().default('talent_'),
    ACTIVITY_HORIZON_DAYS: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days from 1')
      .transform(Number)
      .default(730),
    DEV_IDENTIFIER: z.string().min(1).default('demo'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    database: databaseLocation(env),
    demoData: env.DEMO_DATA,
    connections: {
      talent: { connectionName: env.TALENT_CONNECTION, toolPrefix: env.TALENT_TOOL_PREFIX },
    },
    activityHorizonDays: env.ACTIVITY_HORIZON_DAYS,
    developmentIdentifier: env.DEV_IDENTIFIER,
    logLevel: env.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
  }));

function databaseLocation(env: { DATABASE_URL?: string | undefined; DATA_DIR: string }) {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL };
  return env.DATA_DIR === 'memory' ? ('memory' as const) : { dataDir: env.DATA_DIR };
}

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
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(
        (issue) => `${issue.path.join('.')} ${issue.message}; it is ${JSON.stringify(given[String(issue.path[0])])}.`,
      ),
    );
  }
  if (!loopbackHosts.has(parsed.data.host)) {
    throw new ConfigError([
      `HOST must be a loopback address (127.0.0.1, ::1 or localhost) while callers are not authenticated; it is ${JSON.stringify(parsed.data.host)}.`,
    ]);
  }
  return parsed.data;
}
