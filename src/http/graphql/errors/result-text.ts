import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { maxIssues, shortened } from '../../../tools/rules/input-issues.ts';

export const resultText = (result: ExecutionResult): string => JSON.stringify(formattedResult(result));

const formattedResult = ({ errors, ...rest }: ExecutionResult): FormattedExecutionResult =>
  errors ? { errors: formattedErrors(errors, { hasData: rest.data != null }), ...rest } : rest;

/** Formats the errors of a result, without the extensions that Yoga adds for its own HTTP transport. */
export function formattedErrors(
  errors: readonly GraphQLError[],
  { hasData }: { hasData: boolean },
): GraphQLFormattedError[] {
  return boundedErrors(errors, { hasData }).map((error) => {
    const { extensions = {}, ...formatted } = error.toJSON();
    const { http: _http, unexpected: _unexpected, ...visible } = extensions;
    return { ...formatted, ...(Object.keys(visible).length > 0 && { extensions: visible }) };
  });
}

export const distinctCodes = (errors: readonly GraphQLError[]): string[] => [
  ...new Set(errors.map(({ extensions: { code } }) => (typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR'))),
];

/** Maximum number of errors in a result without data, besides the error that says how many were left out. */
const maxRequestErrors = maxIssues;

/** Maximum numbers of errors in a result with data: about invalid input, and others. */
const maxInputErrors = 40;
const maxFieldErrors = 200;

const maxLocations = 5;

/** Limits errors and the length of messages, which can quote the document. Copies errors, because Yoga caches them. */
export function boundedErrors(found: readonly GraphQLError[], { hasData }: { hasData: boolean }): GraphQLError[] {
  // The order in which fields fail depends on timing; which errors are shown must not.
  const errors = hasData && found.length > maxInputErrors ? found.toSorted(byPath) : found;
  const limits = { input: maxInputErrors, other: maxFieldErrors };
  const counts = { input: 0, other: 0 };
  const [shown, further]: [GraphQLError[], GraphQLError[]] = [[], []];
  for (const error of errors) {
    const kind = error.extensions['code'] === 'BAD_USER_INPUT' ? 'input' : 'other';
    counts[kind] += 1;
    const isFurther = hasData ? counts[kind] > limits[kind] : shown.length >= maxRequestErrors;
    (isFurther ? further : shown).push(error);
  }
  if (further.length <= 1) return errors.map(boundedError);
  const last = new GraphQLError(`There are ${further.length} further errors.`, {
    extensions: { code: further[0]?.extensions['code'], isRetryable: false },
  });
  return [...shown.map(boundedError), last];
}

function byPath({ path: onePath = [] }: GraphQLError, { path: otherPath = [] }: GraphQLError): number {
  const index = onePath.findIndex((key, at) => key !== otherPath[at]);
  const [one, other] = [onePath[index], otherPath[index]];
  if (one === undefined) return onePath.length - otherPath.length;
  if (other === undefined) return 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

function boundedError(error: GraphQLError): GraphQLError {
  const message = shortened(withoutQuotedToken(error.message));
  const locations = error.locations ?? [];
  if (message === error.message && locations.length <= maxLocations) return error;
  const { nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, {
    nodes: nodes?.slice(0, maxLocations) ?? null,
    source,
    positions: positions?.slice(0, maxLocations),
    path,
    extensions,
  });
}

const withoutQuotedToken = (message: string) =>
  message.startsWith('Syntax Error: ') ? message.replace(/ (String|BlockString|Int|Float) "[\s\S]*$/, ' $1.') : message;
