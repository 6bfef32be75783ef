import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  unwrapOutputFieldType,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Scope } from '../../tools/tool.ts';
import { scopeOfType } from '../../operation/type-source.ts';

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context']>;

/** Checks root fields even if they would call no tool. For mutations, `mutationResult` makes it a problem. */
class ScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const scope = this.#scopeOf(field);
    return scope ? { ...field, description: `${field.description} Requires the scope \`${scope}\`.` } : field;
  }

  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return field.parentType === 'Query' ? this.#checked(resolve, field) : resolve;
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && this.#checked(subscribe, field);
  }

  #checked(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    const scope = this.#scopeOf(field);
    if (!scope) return resolve;
    return (source, args, context, info) => {
      this.builder.options.requireScope(context, scope, info.fieldName);
      return resolve(source, args, context, info);
    };
  }

  #scopeOf({ parentType, name, type }: PothosOutputFieldConfig<Types>): Scope | undefined {
    // Skip federation's fields, which start with an underscore: `_entities` checks the scope of each representation.
    if (!rootTypes.has(parentType) || name.startsWith('_')) return undefined;
    const config = this.builder.configStore.getTypeConfig(unwrapOutputFieldType(type));
    return scopeOfType(config, parentType === 'Mutation' ? 'write' : 'read');
  }
}

const rootTypes = new Set(['Query', 'Mutation', 'Subscription']);

SchemaBuilder.registerPlugin('scopes', ScopesPlugin);

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Pothos types its plugins by declaration merging.
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      scopes: ScopesPlugin<Types>;
    }
    interface SchemaBuilderOptions<Types extends SchemaTypes> {
      /** @throws when the caller does not have the scope */
      requireScope: (context: Types['Context'], scope: Scope, field: string) => void;
    }
  }
}
