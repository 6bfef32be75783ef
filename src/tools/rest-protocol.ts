import { z } from 'zod';
import { maxNameLength } from './exact-name.ts';
import { errorReasons } from './coded-error.ts';
import { isRestCode, type ProblemCode, type RestErrorCode } from './error-codes.ts';

/** The paths of the protocol, under the platform's address. */
export const restPaths = {
  token: '/oauth/token',
  executeTool: '/api/v1/execute_tool',
  tools: '/api/v1/tools',
} as const;

/** The code that stands in for one that the protocol does not have. */
export const restCode = (code: ProblemCode): RestErrorCode => (isRestCode(code) ? code : 'UPSTREAM_ERROR');

/** No database keeps any other text as it is. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

const name = (most: number) =>
  z
    .string('must be a string')
    .max(most, `must be at most ${most} characters`)
    .refine(isStorable, 'must be well-formed text without U+0000');

const account = {
  /** The connection's exact name. */
  connector: name(maxNameLength),
  identifier: name(maxNameLength),
};

/** The body of `POST /api/v1/execute_tool`. */
export const executeRequestSchema = z.strictObject({
  /** With the connection's prefix. */
  tool_name: name(200),
  params: z.record(z.string(), z.unknown(), 'must be an object'),
  ...account,
});

export type ExecuteRequestBody = z.output<typeof executeRequestSchema>;

/** The query of `GET /api/v1/tools`. */
export const toolsQuerySchema = z.strictObject(account);

const executionId = z.string().optional().catch(undefined);

/** What a tool answered; the payload itself is read by the contract of the tool. */
export const executeAnswerSchema = z.object({
  data: z.unknown().refine((data) => data !== undefined, 'must be there'),
  execution_id: executionId,
});

export const toolsAnswerSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      read_only: z.boolean(),
      input_schema: z.record(z.string(), z.unknown()),
    }),
  ),
  execution_id: executionId,
});

export type ToolsAnswer = z.input<typeof toolsAnswerSchema>;

/** Any failure of `/api/v1`. */
export const failureAnswerSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
    reason: z.enum(errorReasons).optional().catch(undefined),
    retry_after_ms: z.number().nonnegative().optional().catch(undefined),
  }),
  execution_id: executionId,
});

export type FailureAnswer = z.input<typeof failureAnswerSchema>;

/** What `POST /oauth/token` answers; `expires_in` in seconds. */
export const tokenAnswerSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i, 'must be Bearer'),
  expires_in: z.number().positive(),
});

export type TokenAnswer = z.input<typeof tokenAnswerSchema>;
