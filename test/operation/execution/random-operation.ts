import { getNamedType, type GraphQLSchema, isAbstractType, isCompositeType, isObjectType } from 'graphql';
import { type Random, randomFrom } from '../../support/random.ts';

interface Place {
  typeName: string;
  depth: number;
  /** Index of the first fragment that can be spread. Only later ones can, to avoid cycles. */
  fragmentsFrom: number;
}

const fragmentCount = 3;

export interface RandomOperation {
  document: string;
  variables: Record<string, unknown>;
}

/** An operation with aliases, fragments, conditions, and arguments from literals and variables. */
export function randomOperation(schema: GraphQLSchema, seed: number): RandomOperation {
  const random = randomFrom(seed);
  const isMutation = random.chance(20);
  const fragments = Array.from({ length: fragmentCount }, (_, index) => {
    const typeName = random.pick(['A', 'B', 'Node', 'Leaf', 'Any', 'C']);
    return `fragment F${index} on ${typeName} ${selection(random, schema, { typeName, depth: 2, fragmentsFrom: index + 1 })}`;
  });
  const root = selection(random, schema, { typeName: isMutation ? 'Mutation' : 'Query', depth: 4, fragmentsFrom: 0 });
  const text = [root, ...fragments].join('\n');
  const used = declarations.filter(([name]) => new RegExp(`\\$${name}\\b`).test(text));
  const declared = used.length > 0 ? `(${used.map(([name, type]) => `$${name}: ${type}`).join(', ')})` : '';
  const variables = Object.fromEntries(
    used.flatMap(([name, , values]) => {
      const { value } = random.pick(values.map((each) => ({ value: each })));
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { document: `${isMutation ? 'mutation' : 'query'} Random${declared} ${text}`, variables };
}

const declarations = [
  ['yes', 'Boolean!', [true]],
  ['no', 'Boolean!', [false]],
  ['maybe', 'Boolean = true', [true, false, undefined, null]],
  ['n', 'Int!', [1, 2]],
  ['m', 'Int = 5', [1, undefined, null]],
  ['by', 'By', [{ a: 1 }, { b: ['x'] }, {}, null, undefined]],
  ['kind', 'Kind', ['RED', null, undefined]],
  ['word', 'String', ['word', null, undefined]],
] as const;

const calls = [
  'called',
  'called1: called(n: 2)',
  'called2: called(n: $n, by: $by)',
  'called3: called(kind: $kind, texts: ["a", $word])',
  'called4: called(by: { b: ["x"] })',
  'called5: called(n: $m)',
  'called6: called(by: { a: $m, b: null })',
];

const conditions = [
  '@skip(if: $no)',
  '@include(if: $yes)',
  '@skip(if: $yes)',
  '@include(if: $maybe)',
  '@include(if: true)',
  '@skip(if: true)',
];

const validConditions = conditions.filter((text) => !text.includes('$maybe'));

function selection(random: Random, schema: GraphQLSchema, place: Place): string {
  const parts = Array.from({ length: random.int(1, 5) }, () => part(random, schema, place));
  return `{ ${parts.join(' ')} }`;
}

const condition = (random: Random) => (random.chance(12) ? ` ${random.pick(conditions)}` : '');

function part(random: Random, schema: GraphQLSchema, place: Place): string {
  const { typeName, depth, fragmentsFrom } = place;
  const inner = { depth: depth - 1, fragmentsFrom };
  const type = schema.getType(typeName);
  if (depth > 0 && random.chance(typeName === 'Any' ? 70 : 20)) {
    const member =
      isAbstractType(type) && random.chance(70) ? random.pick(schema.getPossibleTypes(type)).name : typeName;
    const on = member === typeName && random.chance(30) ? '' : ` on ${member}`;
    return `...${on}${condition(random)} ${selection(random, schema, { typeName: member, ...inner })}`;
  }
  if (fragmentsFrom < fragmentCount && random.chance(12)) {
    // Not `$maybe`, which can be null: executors may skip the condition of a repeated spread.
    return `...F${random.int(fragmentsFrom, fragmentCount - 1)}${random.chance(12) ? ` ${random.pick(validConditions)}` : ''}`;
  }
  const fields =
    isObjectType(type) || (isAbstractType(type) && 'getFields' in type) ? Object.values(type.getFields()) : [];
  if (fields.length === 0 || random.chance(10)) return random.pick(['__typename', 'kindOf: __typename']);
  const field = random.pick(fields);
  if (field.args.length > 0) return random.pick(calls) + condition(random);
  const alias = random.chance(10) ? `${random.pick(['x', '__proto__', 'y'])}_${field.name}: ` : '';
  const target = getNamedType(field.type);
  if (!isCompositeType(target)) return alias + field.name + condition(random);
  if (depth <= 0) return '__typename';
  return `${alias}${field.name}${condition(random)} ${selection(random, schema, { typeName: target.name, ...inner })}`;
}
