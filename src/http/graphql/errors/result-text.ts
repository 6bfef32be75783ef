import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { printedResult } from '../../../operation/execution/finished-result.ts';
import { boundedErrors } from './bounded-errors.ts';

/** Returns a result as JSON, with the errors that clients may see. */
export const resultText = ({ errors, ...rest }: ExecutionResult): string =>
  printedResult(errors ? { errors: formattedErrors(errors, { hasData: rest.data != null }), ...rest } : rest);

/** Limits the number and size of errors, and removes what Yoga adds for its own HTTP transport. */
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

/** The distinct codes of errors, as the log and the metrics name them. */
export const distinctCodes = (errors: readonly GraphQLError[]): string[] => [
  ...new Set(errors.map(({ extensions: { code } }) => (typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR'))),
];
