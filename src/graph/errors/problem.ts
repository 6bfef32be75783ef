import { ToolError } from '../../tools/errors/tool-error.ts';
import type { InputIssue } from '../../tools/rules/input-issues.ts';
import { toolCallBudget } from '../../operation/calls/tool-ledger.ts';
import { isServiceFault, type ProblemCode, problemCodes } from '../../tools/errors/error-codes.ts';
import { builder } from '../core/builder.ts';
import { InvalidInputError, issueSentences } from '../core/input.ts';
import { retryTime } from './errors.ts';

const codeDescriptions: Record<ProblemCode, string> = {
  BAD_USER_INPUT: 'An input value is invalid. The message names the value and the rule that it breaks.',
  NOT_FOUND: 'No object with this ID exists, or the caller cannot see it.',
  FORBIDDEN: 'The caller is not permitted to make the tool call, or their token lacks the required scope.',
  CONFLICT: 'The object already exists, or the idempotency key was used with another input.',
  NOT_CONNECTED: 'The caller has no account on the connection, or has not finished connecting it.',
  CONNECTION_EXPIRED: "The caller's account on the connection has expired and must be reconnected.",
  RATE_LIMITED: 'Too many calls in a short time. Retry no earlier than `retryAt`.',
  UPSTREAM_TIMEOUT: 'The service did not respond in time.',
  UPSTREAM_UNAVAILABLE: 'The service could not be reached.',
  OUTCOME_UNKNOWN:
    'The response to a change was lost, so the change may have been made. Check before you retry, or repeat the mutation with the same `idempotencyKey`.',
  UPSTREAM_ERROR: 'The service failed. Contact the operator with the request ID.',
  MALFORMED_PAYLOAD: 'The service returned a payload that cannot be read. Contact the operator with the request ID.',
  TOOL_CALL_BUDGET_EXCEEDED: `The operation needs more than ${toolCallBudget} tool calls, the limit per operation.`,
  INSUFFICIENT_STORAGE: 'The service has no space left. Nothing was changed.',
  NOT_SUPPORTED: 'The platform does not have the tool.',
};

const ProblemCodeEnum = builder.enumType('ProblemCode', {
  description: 'Machine-readable reason for a failure. GraphQL errors add further codes in `extensions.code`.',
  values: Object.fromEntries(problemCodes.map((code) => [code, { value: code, description: codeDescriptions[code] }])),
});

interface ProblemRecord {
  typename: ProblemName;
  message: string;
  code: ProblemCode;
  issues: InputIssue[];
  tool: string;
  isRetryable: boolean;
  retryAt: Date | null;
}

export type ProblemName =
  | 'InvalidInputProblem'
  | 'NotFoundProblem'
  | 'NotPermittedProblem'
  | 'ConflictProblem'
  | 'UpstreamProblem';

const Problem = builder.interfaceRef<ProblemRecord>('Problem').implement({
  description:
    'Reason why a mutation failed. Select `... on Problem { message code }` to handle all problem types at once.',
  resolveType: ({ typename }) => typename,
  fields: (t) => ({
    message: t.exposeString('message', {
      nullable: false,
      description: 'Human-readable reason why the mutation failed.',
    }),
    code: t.field({
      type: ProblemCodeEnum,
      nullable: false,
      description: 'Machine-readable reason. Base program logic on it rather than on `message`.',
      resolve: ({ code }) => code,
    }),
  }),
});

const InputIssueType = builder.objectRef<InputIssue>('InputIssue').implement({
  description: 'An invalid input value and the rule that it breaks.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      nullable: false,
      description: 'Path of the value, starting with the argument, for example `["input", "name"]`.',
    }),
    message: t.exposeString('message', {
      nullable: false,
      description: 'The rule that the value breaks, for example `must not be empty`.',
    }),
  }),
});

const problemType = (name: ProblemName, description: string) =>
  builder.objectRef<ProblemRecord>(name).implement({ description, interfaces: [Problem] });

const InvalidInputProblem = problemType(
  'InvalidInputProblem',
  'At least one input value is invalid. Nothing was changed.',
);
builder.objectFields(InvalidInputProblem, (t) => ({
  message: t.exposeString('message', {
    nullable: false,
    description: 'Human-readable explanation that names each invalid value and the rule that it breaks.',
  }),
  issues: t.expose('issues', {
    type: [InputIssueType],
    nullable: false,
    description: 'The invalid values, one issue per broken rule.',
  }),
}));

const UpstreamProblem = problemType(
  'UpstreamProblem',
  'The service did not make or did not confirm the change. If the change may have been made nevertheless, the message says so.',
);
builder.objectFields(UpstreamProblem, (t) => ({
  tool: t.exposeString('tool', {
    nullable: false,
    description: 'Name of the tool that was called; empty if no tool was called.',
  }),
  isRetryable: t.exposeBoolean('isRetryable', {
    nullable: false,
    description:
      'Whether retrying the mutation later is safe and can help. False, for example, if the change may already have been made and must not be made twice; check first.',
  }),
  retryAt: t.expose('retryAt', {
    type: 'DateTime',
    description: 'Earliest time at which to retry, in UTC; null if unknown or if retrying does not help.',
  }),
}));

export const problemTypes = {
  InvalidInputProblem,
  NotFoundProblem: problemType(
    'NotFoundProblem',
    'No object with this ID exists, or the caller cannot see it. Nothing was changed.',
  ),
  NotPermittedProblem: problemType(
    'NotPermittedProblem',
    'The caller is not permitted to make this change, or their token lacks the required scope. Nothing was changed.',
  ),
  ConflictProblem: problemType(
    'ConflictProblem',
    'The object already exists, or the idempotency key was used with another input. Nothing was changed.',
  ),
  UpstreamProblem,
} as const;

const typeByCode: Partial<Record<ProblemCode, ProblemName>> = {
  BAD_USER_INPUT: 'InvalidInputProblem',
  NOT_FOUND: 'NotFoundProblem',
  FORBIDDEN: 'NotPermittedProblem',
  CONFLICT: 'ConflictProblem',
};

interface ProblemOptions {
  allowed: readonly ProblemName[];
  /** Prefix for the paths of issues that the tool reports. */
  inputPath: string[];
  requestId: string;
  /** The last tool that was called, for unexpected errors. */
  tool: string;
}

/**
 * Converts the error of a mutation to a problem. Does not throw: an error would make `data` null and discard the results
 * of other mutations.
 */
export function problemFor(error: unknown, { allowed, inputPath, requestId, tool }: ProblemOptions): ProblemRecord {
  const isExpected = error instanceof InvalidInputError || error instanceof ToolError;
  const failure = isExpected ? error : new ToolError({ code: 'UPSTREAM_ERROR', message: 'Unexpected error.', tool });
  const { code, isRetryable } = failure;
  const toolError = failure instanceof ToolError ? failure : undefined;
  const issues = failure.issues.map(({ path, message }) => ({
    path: toolError ? [...inputPath, ...path] : path,
    message,
  }));
  const message = code === 'BAD_USER_INPUT' && issues.length > 0 ? issueSentences(issues) : failure.message;
  // If the change may have been made, use `UpstreamProblem`: all other types promise that nothing was changed.
  const typename = toolError?.mayHaveHappened ? undefined : typeByCode[code];
  return {
    typename: typename && allowed.includes(typename) ? typename : 'UpstreamProblem',
    message: isServiceFault(code) ? `${message} Quote the request id ${requestId} when you report it.` : message,
    code,
    issues,
    tool: toolError?.tool ?? '',
    isRetryable,
    retryAt: toolError ? retryTime(toolError) : null,
  };
}
