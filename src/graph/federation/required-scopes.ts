import { type ASTNode, getNamedType, type GraphQLSchema, isObjectType, Kind, parse, visit } from 'graphql';
import type { Scope } from '../../tools/tool.ts';
import { scopeOfType, scopesOfField } from '../../operation/type-source.ts';

interface Insertion {
  at: number;
  text: string;
}

/**
 * Lets a router reject operations before it calls the subgraph. References have no required scope: a mutation may
 * return entities to callers without the read scope.
 */
export function addRequiredScopes(sdl: string, schema: GraphQLSchema): string {
  const insertions: Insertion[] = [];
  const insertAfter = ({ loc }: ASTNode, text: string, offset = 0) =>
    loc ? insertions.push({ at: loc.end + offset, text }) : 0;
  visit(parse(sdl), {
    Argument({ name, value }) {
      // The list of imported directives in `@link`.
      if (name.value === 'import' && value.kind === Kind.LIST) insertAfter(value, ', "@requiresScopes"', -1);
      return false;
    },
    ObjectTypeDefinition({ name: type, fields = [] }) {
      for (const field of fields) {
        const required = scopesOf(schema, type.value, field.name.value).map((scope) => `"${scope}"`);
        if (required.length > 0) insertAfter(field, ` @requiresScopes(scopes: [[${required.join(', ')}]])`);
      }
      return false;
    },
  });
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at), sdl);
}

/** @returns no scope for a field that does not exist */
export function scopesOf(schema: GraphQLSchema, typeName: string, fieldName: string): readonly Scope[] {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) return [];
  const isMutation = type === schema.getMutationType();
  const isRoot = isMutation || type === schema.getQueryType() || type === schema.getSubscriptionType();
  if (!isRoot) return scopesOfField(field);
  const scope = scopeOfType(getNamedType(field.type), isMutation ? 'write' : 'read');
  return scope ? [scope] : [];
}
