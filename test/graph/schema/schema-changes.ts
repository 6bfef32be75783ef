import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { getDirective } from '@graphql-tools/utils';
import { buildSchema, type GraphQLSchema, parse, print, visit } from 'graphql';

export interface BreakingChange {
  message: string;
  /** A changelog names the change if it contains all names of one of these lists. */
  names: string[][];
}

const keyDirective = 'directive @key(fields: String!, resolvable: Boolean) repeatable on OBJECT';

/** Reduces a schema to what clients and gateways can depend on: types, fields, values and keys. */
export function reduceSchema(sdl: string): string {
  const reduced = visit(parse(sdl), {
    SchemaExtension: () => null,
    DirectiveDefinition: () => null,
    Directive: (node) => (['key', 'deprecated'].includes(node.name.value) ? undefined : null),
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return `${keyDirective}\n\n${print(reduced)}\n`;
}

/**
 * Returns the changes between two schemas that break clients or gateways: what was removed, types that changed, keys
 * that no longer resolve, and values and members that an exhaustive `switch` does not know.
 */
export async function breakingChanges(released: string, current: string): Promise<BreakingChange[]> {
  const [before, after] = [buildSchema(reduceSchema(released)), buildSchema(reduceSchema(current))];
  const changes = await diff(before, after);
  const keys = resolvableKeys(after);
  const lostKeys = [...resolvableKeys(before)].filter((key) => !keys.has(key));
  return [
    ...changes.filter(isBreaking).map((change) => ({ message: change.message, names: namesOf(change) })),
    ...lostKeys.map((key) => ({ message: `References cannot be resolved by ${key}`, names: [key.split(' ', 1)] })),
  ];
}

/** The keys by which gateways can resolve references, with their types: `List id`. */
const resolvableKeys = (schema: GraphQLSchema): Set<string> =>
  new Set(
    Object.values(schema.getTypeMap()).flatMap((type) =>
      (getDirective(schema, type, 'key') ?? [])
        .filter(({ resolvable }) => resolvable !== false)
        .map(({ fields }) => `${type.name} ${fields}`),
    ),
  );

function isBreaking({ criticality: { level }, type }: Change): boolean {
  const isUnknownToSwitches = type === 'UNION_MEMBER_ADDED' || type === 'ENUM_VALUE_ADDED';
  return level === CriticalityLevel.Breaking || (isUnknownToSwitches && level === CriticalityLevel.Dangerous);
}

function namesOf({ type, path = '', message }: Change): string[][] {
  const quoted = Array.from(message.matchAll(/'([^']*)'/g), ([, text = '']) => text);
  if (type.startsWith('UNION_MEMBER_')) return [quoted];
  const [from, to] = quoted.slice(-2).map((text) => text.replaceAll(/[![\]]/g, ''));
  // If the type of a field was renamed, the changelog can name both types instead of the field.
  const isRename = type.endsWith('TYPE_CHANGED') && from !== undefined && to !== undefined && from !== to;
  return isRename ? [[path], [from, to]] : [[path]];
}

/** Returns the changes that the section `[Unreleased]` does not name in code: `List.isPrivate`. */
export function unlistedChanges(changes: readonly BreakingChange[], changelog: string): BreakingChange[] {
  const [, section = ''] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
  const listed = new Set(Array.from(section.matchAll(/`([^`\n]+)`/g), ([, name]) => name));
  return changes.filter(({ names }) => !names.some((list) => list.every((name) => listed.has(name))));
}
