import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * Answers requests that cannot be read with their own code. What the library and the JSON parser say of them quotes
 * the body or the URL, which must reach neither the answer nor the log.
 */
export function useReadableRequests(): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (!requestParser && request.method === 'POST') throw unsupported();
      if (!requestParser) return;
      setRequestParser(async (sent) => {
        try {
          return await requestParser(sent);
        } catch (error) {
          throw withoutQuotation(error);
        }
      });
    },
  };
}

const unsupported = () =>
  new GraphQLError('The body must be application/json.', { extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } });

function withoutQuotation(error: unknown): unknown {
  if (error instanceof SyntaxError) return malformed('The parameters variables and extensions must be JSON objects.');
  if (error instanceof GraphQLError && 'originalError' in error.extensions) return malformed(error.message);
  return error;
}

const malformed = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
