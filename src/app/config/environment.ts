import { z } from 'zod';
import { maxResultObjects } from '../../operation/operation-limits.ts';
import { exactName, toolPrefix, typePrefix, webUrl } from '../../tools/rules/field-rules.ts';
import {
  commaSeparated,
  corsOrigin,
  encryptionKey,
  filePath,
  flag,
  gatewaySecret,
  headerName,
  issuedSecret,
  mailSender,
  oneOf,
  origin,
  signingSecret,
  smtpUrl,
  temperature,
  webhookSecret,
  wholeNumber,
} from './config-values.ts';

const server = {
  /** Address to listen on; must be a loopback address while callers are not authenticated. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Port to listen on. */
  PORT: wholeNumber({ min: 0, max: 65_535 }).default(4000),
  /** `graph` (GraphQL API), `platform` (REST protocol) or both; by default both, with `PLATFORM_URL` only `graph`. */
  SERVES: commaSeparated(oneOf(['graph', 'platform'])).optional(),
  /** Origin under which this server is reached, for URLs of recordings and pages; by default `http://HOST:PORT`. */
  PUBLIC_URL: origin.optional(),
  /** Number of your own reverse proxies in front of the platform; each appends its caller to `X-Forwarded-For`. */
  PROXY_HOPS: wholeNumber({ min: 0, max: 10 }).default(0),
  /** `production` disables GraphiQL and demo data; lists tool calls only on request. `test` is like `development`. */
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  /** Allow `PLATFORM_URL` and `AUTH_JWKS_URL` without TLS in production, for networks that you trust. */
  ALLOW_PLAIN_HTTP: flag.default(false),
  /** How long to accept requests after a signal to stop; by default 0, in production 5000. */
  DRAIN_DELAY_MS: wholeNumber({ min: 0, max: 600_000, unit: 'milliseconds' }).optional(),
  /** Comma-separated origins whose pages may call the graph, also `https://*.example.com`. */
  CORS_ORIGINS: commaSeparated(corsOrigin).default([]),
  /** Comma-separated request headers that pages of `CORS_ORIGINS` may send, besides those that the graph reads. */
  CORS_HEADERS: commaSeparated(headerName).default([]),
  /** Whether introspection, `/schema.graphql` and suggestions reveal the schema; not in production by default. */
  INTROSPECTION: flag.optional(),
  /** Prefix for the names of types and root fields, for example `Deal`. */
  GRAPH_TYPE_PREFIX: typePrefix.default(''),
  /** Comma-separated manifests; clients may send only the documents in them. */
  TRUSTED_DOCUMENTS: commaSeparated(filePath).default([]),
  /** Folder of documents that assistants can call as tools at `/mcp`; in development the GraphiQL examples. */
  MCP_DOCUMENTS: filePath.optional(),
  /** Secrets of at least 32 characters. A gateway that sends one may send any document, and read the schema. */
  TRUSTED_GATEWAY_SECRETS: commaSeparated(gatewaySecret).default([]),
};

const storage = {
  /** Folder for the embedded database, keys and recordings; `memory` stores nothing. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** `postgres://user@host:port/database` to use instead of the embedded database. */
  DATABASE_URL: z
    .string()
    .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'must be postgres://user@host:port/database')
    .optional(),
  /** Maximum number of connections to `DATABASE_URL` that this process opens. */
  DATABASE_CONNECTIONS: wholeNumber({ min: 3, max: 1000, unit: 'connections' }).default(20),
  /** Mode of the connection pooler behind `DATABASE_URL`, if there is one: `session` or `transaction`. */
  DATABASE_POOL_MODE: oneOf(['session', 'transaction']).default('session'),
  /** Whether to fill an empty service with demo data at the start; not in production by default. */
  DEMO_DATA: flag.optional(),
  /** Key that encrypts account tokens, 32 bytes in base64; by default generated into `DATA_DIR`. */
  VAULT_KEY: encryptionKey.optional(),
  /** Comma-separated earlier keys that can still decrypt account tokens. */
  VAULT_PREVIOUS_KEYS: commaSeparated(encryptionKey).default([]),
};

const toolCalls = {
  /** URL of a remote platform to call instead of the platform in this process. */
  PLATFORM_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** Client id for the remote platform. */
  PLATFORM_CLIENT_ID: z.string().min(1).optional(),
  /** Client secret for the remote platform, at least 16 characters. */
  PLATFORM_CLIENT_SECRET: issuedSecret.optional(),
  /** Exact name of the connection to the talent service. */
  TALENT_CONNECTION: exactName.default('talent'),
  /** Prefix of the tool names of `TALENT_CONNECTION`. */
  TALENT_TOOL_PREFIX: toolPrefix.default('talent_'),
  /** Exact name of the connection to the conversation service. */
  CONVO_CONNECTION: exactName.default('convo'),
  /** Prefix of the tool names of `CONVO_CONNECTION`. */
  CONVO_TOOL_PREFIX: toolPrefix.default('convo_'),
  /** Time limit of one tool call; must be smaller than `OPERATION_TIMEOUT_MS`. */
  TOOL_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(10_000),
  /** Time limit of one operation. */
  OPERATION_TIMEOUT_MS: wholeNumber({ min: 10, max: 600_000, unit: 'milliseconds' }).default(30_000),
  /** Lifetime of cached lookups, users, organization, themes; 0: no cache. Transcripts and other outputs: an hour. */
  CACHE_SECONDS: wholeNumber({ min: 0, max: 86_400, unit: 'seconds' }).default(60),
  /** `redis://…` or `rediss://…` for a cache, rate limits and events that all nodes share. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be redis://host:port or rediss://host:port' }).optional(),
  /** How many days back to search for an activity by id. */
  ACTIVITY_HORIZON_DAYS: wholeNumber({ min: 1, max: 99_999, unit: 'days' }).default(730),
};

