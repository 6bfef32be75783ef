import { join } from 'node:path';
import { type InputIssue, inputIssues } from '../../tools/rules/input-issues.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { combinationFaults, misspelledVariables, removedVariableFaults } from './config-rules.ts';
import { type Environment, environmentSchema } from './environment.ts';

/** Time for two failed probes, two seconds apart. In development, the delay is 0, so that Ctrl-C exits at once. */
const productionDrainDelayMs = 5000;

function configOf(env: Environment, warnings: readonly string[]) {
  const isInMemory = env.DATA_DIR === 'memory';
  const isProduction = env.NODE_ENV === 'production';
  return {
    host: env.HOST,
    port: env.PORT,
    serves: new Set(env.SERVES ?? (env.PLATFORM_URL === undefined ? ['graph', 'platform'] : ['graph'])),
    database: databaseLocation(env),
    demoData: env.DEMO_DATA ?? !isProduction,
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
    publicUrl: env.PUBLIC_URL,
    publicOrigin: env.PUBLIC_URL ?? originOf(env.HOST, env.PORT),
    cors: { origins: env.CORS_ORIGINS, headers: env.CORS_HEADERS },
    trustedDocuments: { files: env.TRUSTED_DOCUMENTS, gatewaySecrets: env.TRUSTED_GATEWAY_SECRETS },
    mcpDocuments: env.MCP_DOCUMENTS,
    introspection: env.INTROSPECTION ?? !isProduction,
    typePrefix: env.GRAPH_TYPE_PREFIX,
    recordings: {
      folder: isInMemory ? ('memory' as const) : join(env.DATA_DIR, 'recordings'),
      maxBytes: env.MAX_RECORDING_BYTES,
      retentionDays: env.RECORDING_RETENTION_DAYS,
      secret: env.RECORDING_SECRET,
      isShared: env.DATABASE_URL !== undefined,
    },
    addressRules: {
      allowHttp: env.WEBHOOK_ALLOW_HTTP,
      allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
      recordingOrigins: env.RECORDING_ORIGINS,
    },
    events: { retentionDays: env.EVENT_RETENTION_DAYS, receiverSecrets: env.WEBHOOK_RECEIVER_SECRETS },
    mail: mail(env),
    transcriber: transcriber(env),
    analyst: analyst(env),
    developmentIdentifier: env.DEV_IDENTIFIER,
    metrics: { onMainListener: env.METRICS, port: env.METRICS_PORT },
    traceCollector: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL,
    production: isProduction,
    /** One sentence per variable whose name may be misspelled. */
    warnings,
  };
}

export type Config = ReturnType<typeof configOf>;

function databaseLocation({
  DATABASE_URL: url,
  DATABASE_CONNECTIONS: connections,
  DATABASE_POOL_MODE: poolMode,
  DATA_DIR: dataDir,
}: Environment) {
  if (url !== undefined) return { url, connections, poolMode };
  return dataDir === 'memory' ? ('memory' as const) : { dataDir };
}

function remotePlatform({
  PLATFORM_URL: url,
  PLATFORM_CLIENT_ID: clientId,
  PLATFORM_CLIENT_SECRET: clientSecret,
}: Environment) {
  if (url !== undefined && clientId !== undefined && clientSecret !== undefined) return { url, clientId, clientSecret };
  return undefined;
}

function tokenRules(env: Environment) {
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: jwksUrl, AUTH_JWT_SECRET: secret } = env;
  if (issuer === undefined || audience === undefined) return undefined;
  if (jwksUrl !== undefined) return { issuer, audience, jwksUrl };
  if (secret !== undefined) return { issuer, audience, secret };
  return undefined;
}

const transcriber = ({ TRANSCRIBER_URL: url, TRANSCRIBER_API_KEY: key, TRANSCRIBER_MODEL: model }: Environment) =>
  url === undefined ? undefined : { url, key, model };

const analyst = (env: Environment) => {
  const { ANALYST_URL: url, ANALYST_API_KEY: key, ANALYST_MODEL: model } = env;
  const { ANALYST_CONTEXT_TOKENS: contextTokens, ANALYST_TEMPERATURE: temperature } = env;
  return url === undefined || model === undefined ? undefined : { url, key, model, contextTokens, temperature };
};

const mail = ({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Environment) =>
  smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from };

const originOf = (host: string, port: number) =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;

/**
 * An empty variable counts as not set.
 * @throws OperatorError that names every invalid variable and its rule; in production also names that may be misspelled
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = inputIssues(environmentSchema, variables);
  const issues = 'issues' in parsed ? parsed.issues : [];
  const misspelled = misspelledVariables(Object.keys(variables), Object.keys(environmentSchema.shape));
  const faults = [
    ...issues.map((issue) => faultOf(issue, variables)),
    ...removedVariableFaults(Object.keys(variables)),
    ...combinationFaults(variables),
    ...(variables['NODE_ENV'] === 'production' ? misspelled : []),
  ];
  if ('issues' in parsed || faults.length > 0) throw new OperatorError(faults.join('\n'));
  return configOf(parsed.data, misspelled);
}

/** Matches the names of variables whose values are never printed. */
const confidential = /^(DATABASE|REDIS|SMTP)_URL$|SECRET|KEY/;

function faultOf({ path: [name = ''], message }: InputIssue, variables: Record<string, string | undefined>): string {
  const isShown = variables[name] !== undefined && !confidential.test(name);
  return isShown ? `${name} ${message}; it is ${JSON.stringify(variables[name])}.` : `${name} ${message}.`;
}
