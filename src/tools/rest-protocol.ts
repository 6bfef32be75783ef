import { z } from 'zod';
import { maxNameLength } from './rules/field-rules.ts';
import { errorReasons } from './errors/coded-error.ts';
import { isRestCode, type ProblemCode, type RestErrorCode } from './errors/error-codes.ts';
import { isWellFormedText, wellFormedTextRule } from './rules/well-formed-text.ts';
import { sentAs } from './wire.ts';

/** Paths of the REST protocol, relative to the platform's address. */
export const restPaths = {
  token: '/oauth/token',
  executeTool: '/api/v1/execute_tool',
  executeTools: '/api/v1/execute_tools',
  tools: '/api/v1/tools',
  /** Describes these paths; needs no token. */
  description: '/api/openapi.json',
} as const;

/**
 * Response header with an opaque version of the account that was used. The version changes when the account is
 * replaced; results of the old version are then no longer used.
 */
export const accountVersionHeader = 'x-account-version';

/** Request header of a single call. A second call of the account with the same key and input changes nothing. */
export const idempotencyKeyHeader = 'idempotency-key';
export const maxIdempotencyKeyLength = 255;

/** Response header with the value `true`: the platform honours the idempotency keys of calls. */
export const honoursKeysHeader = 'x-idempotency-keys';

export const restCode = (code: ProblemCode): RestErrorCode => (isRestCode(code) ? code : 'UPSTREAM_ERROR');

const boundedText = (maxLength: number) =>
  z
    .string('must be a string')
    .max(maxLength, `must be at most ${maxLength} characters`)
    .refine(isWellFormedText, wellFormedTextRule);

/** The identifier of readiness checks. It has no account, so a working platform rejects its calls. */
export const unusedIdentifier = 'readiness-check';

const isJsonObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const account = {
  /** Name of the connection. */
  connector: boundedText(maxNameLength),
  identifier: boundedText(maxNameLength),
};

const toolCall = {
  /** The tool's name, with the connection's tool prefix. */
  tool_name: boundedText(200),
  // `z.record` would drop the key `__proto__`, so that the tool's schema could not reject it.
  params: z.custom<Record<string, unknown>>(isJsonObject, 'must be an object'),
};

export const executeRequestSchema = z.strictObject({ ...toolCall, ...account });

export type ExecuteRequestBody = z.output<typeof executeRequestSchema>;

/** Equals the number of calls that a caller of the graph can have in flight, so that one batch can hold all of them. */
export const maxBatchCalls = 100;

export const batchRequestSchema = z.strictObject({
  ...account,
  calls: z
    .array(
      z.strictObject({
        ...toolCall,
        /** W3C trace context of the call, if it differs from the request's `traceparent` header. */
        traceparent: boundedText(200).optional(),
      }),
    )
    .min(1)
    .max(maxBatchCalls),
});

export type BatchRequestBody = z.output<typeof batchRequestSchema>;

export const batchContentType = 'application/x-ndjson';

/** A line of a batch response. The other fields are those of the response to a single call. */
export const batchLineSchema = z.looseObject({
  /** Position of the call in the batch, from 0. */
  index: z.int().nonnegative(),
  status: z.int(),
  /** The value that the response to a single call has in the `accountVersionHeader`. */
  account_version: z.string().optional().catch(undefined),
});

export const toolsQuerySchema = z.strictObject(account);

const executionId = z.string().optional().catch(undefined);

/** The response to a tool call. `data` is the payload; the output schema of the tool parses it later. */
export const executeResponseSchema = z.object({
  data: z.unknown().refine((data) => data !== undefined, 'is missing'),
  execution_id: executionId,
});

export const toolsResponseSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      read_only: z.boolean(),
      input_schema: z.record(z.string(), z.unknown()),
      output_schema: z.record(z.string(), z.unknown()).optional().catch(undefined),
    }),
  ),
  /** Announces that the platform accepts batches. */
  batch: z.object({ max_calls: z.int().positive() }).optional().catch(undefined),
  execution_id: executionId,
});

export type ToolsResponse = z.input<typeof toolsResponseSchema>;

export const failureResponseSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
    reason: z.enum(errorReasons).optional().catch(undefined),
    retry_after_ms: z.number().nonnegative().optional().catch(undefined),
  }),
  execution_id: executionId,
});

export type FailureResponse = z.input<typeof failureResponseSchema>;

/** The response of `POST /oauth/token`; `expires_in` is in seconds. */
export const tokenResponseSchema = z.object({
  access_token: z.string().min(1),
  token_type: sentAs(z.string().regex(/^bearer$/i, 'must be Bearer'), () => ({ const: 'Bearer' })),
  expires_in: z.number().positive(),
});

export type TokenResponse = z.input<typeof tokenResponseSchema>;
