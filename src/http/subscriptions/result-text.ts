import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { boundedErrors } from '../graphql/errors/bounded-errors.ts';

/** Returns a result as JSON, with the errors that a response over HTTP would have. */
export function resultText(result: ExecutionResult): string {
  const { errors, extensions: { http: _http, ...extensions } = {}, ...rest } = result;
  return JSON.stringify({
    ...(errors && { errors: formattedErrors(errors, { hasData: result.data != null }) }),
    ...rest,
    ...(Object.keys(extensions).length > 0 && { extensions }),
  });
}

/** Limits the number and size of errors, and removes what only the HTTP transport needs. */
export function formattedErrors(
  errors: readonly GraphQLError[],
  { hasData }: { hasData: boolean },
): GraphQLFormattedError[] {
  return boundedErrors(errors, { hasData }).map((error) => {
    const { extensions = {}, ...formatted } = error.toJSON();
    const { http: _http, ...visible } = extensions;
    return { ...formatted, ...(Object.keys(visible).length > 0 && { extensions: visible }) };
  });
}
