import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { requireScope, schemaScope } from '../../tools/tool.ts';
import type { GraphContext } from '../core/context.ts';

/** Without introspection, `_service` would otherwise reveal the schema to every caller. */
export function guardSdl(schema: GraphQLSchema): GraphQLSchema {
  const service = schema.getQueryType()?.getFields()['_service'];
  if (!service) throw new Error('The schema is not a subgraph.');
  const { resolve = defaultFieldResolver } = service;
  service.resolve = (source, args, context: GraphContext, info) => {
    if (context.hidesSchema) requireScope(context.tools.scopes, schemaScope, { name: '_service' });
    return resolve(source, args, context, info);
  };
  return schema;
}
