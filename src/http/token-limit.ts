import type { Plugin } from 'graphql-yoga';

/** How many tokens a document may have: what checks it takes time that grows faster than its length. */
export const maxTokens = 10_000;

/** Refuses documents that are too long to be checked in good time. */
export function useTokenLimit(): Plugin {
  return {
    onParse({ params }) {
      params.options = { ...params.options, maxTokens };
    },
  };
}
