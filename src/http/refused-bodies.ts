import { isAsyncIterable, type Plugin } from 'graphql-yoga';

/**
 * Leaves out of refusals what the library quotes of a body that it cannot read: the sender knows it, and whoever reads
 * the answer elsewhere should not.
 */
export function useRefusedBodies(): Plugin {
  return {
    onResultProcess({ result }) {
      if (isAsyncIterable(result) || Array.isArray(result)) return;
      for (const { extensions } of result.errors ?? []) {
        // The status of the answer hangs on its being there.
        if ('originalError' in extensions) extensions['originalError'] = { name: 'SyntaxError' };
      }
    },
  };
}
