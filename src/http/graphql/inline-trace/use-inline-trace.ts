import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../../graph/core/context.ts';
import { FieldRecorder } from './field-recorder.ts';
import { recorderOf, recordFields, tracedSchema } from './traced-schema.ts';

/**
 * Adds the trace of an operation to the response as `extensions.ftv1` if a gateway asks for it, so that its traces
 * contain our fields. Every caller may ask: a trace contains times, and what the response contains.
 */
export function useInlineTrace(): Plugin<GraphContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { contextValue: context } = args;
      if (context.request.headers.get('apollo-federation-include-trace') !== 'ftv1') return undefined;
      setExecuteFn(async (executed) => {
        recordFields(context, new FieldRecorder(await import('@apollo/usage-reporting-protobuf')));
        return executeFn({ ...executed, schema: tracedSchema(executed.schema) });
      });
      return undefined;
    },
    onExecutionResult({ context, result, setResult }) {
      const recorder = recorderOf(context);
      if (!recorder || !result || isAsyncIterable(result) || Array.isArray(result)) return;
      setResult({ ...result, extensions: { ...result.extensions, ftv1: recorder.encode(result.errors ?? []) } });
    },
  };
}
