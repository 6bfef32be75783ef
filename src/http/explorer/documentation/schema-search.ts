import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { isForGateways } from './main-types.ts';

type Field = GraphQLField<unknown, unknown> | GraphQLInputField;

interface SearchEntry {
  /** Such as `Signal` or `Signal.score`. */
  name: string;
  description: string;
  definition: GraphQLNamedType | Field;
  /** In lower case, with arguments and enum values. */
  text: string;
}

const maxResults = 50;

export function searchEntries(schema: GraphQLSchema): SearchEntry[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  return types.flatMap((type) => [
    entry({ name: type.name, described: isEnumType(type) ? [type, ...type.getValues()] : [type], definition: type }),
    ...fieldsOf(type).map((field) =>
      entry({ name: `${type.name}.${field.name}`, described: [field, ...argumentsOf(field)], definition: field }),
    ),
  ]);
}

function fieldsOf(type: GraphQLNamedType): Field[] {
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.values(type.getFields()) : [];
}

const argumentsOf = (field: Field): readonly GraphQLArgument[] => ('args' in field ? field.args : []);

interface Described {
  name: string;
  description?: string | null | undefined;
}

function entry({ name, described, definition }: Pick<SearchEntry, 'name' | 'definition'> & { described: Described[] }) {
  const text = described.map((part) => `${part.name} ${part.description ?? ''}`).join(' ');
  return { name, definition, description: definition.description ?? '', text: `${name} ${text}`.toLowerCase() };
}

/** Returns the entries that contain all words. Matches in names come before others, short names before long ones. */
export function search(entries: readonly SearchEntry[], text: string): SearchEntry[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
  if (words.length === 0) return [];
  const inName = ({ name }: SearchEntry) => words.filter((word) => name.toLowerCase().includes(word)).length;
  return entries
    .filter((candidate) => words.every((word) => candidate.text.includes(word)))
    .toSorted(
      (a, b) =>
        Number(isForGateways(a.name)) - Number(isForGateways(b.name)) ||
        inName(b) - inName(a) ||
        a.name.length - b.name.length,
    )
    .slice(0, maxResults);
}
