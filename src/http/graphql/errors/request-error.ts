import { GraphQLError } from 'graphql';
import type { CodeOf } from '../../../tools/errors/error-codes.ts';

/** Creates the error of a request that is rejected before it runs. */
export const requestError = (code: CodeOf<'request'>, message: string) =>
  new GraphQLError(message, { extensions: { code } });