const limits = {
  /** Maximum estimated cost of an operation, at most 10,000. */
  COST_LIMIT: wholeNumber({ min: 1, max: maxResultObjects, unit: 'cost per operation' }).default(7_000),
  /** `enforce` rejects operations above `COST_LIMIT`, `measure` logs a warning, `off` estimates nothing. */
  COST_MODE: oneOf(['enforce', 'measure', 'off']).default('enforce'),
  /** Cost that each caller of the graph can spend per minute; unlimited by default. */
  RATE_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'cost per minute' }).optional(),
  /** Calls per minute that a client of the platform can make for one identifier. */
  CALL_RATE_LIMIT: wholeNumber({ min: 1, max: 1_000_000_000, unit: 'calls per minute' }).default(12_000),
};

const authentication = {
  /** URL of the key set that verifies tokens, with any asymmetric algorithm. */
  AUTH_JWKS_URL: webUrl.optional(),
  /** Shared secret that verifies tokens (HS256), at least 32 characters; instead of `AUTH_JWKS_URL`. */
  AUTH_JWT_SECRET: signingSecret.optional(),
  /** Required `iss` of tokens. */
  AUTH_ISSUER: z.string().min(1).optional(),
  /** Required `aud` of tokens. */
  AUTH_AUDIENCE: z.string().min(1).optional(),
  /** Identifier of every caller while authentication is not configured. */
  DEV_IDENTIFIER: exactName.default('demo'),
};

const recordings = {
  /** Maximum size of the recordings of one request, 2 GiB by default. */
  MAX_RECORDING_BYTES: wholeNumber({ min: 1, max: 999_999_999_999_999, unit: 'bytes' }).default(2 * 1024 ** 3),
  /** Secret of at least 32 characters that signs URLs of recordings; by default generated into `DATA_DIR`. */
  RECORDING_SECRET: signingSecret.optional(),
  /** Days until the recording of an activity whose processing failed is deleted. */
  RECORDING_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500, unit: 'days' }).default(30),
  /** On the platform: comma-separated `PUBLIC_URL`s of graph nodes with private addresses or without TLS. */
  RECORDING_ORIGINS: commaSeparated(origin).default([]),
  /** OpenAI-compatible endpoint that transcribes audio and video; without it such uploads are rejected. */
  TRANSCRIBER_URL: webUrl.optional(),
  /** API key for `TRANSCRIBER_URL`. */
  TRANSCRIBER_API_KEY: z.string().optional(),
  /** Model of `TRANSCRIBER_URL`. */
  TRANSCRIBER_MODEL: z.string().min(1).default('whisper-1'),
  /** Base URL of an OpenAI-compatible API that writes summaries and action items; requires `ANALYST_MODEL`. */
  ANALYST_URL: webUrl.optional(),
  /** API key for `ANALYST_URL`. */
  ANALYST_API_KEY: z.string().optional(),
  /** Model of `ANALYST_URL`. */
  ANALYST_MODEL: z.string().min(1).optional(),
  /** Tokens that `ANALYST_MODEL` can read and write at once; longer transcripts are sent in parts. */
  ANALYST_CONTEXT_TOKENS: wholeNumber({ min: 2000, max: 10_000_000, unit: 'tokens' }).default(32_000),
  /** Temperature for `ANALYST_MODEL`, from 0 to 2; not sent by default, because some models refuse it. */
  ANALYST_TEMPERATURE: temperature.optional(),
};

const events = {
  /** Allow plain HTTP in the URLs of webhooks and recordings. */
  WEBHOOK_ALLOW_HTTP: flag.default(false),
  /** Allow loopback and private addresses in the URLs of webhooks and recordings; never link-local addresses. */
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  /** On graph nodes: comma-separated secrets that sign the webhooks of a remote platform. */
  WEBHOOK_RECEIVER_SECRETS: commaSeparated(webhookSecret).default([]),
  /** Days until events and their deliveries are deleted; clients can resume for that long. */
  EVENT_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500, unit: 'days' }).default(30),
};

const mail = {
  /** `smtps://user:password@host` (TLS, port 465) or `smtp://…` (STARTTLS, port 587); encode `@`, `:` and `/`. */
  SMTP_URL: smtpUrl.optional(),
  /** Sender address of emails, such as `Graph <graph@example.com>`; required with `SMTP_URL`. */
  MAIL_FROM: mailSender.optional(),
};

const observability = {
  /** Serve `/metrics` on `PORT` too; only if `HOST` is a loopback address. */
  METRICS: flag.default(false),
  /** Port that serves `/metrics` to Prometheus, on `HOST`; do not expose it to the public. */
  METRICS_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
  /** Base URL of a collector for traces (OTLP over HTTP), such as `http://collector:4318`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  /** `fatal`, `error`, `warn`, `info`, `debug` or `silent`. */
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
