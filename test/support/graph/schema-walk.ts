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
  /** Values for other arguments, by name; ignored if the field has no such argument. */
  values?: Record<string, unknown>;
}

export interface WrittenOperation {
  document: string;
  variables: Record<string, unknown>;
}

/**
 * Operations with one root field, its required arguments and all arguments that take an id. The
 * selected fields are spread over several operations if one would exceed the document limits.
 */
export function operationsOf({ kind, field }: RootField, { ids, depth, values = {} }: Walk): WrittenOperation[] {
  const rest = [...ids];
  const nextId = () => (rest.length > 1 ? rest.shift() : rest[0]) ?? '';
  const chosen = field.args.filter((arg) => isRequiredArgument(arg) || takesId(arg.type) || arg.name in values);
  const variables = Object.fromEntries(chosen.map((arg) => [arg.name, values[arg.name] ?? valueOf(arg.type, nextId)]));
  const declared = chosen.map((arg: GraphQLArgument) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = chosen.map(({ name }) => `${name}: $${name}`).join(', ');
  const inParentheses = (text: string) => (text ? `(${text})` : '');
  const type = getNamedType(field.type);
  return inParts(selectionsOf(type, depth)).map((selections) => ({
    document: `${kind} Walk${inParentheses(declared)} { it: ${field.name}${inParentheses(passed)} ${isLeafType(type) ? '' : block(selections)} }`,
    variables,
  }));
}

/** The only operation. @throws if the fields need several */
function onlyOne([operation, ...others]: readonly WrittenOperation[]): WrittenOperation {
  if (!operation || others.length > 0) throw new Error('The fields need several operations.');
  return operation;
}

export const operationOf = (root: RootField, walk: Walk) => onlyOne(operationsOf(root, walk));
export const entitiesOperation = (representations: Representation[], depth: number) =>
  onlyOne(entitiesOperations(representations, depth));

/** A reference to an entity: its type and key. */
interface Representation extends Record<string, unknown> {
  __typename: string;
}

/** `_entities` operations with the fields of the represented types; with depth 0 they select only `__typename`. */
export function entitiesOperations(representations: Representation[], depth: number): WrittenOperation[] {
  const names = new Set(representations.map(({ __typename }) => __typename));
  return inParts(depth > 0 ? [...names].flatMap((name) => fragmentOn(name, depth)) : []).map((selections) => ({
    document: `query Walk($representations: [_Any!]!) { it: _entities(representations: $representations) ${block(selections)} }`,
    variables: { representations },
  }));
}

/** Number of arguments of a root field that take an id, including fields of input objects. */
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

/** A valid value of the type. Its ids belong to no record. */
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

/** A field, with its alias, or a fragment. */
interface Selection {
  text: string;
  alias?: string;
  inner?: Selection[];
}

const block = (selections: readonly Selection[]): string =>
  `{ __typename ${selections.map(({ text, inner }) => (inner ? `${text} ${block(inner)}` : text)).join(' ')} }`;

/** Below the document limits, which also count the fields around the selections. */
const maxFields = 450;
const maxAliases = 95;

const fits = (selections: readonly Selection[]) => {
  const count = (all: readonly Selection[], isCounted: (each: Selection) => boolean): number =>
    all.reduce((sum, each) => sum + (isCounted(each) ? 1 : 0) + count(each.inner ?? [], isCounted), 0);
  // `block` adds `__typename` to each selection that has inner selections.
  const fields = count(selections, () => true) + count(selections, ({ inner }) => inner !== undefined);
  return fields <= maxFields && count(selections, ({ alias }) => alias !== undefined) <= maxAliases;
};

/** Splits selections so that each part fits into a document. There is at least one part. */
function inParts(selections: readonly Selection[]): Selection[][] {
  const parts: Selection[][] = [[]];
  for (const selection of selections) {
    const { inner } = selection;
    const pieces =
      inner && !fits([selection]) ? inParts(inner).map((each) => ({ ...selection, inner: each })) : [selection];
    for (const piece of pieces) {
      const last = parts.at(-1) ?? [];
      if (fits([...last, piece])) last.push(piece);
      else parts.push([piece]);
    }
  }
  return parts;
}

/** Selects all fields without required arguments, `depth` levels deep. */
function selectionsOf(type: GraphQLNamedType, depth: number): Selection[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type).flatMap(({ name }) => fragmentOn(name, depth));
  return fieldsOf(type, depth, '');
}

/** Aliases prevent conflicts between fields of different types. */
function fragmentOn(name: string, depth: number): Selection[] {
  const type = schema.getType(name);
  const inner = type ? fieldsOf(type, depth, `${name}_`) : [];
  return inner.length > 0 ? [{ text: `... on ${name}`, inner }] : [];
}

function fieldsOf(type: GraphQLNamedType, depth: number, prefix: string): Selection[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter((field) => !field.args.some(isRequiredArgument))
    .flatMap((field) => {
      const named = getNamedType(field.type);
      const alias = prefix ? { alias: `${prefix}${field.name}` } : {};
      const text = prefix ? `${prefix}${field.name}: ${field.name}` : field.name;
      if (isLeafType(named)) return [{ text, ...alias }];
      return depth > 1 ? [{ text, ...alias, inner: selectionsOf(named, depth - 1) }] : [];
    });
}
