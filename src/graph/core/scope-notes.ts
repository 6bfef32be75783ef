import SchemaBuilder, {
  BasePlugin,
  type OutputType,
  type PothosOutputFieldConfig,
  type PothosOutputFieldType,
  type SchemaTypes,
} from '@pothos/core';
import { scopeOfType } from './type-source.ts';

/** Ends the description of every root field with the scope that it needs. */
class ScopeNotesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const isRoot = field.parentType === 'Query' || field.parentType === 'Mutation';
    // The federation runtime's own fields have no scope.
    if (!isRoot || field.name.startsWith('_')) return field;
    const type = this.builder.configStore.getTypeConfig(namedType(field.type));
    const scope = scopeOfType(type, field.parentType === 'Query' ? 'read' : 'write');
    return scope ? { ...field, description: `${field.description} Needs the scope ${scope}.` } : field;
  }
}

function namedType<Types extends SchemaTypes>(type: PothosOutputFieldType<Types>): OutputType<Types> {
  return type.kind === 'List' ? namedType(type.type) : type.ref;
}

SchemaBuilder.registerPlugin('scopeNotes', ScopeNotesPlugin);

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the way in which the library learns of plugins
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      scopeNotes: ScopeNotesPlugin<Types>;
    }
  }
}
