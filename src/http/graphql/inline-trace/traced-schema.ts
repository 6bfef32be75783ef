import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  defaultFieldResolver,
  execute,
  type ExecutionResult,
  type GraphQLFieldConfig,
  type GraphQLSchema,
} from 'graphql';
import type { GraphContext, OperationArgs } from '../../../graph/core/context.ts';
import { FieldRecorder } from './field-recorder.ts';

const recorders = new WeakMap<object, FieldRecorder>();

export async function executeTraced(args: OperationArgs): Promise<ExecutionResult> {
  recorders.set(args.contextValue, new FieldRecorder(await import('@apollo/usage-reporting-protobuf')));
  return execute({ ...args, schema: tracedSchema(args.schema) });
}

/** As `extensions.ftv1`. Every caller may ask for it: it contains times, and what the response contains. */
export function withTrace(result: ExecutionResult, context: object): ExecutionResult {
  const recorder = recorders.get(context);
  if (!recorder) return result;
  return { ...result, extensions: { ...result.extensions, ftv1: recorder.encode(result.errors ?? []) } };
}

const copies = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The copy is made for the first operation with a trace; others use the schema itself, so that they pay nothing. */
function tracedSchema(schema: GraphQLSchema): GraphQLSchema {
  const copy = copies.get(schema) ?? mapSchema(schema, { [MapperKind.OBJECT_FIELD]: traced });
  copies.set(schema, copy);
  return copy;
}

function traced(field: GraphQLFieldConfig<unknown, GraphContext>): GraphQLFieldConfig<unknown, GraphContext> {
  const { resolve = defaultFieldResolver } = field;
  return {
    ...field,
    resolve(source, args, context, info) {
      const end = recorders.get(context)?.start(info);
      const value: unknown = resolve(source, args, context, info);
      if (value instanceof Promise) return value.finally(end);
      end?.();
      return value;
    },
  };
}
