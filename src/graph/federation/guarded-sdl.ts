import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { requireScope, schemaScope } from '../../tools/tool.ts';
import type { GraphContext } from '../core/context.ts';

/** Without introspection, `_service` would otherwise reveal the schema to every caller. */
export function guardSdl(schema: GraphQLSchema): GraphQLSchema {
  const service = schema.getType('_Service');
  const sdl = isObjectType(service) ? service.getFields()['sdl'] : undefined;
  if (!sdl) throw new Error('The schema is not a subgraph.');
  const { resolve = defaultFieldResolver } = sdl;
  sdl.resolve = (source, args, context: GraphContext, info) => {
    if (context.hidesSchema) requireScope(context.tools.scopes, schemaScope, { name: '_service' });
    return resolve(source, args, context, info);
  };
  return schema;
}
