import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import type { GraphContext } from '../core/context.ts';

/**
 * How many objects the lists of one answer may hold. Cycles of the graph (a person's signals, a list's entries) multiply
 * without a further tool call, so the budget of calls does not bound an answer.
 */
export const maxResultObjects = 50_000;

/** What is answered instead: what stood behind the limit was never looked at, so nothing of the answer holds. */
export const resultTooLargeMessage = `This operation shows more than ${maxResultObjects.toLocaleString('en')} objects; ask for fewer at once.`;

/** Counts what lists of objects hold, for all operations of a schema. */
export function limitResults(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isList = isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type));
      if (isList) field.resolve = counting(field.resolve ?? defaultFieldResolver);
    }
  }
  return schema;
}

function counting(resolve: GraphQLFieldResolver<unknown, GraphContext>): GraphQLFieldResolver<unknown, GraphContext> {
  return (source, args, context, info) => {
    // Past the limit the answer is thrown away: no more work, and no error for each of thousands of fields.
    if (context.resultSize > maxResultObjects) return [];
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then((list: unknown) => count(list, context)) : count(value, context);
  };
}

function count(list: unknown, context: GraphContext): unknown {
  if (!Array.isArray(list)) return list;
  context.resultSize += list.length;
  return context.resultSize > maxResultObjects ? [] : list;
}
