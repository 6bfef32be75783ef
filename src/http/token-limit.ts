import type { Plugin } from 'graphql-yoga';

/** How many tokens a document may have: the time that checking it takes grows faster than its length. */
export const maxTokens = 10_000;

/** Refuses documents that are too long to be checked in good time. */
export function useTokenLimit(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => parseFn(source, { ...options, maxTokens }));
    },
  };
}
