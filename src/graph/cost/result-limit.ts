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
 * Maximum number of objects in all lists of a result together. The budget of tool calls does not limit the size of a
 * result: cycles in the graph (the signals of a person, the people of these signals) multiply its objects without
 * further calls.
 */
export const maxResultObjects = 50_000;

/** Message of the error that replaces the whole result, because lists beyond the limit are not loaded. */
export const resultTooLargeMessage = `The result has more than ${maxResultObjects.toLocaleString('en')} objects. Request fewer at once.`;

/**
 * Makes every field that returns a list of objects add their number to `context.cost.objects`. Once the limit is
 * exceeded, the field returns an empty list.
 */
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
    // Do not load further lists: the result will be discarded.
    if (context.cost.objects > maxResultObjects) return [];
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then((list: unknown) => count(list, context)) : count(value, context);
  };
}

function count(list: unknown, context: GraphContext): unknown {
  if (!Array.isArray(list)) return list;
  context.cost.objects += list.length;
  return context.cost.objects > maxResultObjects ? [] : list;
}
