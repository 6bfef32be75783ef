import { mapSchema, MapperKind } from '@graphql-tools/utils';
import { defaultFieldResolver, type GraphQLFieldConfig, type GraphQLSchema } from 'graphql';
import type { GraphContext } from '../../../graph/core/context.ts';
import type { FieldRecorder } from './field-recorder.ts';

/** The recorders of operations, by their contexts. */
const recorders = new WeakMap<object, FieldRecorder>();

/** Makes the fields of an operation report to a recorder, if it is executed with a traced schema. */
export const recordFields = (context: object, recorder: FieldRecorder) => recorders.set(context, recorder);

export const recorderOf = (context: object) => recorders.get(context);

const copies = new WeakMap<GraphQLSchema, GraphQLSchema>();

/**
 * Returns a copy of a schema whose fields report to the recorder of their operation. The copy is made for the first
 * operation with a trace; others use the schema itself, so that they pay nothing.
 */
export function tracedSchema(schema: GraphQLSchema): GraphQLSchema {
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
