import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graph/core/context.ts';

/**
 * Adds the tool calls of an operation to its answer, as `extensions.toolCalls` in order of start.
 * The header `x-tool-trace` decides: `1` adds them, `0` does not; without it the default does.
 */
export function useToolTrace({ byDefault }: { byDefault: boolean }): Plugin<GraphContext> {
  return {
    onExecute({ args: { contextValue } }) {
      const asked = contextValue.request.headers.get('x-tool-trace');
      if (asked === '0' || (asked !== '1' && !byDefault)) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) return;
          const toolCalls = contextValue.tools.trace.map((call) => ({
            ...call,
            startMs: hundredths(call.startMs),
            durationMs: hundredths(call.durationMs),
          }));
          setResult({ ...result, extensions: { ...result.extensions, toolCalls } });
        },
      };
    },
  };
}

const hundredths = (ms: number) => Math.round(ms * 100) / 100;
