import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  unwrapOutputFieldType,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Scope } from '../../tools/tool.ts';
import { scopeOfType, scopesOfField } from '../../operation/type-source.ts';

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context']>;

/**
 * Checks the scopes of root fields and of fields that declare scopes, even if the field would call no tool, and names them
 * in descriptions. `mutationResult` checks mutations, to return a missing scope as a problem.
 */
class ScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const required = this.#scopesOf(field).map((scope) => `\`${scope}\``);
    if (required.length === 0) return field;
    const noun = required.length === 1 ? 'scope' : 'scopes';
    return { ...field, description: `${field.description} Requires the ${noun} ${required.join(' and ')}.` };
  }

  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return field.parentType === 'Mutation' ? resolve : this.#withScopeCheck(resolve, field);
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && this.#withScopeCheck(subscribe, field);
  }

  #withScopeCheck(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    const required = this.#scopesOf(field);
    if (required.length === 0) return resolve;
    return (source, args, context, info) => {
      for (const scope of required) this.builder.options.requireScope(context, scope, info.fieldName);
      return resolve(source, args, context, info);
    };
  }

  #scopesOf({ parentType, name, type, extensions }: PothosOutputFieldConfig<Types>): readonly Scope[] {
    // Skip federation's fields, which start with an underscore: `_entities` checks the scope of each representation.
    if (!rootTypes.has(parentType) || name.startsWith('_')) return scopesOfField({ extensions: extensions ?? {} });
    const config = this.builder.configStore.getTypeConfig(unwrapOutputFieldType(type));
    const scope = scopeOfType(config, parentType === 'Mutation' ? 'write' : 'read');
    return scope ? [scope] : [];
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
