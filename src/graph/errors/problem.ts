import { ToolError } from '../../connector/tool-error.ts';
import type { InputIssue } from '../../tools/coded-error.ts';
import { isServiceFault, type ProblemCode, problemCodes } from '../../tools/error-codes.ts';
import { builder } from '../core/builder.ts';
import { InvalidInputError, issueSentences, retryTime } from './errors.ts';

const codeDescriptions: Record<ProblemCode, string> = {
  BAD_USER_INPUT: 'The input breaks a rule; the message names the value and the rule.',
  NOT_FOUND: 'There is nothing with this id that the caller may see.',
  FORBIDDEN: 'The caller may see it but not do this.',
  CONFLICT: 'It exists already.',
  NOT_CONNECTED: 'The caller has no account on this connection.',
  CONNECTION_EXPIRED: 'The account must be connected again.',
  RATE_LIMITED: 'Too many calls; try again at the given time.',
  UPSTREAM_TIMEOUT: 'The service did not answer in time.',
  UPSTREAM_UNAVAILABLE: 'The service cannot be reached.',
  UPSTREAM_ERROR: 'The service failed.',
  MALFORMED_PAYLOAD: 'The service answered something that cannot be used.',
  TOOL_CALL_BUDGET_EXCEEDED: 'The operation needs more tool calls than one may spend.',
};

export const ProblemCodeEnum = builder.enumType('ProblemCode', {
  description: 'What went wrong, for a component to tell apart. Errors of queries carry the same codes.',
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
  description: 'Why a mutation did not happen. Spread it to catch every kind.',
  resolveType: ({ typename }) => typename,
  fields: (t) => ({
    message: t.exposeString('message', { nullable: false, description: 'For people: names the value and the rule.' }),
    code: t.field({
      type: ProblemCodeEnum,
      nullable: false,
      description: 'For components.',
      resolve: ({ code }) => code,
    }),
  }),
});

const InputIssueType = builder.objectRef<InputIssue>('InputIssue').implement({
  description: 'A value that breaks a rule.',
  fields: (t) => ({
    path: t.exposeStringList('path', { nullable: false, description: 'Where it stands, beginning with the argument.' }),
    message: t.exposeString('message', { nullable: false, description: 'The rule.' }),
  }),
});

const problemType = (name: ProblemName, description: string) =>
  builder.objectRef<ProblemRecord>(name).implement({ description, interfaces: [Problem] });

const InvalidInputProblem = problemType('InvalidInputProblem', 'The input breaks a rule; nothing was changed.');
builder.objectField(InvalidInputProblem, 'issues', (t) =>
  t.expose('issues', { type: [InputIssueType], nullable: false, description: 'Every value at fault.' }),
);

const UpstreamProblem = problemType(
  'UpstreamProblem',
  'The service behind the graph did not confirm the change. The message says when it may have been made all the same.',
);
builder.objectFields(UpstreamProblem, (t) => ({
  tool: t.exposeString('tool', { nullable: false, description: 'The tool that was called.' }),
  isRetryable: t.exposeBoolean('isRetryable', {
    nullable: false,
    description:
      'Whether the same may be tried again later. False where a change that must not happen twice may have happened: look before trying again.',
  }),
  retryAt: t.expose('retryAt', { type: 'DateTime', description: 'When to try again; null when no time is known.' }),
}));

/** The problem types that unions of mutation results are made of. */
export const problemTypes = {
  InvalidInputProblem,
  NotFoundProblem: problemType('NotFoundProblem', 'There is nothing with this id that the caller may see.'),
  NotPermittedProblem: problemType('NotPermittedProblem', 'The caller may see it but not do this.'),
  ConflictProblem: problemType('ConflictProblem', 'It exists already.'),
  UpstreamProblem,
} as const;

const typeByCode: Partial<Record<ProblemCode, ProblemName>> = {
  BAD_USER_INPUT: 'InvalidInputProblem',
  NOT_FOUND: 'NotFoundProblem',
  FORBIDDEN: 'NotPermittedProblem',
  CONFLICT: 'ConflictProblem',
};

interface ProblemOptions {
  /** Problem types of the mutation's union. */
  allowed: readonly ProblemName[];
  /** Where the tool's input comes from among the arguments. */
  inputPath: string[];
  requestId: string;
  /** The last tool that was called, for a failure that does not say. */
  tool: string;
}

/**
 * The problem to answer for a failure; one that the mutation's union has no type for becomes an UpstreamProblem with
 * its own code. What nobody foresaw is masked: an error would take the answers of other mutations with it.
 */
export function problemFor(error: unknown, options: ProblemOptions): ProblemRecord {
  const found = problemRecord(error, options);
  return options.allowed.includes(found.typename) ? found : { ...found, typename: 'UpstreamProblem' };
}

function problemRecord(error: unknown, { inputPath, requestId, tool }: ProblemOptions): ProblemRecord {
  const hint = `Ask with the request id ${requestId}.`;
  if (error instanceof InvalidInputError) return invalidInput(error.issues, '');
  if (!(error instanceof ToolError)) {
    return {
      typename: 'UpstreamProblem',
      message: `Unexpected error. ${hint}`,
      code: 'UPSTREAM_ERROR',
      issues: [],
      tool,
      isRetryable: false,
      retryAt: null,
    };
  }
  const { message, code, isRetryable, mayHaveHappened } = error;
  const issues = error.issues.map((issue) => ({ ...issue, path: [...inputPath, ...issue.path] }));
  if (code === 'BAD_USER_INPUT' && issues.length > 0) return invalidInput(issues, error.tool);
  return {
    // The other types say that nothing was changed.
    typename: mayHaveHappened ? 'UpstreamProblem' : (typeByCode[code] ?? 'UpstreamProblem'),
    message: isServiceFault(code) ? `${message} ${hint}` : message,
    code,
    issues,
    tool: error.tool,
    isRetryable: isRetryable,
    retryAt: retryTime(error),
  };
}

const invalidInput = (issues: InputIssue[], tool: string): ProblemRecord => ({
  typename: 'InvalidInputProblem',
  message: issueSentences(issues),
  code: 'BAD_USER_INPUT',
  issues,
  tool,
  isRetryable: false,
  retryAt: null,
});
