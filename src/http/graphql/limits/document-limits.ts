import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { maxAliases, maxDepth, maxDirectives, maxTokens } from '../../../graph/cost/operation-limits.ts';

/** Refuses documents that are too large to be checked or run in good time; they are looked at no further. */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => parseFn(source, { ...options, maxTokens }));
      return ({ result }) => {
        const refusal = parseRefusal(result);
        if (refusal) throw refusal;
      };
    },
    onValidate({ addValidationRule }) {
      addValidationRule(maxDepthRule({ n: maxDepth, flattenFragments: true, onReject: [reject] }));
      addValidationRule(maxAliasesRule({ n: maxAliases, allowList: [], onReject: [reject] }));
      addValidationRule(maxDirectivesRule({ n: maxDirectives, onReject: [reject] }));
    },
  };
}

function parseRefusal(error: unknown): GraphQLError | undefined {
  // The parser calls itself for every level, and the stack ends before the tokens do.
  if (error instanceof RangeError) return tooLarge('The document is nested too deeply to be read.');
  const isTokenLimit = error instanceof GraphQLError && error.message.includes('Document contains more');
  return isTokenLimit ? tooLarge(`The document has more than ${maxTokens} tokens.`) : undefined;
}

function reject(_context: unknown, { message }: GraphQLError): never {
  throw tooLarge(message.replace('Syntax Error: ', ''));
}

const tooLarge = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', isRetryable: false } });
