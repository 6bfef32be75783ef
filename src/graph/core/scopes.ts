import { defaultFieldResolver, getNamedType, type GraphQLSchema } from 'graphql';
import { requireScope } from '../../connector/scope.ts';
import type { GraphContext } from './context.ts';
import { scopeOfType } from './type-source.ts';

/**
 * Makes every root field of queries ask for its scope before it does anything, also where it would make no tool call.
 * Mutations ask when they run, so that the refusal is a problem of theirs.
 */
export function requireScopes(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    // The federation runtime's own: entities ask for scopes one by one.
    if (field.name.startsWith('_')) continue;
    const scope = scopeOfType(getNamedType(field.type), 'read');
    if (!scope) continue;
    const { name, resolve = defaultFieldResolver } = field;
    field.resolve = (source, args, context: GraphContext, info) => {
      requireScope(context.tools.scopes, scope, { name });
      return resolve(source, args, context, info);
    };
  }
  return schema;
}
