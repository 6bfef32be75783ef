import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../../src/graph/schema.ts';

type Field = GraphQLField<unknown, unknown>;

/** A root field of the schema. */
export interface RootField {
  kind: 'query' | 'mutation';
  field: Field;
}

/** All root fields except those of the federation runtime. */
export const rootFields: RootField[] = [
  { kind: 'query' as const, type: schema.getQueryType() },
  { kind: 'mutation' as const, type: schema.getMutationType() },
].flatMap(({ kind, type }) =>
  Object.values(type?.getFields() ?? {})
    .filter(({ name }) => !name.startsWith('_'))
    .map((field) => ({ kind, field })),
);

/** Names of all entities that `_entities` resolves. */
export const entityNames = unionMembers('_Entity');

function unionMembers(name: string): string[] {
  const type = schema.getType(name);
  if (!isAbstractType(type)) throw new Error(`${name} is not a union.`);
  return schema.getPossibleTypes(type).map((member) => member.name);
}

export interface Walk {
  /** Values for arguments and input fields of type ID, in order of appearance; the last one is repeated. */
  ids: readonly string[];
  /** Levels of objects to select. */
  depth: number;
  /** Values for other arguments, used where a field has them. */
  values?: Record<string, unknown>;
}

interface WrittenOperation {
  document: string;
  variables: Record<string, unknown>;
}

/** An operation with one root field, its required arguments and all arguments that take an id. */
export function operationOf({ kind, field }: RootField, { ids, depth, values = {} }: Walk): WrittenOperation {
  const rest = [...ids];
  const nextId = () => (rest.length > 1 ? rest.shift() : rest[0]) ?? '';
  const chosen = field.args.filter((arg) => isRequiredArgument(arg) || takesId(arg.type) || arg.name in values);
  const variables = Object.fromEntries(chosen.map((arg) => [arg.name, values[arg.name] ?? valueOf(arg.type, nextId)]));
  const declared = chosen.map((arg: GraphQLArgument) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = chosen.map(({ name }) => `${name}: $${name}`).join(', ');
  const inParentheses = (text: string) => (text ? `(${text})` : '');
  const selected = selectionOf(getNamedType(field.type), depth);
  return {
    document: `${kind} Walk${inParentheses(declared)} { it: ${field.name}${inParentheses(passed)} ${selected} }`,
    variables,
  };
}

/** A reference to an entity: its type and key. */
interface Representation extends Record<string, unknown> {
  __typename: string;
}

/** An `_entities` operation with the fields of the represented types; with depth 0 it selects only `__typename`. */
export function entitiesOperation(representations: Representation[], depth: number): WrittenOperation {
  const names = new Set(representations.map(({ __typename }) => __typename));
  const fragments = depth > 0 ? [...names].map((name) => fragmentOn(name, depth)).join(' ') : '';
  return {
    document: `query Walk($representations: [_Any!]!) { it: _entities(representations: $representations) { __typename ${fragments} } }`,
    variables: { representations },
  };
}

/** Number of arguments and required input fields of a root field that take an id. */
export const idCount = ({ field }: RootField): number => field.args.reduce((count, { type }) => count + idsIn(type), 0);

function idsIn(type: GraphQLInputType): number {
  const named = getNamedType(type);
  if (named.name === 'ID') return 1;
  return isInputObjectType(named)
    ? Object.values(named.getFields()).reduce(
        (count, field) => count + (field.type === type ? 0 : idsIn(field.type)),
        0,
      )
    : 0;
}

const takesId = (type: GraphQLInputType) => idsIn(type) > 0;

const sampleValues: Record<string, unknown> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  Date: '2026-01-01',
  DateTime: '2026-01-01T00:00:00Z',
  EmailAddress: 'unknown@example.com',
  URL: 'https://example.com/hook',
  JSON: {},
  PartialDate: '2026',
};

/** A valid value of the type; ids do not exist. */
export const sampleOf = (type: GraphQLInputType): unknown => valueOf(type, () => 'x');

function valueOf(type: GraphQLInputType, nextId: () => string): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [valueOf(nullable.ofType, nextId)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    return Object.fromEntries(
      fields
        .filter((field) => isRequiredInputField(field) || takesId(field.type))
        .map((field) => [field.name, valueOf(field.type, nextId)]),
    );
  }
  return nullable.name === 'ID' ? nextId() : (sampleValues[nullable.name] ?? 'x');
}

/** Selects all fields without required arguments, `depth` levels deep. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return '';
  if (isAbstractType(type)) {
    const members = schema.getPossibleTypes(type).map(({ name }) => fragmentOn(name, depth));
    return `{ __typename ${members.join(' ')} }`;
  }
  return `{ __typename ${fieldsOf(type, depth, '').join(' ')} }`;
}

/** Aliases prevent conflicts between fields of different types. */
const fragmentOn = (name: string, depth: number) => {
  const type = schema.getType(name);
  const fields = type ? fieldsOf(type, depth, `${name}_`) : [];
  return fields.length > 0 ? `... on ${name} { ${fields.join(' ')} }` : '';
};

function fieldsOf(type: GraphQLNamedType, depth: number, prefix: string): string[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter((field) => !field.args.some(isRequiredArgument))
    .flatMap((field) => {
      const named = getNamedType(field.type);
      const alias = prefix ? `${prefix}${field.name}: ` : '';
      if (isLeafType(named)) return [`${alias}${field.name}`];
      return depth > 1 ? [`${alias}${field.name} ${selectionOf(named, depth - 1)}`] : [];
    });
}
