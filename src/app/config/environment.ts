import { z } from 'zod';
import { exactName, toolPrefix, typePrefix, webUrl } from '../../tools/rules/field-rules.ts';
import { corsOrigin, headerName } from './cors-values.ts';
import {
  commaSeparated,
  encryptionKey,
  filePath,
  flag,
  gatewaySecret,
  issuedSecret,
  mailSender,
  oneOf,
  origin,
  signingSecret,
  smtpUrl,
  webhookSecret,
  wholeNumber,
} from './config-values.ts';

const server = {
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber({ min: 0, max: 65_535 }).default(4000),
  SERVES: commaSeparated(oneOf(['graph', 'platform'])).optional(),
  PUBLIC_URL: origin.optional(),
  PROXY_HOPS: wholeNumber({ min: 0, max: 10 }).default(0),
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  ALLOW_PLAIN_HTTP: flag.default(false),
  DRAIN_DELAY_MS: wholeNumber({ min: 0, max: 600_000, unit: 'milliseconds' }).optional(),
  CORS_ORIGINS: commaSeparated(corsOrigin).default([]),
  CORS_HEADERS: commaSeparated(headerName).default([]),
  INTROSPECTION: flag.optional(),
  GRAPH_TYPE_PREFIX: typePrefix.default(''),
  COMPRESS_RESPONSES: flag.default(false),
  TRUSTED_DOCUMENTS: commaSeparated(filePath).default([]),
  TRUSTED_GATEWAY_SECRETS: commaSeparated(gatewaySecret).default([]),
};

const storage = {
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'must be postgres://user@host:port/database')
    .optional(),
  DATABASE_POOL_MODE: oneOf(['session', 'transaction']).default('session'),
  DEMO_DATA: flag.optional(),
  VAULT_KEY: encryptionKey.optional(),
  VAULT_PREVIOUS_KEYS: commaSeparated(encryptionKey).default([]),
};

const toolCalls = {
  PLATFORM_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  PLATFORM_CLIENT_ID: z.string().min(1).optional(),
  PLATFORM_CLIENT_SECRET: issuedSecret.optional(),
  TALENT_CONNECTION: exactName.default('talent'),
  TALENT_TOOL_PREFIX: toolPrefix.default('talent_'),
  CONVO_CONNECTION: exactName.default('convo'),
  CONVO_TOOL_PREFIX: toolPrefix.default('convo_'),
  TOOL_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(10_000),
  OPERATION_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(30_000),
  CACHE_SECONDS: wholeNumber({ min: 0, max: 86_400, unit: 'seconds' }).default(60),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be redis://host:port or rediss://host:port' }).optional(),
  ACTIVITY_HORIZON_DAYS: wholeNumber({ min: 1, max: 99_999, unit: 'days' }).default(730),
};

const limits = {
  COST_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'cost per operation' }).default(7_000),
  COST_MODE: oneOf(['enforce', 'measure', 'off']).default('enforce'),
  RATE_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'cost per minute' }).optional(),
  SUBSCRIPTION_LIMIT: wholeNumber({ min: 1, max: 1_000_000, unit: 'subscriptions per caller' }).default(100),
  CALL_RATE_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'calls per minute' }).default(12_000),
  UPLOAD_QUOTA_BYTES: wholeNumber({ min: 1, max: 999_999_999_999_999, unit: 'bytes' }).optional(),
  UPLOAD_QUOTA_FILES: wholeNumber({ min: 1, max: 1_000_000, unit: 'files' }).default(10_000),
};

const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const;

const authentication = {
  AUTH_JWKS_URL: webUrl.optional(),
  AUTH_JWT_SECRET: signingSecret.optional(),
  AUTH_ISSUER: z.string().min(1).optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_ALGORITHMS: commaSeparated(oneOf(asymmetricAlgorithms)).default(['RS256', 'PS256', 'ES256']),
  DEV_IDENTIFIER: exactName.default('demo'),
};

const recordings = {
  MAX_RECORDING_BYTES: wholeNumber({ min: 1, max: 999_999_999_999_999, unit: 'bytes' }).default(2 * 1024 ** 3),
  RECORDING_SECRET: signingSecret.optional(),
  RECORDING_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500, unit: 'days' }).default(30),
  RECORDING_ORIGINS: commaSeparated(origin).default([]),
  TRANSCRIBER_URL: webUrl.optional(),
  TRANSCRIBER_API_KEY: z.string().optional(),
  TRANSCRIBER_MODEL: z.string().min(1).default('whisper-1'),
  ANALYST_URL: webUrl.optional(),
  ANALYST_API_KEY: z.string().optional(),
  ANALYST_MODEL: z.string().min(1).optional(),
};

const events = {
  WEBHOOK_ALLOW_HTTP: flag.default(false),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  WEBHOOK_RECEIVER_SECRETS: commaSeparated(webhookSecret).default([]),
  EVENT_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500, unit: 'days' }).default(30),
};

const mail = {
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailSender.optional(),
};

const observability = {
  METRICS: flag.default(false),
  METRICS_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
};

/** All environment variables, in the order in which their faults are reported. */
export const environmentSchema = z.object({
  ...server,
  ...storage,
  ...toolCalls,
  ...limits,
  ...authentication,
  ...recordings,
  ...events,
  ...mail,
  ...observability,
});

export type Environment = z.output<typeof environmentSchema>;
