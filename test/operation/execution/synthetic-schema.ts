import {
  buildSchema,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  OperationTypeNode,
  type GraphQLOutputType,
  responsePathAsArray,
  getNamedType,
} from 'graphql';
import { type Random, randomFrom } from '../../support/random.ts';

const sdl = /* GraphQL */ `
  scalar Odd
  enum Kind {
    RED
    GREEN
  }
  input By {
    a: Int = 3
    b: [String!]
  }
  interface Node {
    id: ID!
    next: Node
  }
  interface Leaf {
    id: ID!
    text: String
  }
  type A implements Node & Leaf {
    id: ID!
    next: Node
    int: Int
    float: Float!
    bool: Boolean
    text: String
    texts: [String!]
    kind: Kind
    kinds: [[Kind]!]
    odd: Odd
    odds: [Odd!]!
    plain: String!
    plainInt: Int
    plainKind: Kind!
    b: B
    bs: [B!]
    grid: [[A!]!]
    many: [Any]!
    sure: A!
    called(n: Int! = 1, by: By, kind: Kind, texts: [String]): String
  }
  type B implements Leaf {
    id: ID!
    text: String
    int: Int
    float: Float!
    odd: Odd
    plain: String!
    plainInt: Int
    b: B
    sure: A!
    nodes: [Node!]
    leaf: Leaf!
    any: Any
    called(n: Int! = 1, by: By, kind: Kind, texts: [String]): String
  }
  type C {
    id: ID!
    int: Int
    text: String
    plain: String!
    sureAny: Any!
  }
  union Any = A | B | C
  type Query {
    a: A
    b: B!
    as: [A!]!
    nodes: [Node]
    any: [[Any!]]
    leaf: Leaf
    text: String
    sure: A!
    called(n: Int! = 1, by: By, kind: Kind, texts: [String]): String
  }
  type Mutation {
    a: A
    b: B!
    any: Any
    text: String
    called(n: Int! = 1, by: By, kind: Kind, texts: [String]): String
  }
`;

/** Builds a schema whose resolvers act as seed and path decide; about one in fifteen fails. */
export function syntheticSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (!field.name.startsWith('plain'))
          field.resolve = (_, args, context, info) => outcome(field.type, args, context, info);
      }
    }
    if (isInterfaceType(type)) type.resolveType = (value, { seed }) => typeNameOf(schema, type.name, { value, seed });
    // A union has no `resolveType`: a value has `__typename`, or `isTypeOf` recognizes it.
    if (type.name === 'C' && isObjectType(type)) {
      type.isTypeOf = (value) => {
        const { random } = behaviour(value);
        if (random.chance(3)) throw new Error('isTypeOf failed.');
        const isC = typeNameIn(value) === 'C';
        return random.chance(30) ? Promise.resolve(isC) : isC;
      };
    }
    if (type.name === 'Odd' && isScalarType(type)) {
      type.serialize = (value) => {
        if (value === 'odd') throw new Error('The value is odd.');
        return value === 'none' ? undefined : value === 'object' ? { inner: ['x', 1] } : `odd ${String(value)}`;
      };
    }
  }
  return schema;
}

interface Context {
  seed: number;
  log: string[];
}

function outcome(type: GraphQLOutputType, args: object, { seed, log }: Context, info: GraphQLResolveInfo): unknown {
  const path = responsePathAsArray(info.path);
  const random = randomAt(seed, path.join('.'));
  const place = { schema: info.schema, seed, path: path.join('.') };
  if (info.operation.operation === OperationTypeNode.MUTATION && path.length === 1) log.push(`start ${path.join('.')}`);
  const value = () => {
    if (info.operation.operation === OperationTypeNode.MUTATION && path.length === 1) log.push(`end ${path.join('.')}`);
    if (random.chance(4)) throw new Error(`${info.fieldName} failed.`);
    if (Object.keys(args).length > 0) return random.chance(90) ? JSON.stringify(args) : null;
    return valueOf(type, random, place);
  };
  return random.chance(50) ? later(random, value) : value();
}

async function later<Value>(random: Random, value: () => Value): Promise<Value> {
  const ticks = random.int(0, 4);
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
  if (random.chance(30)) await new Promise((resolve) => setImmediate(resolve));
  return value();
}

interface ValuePlace {
  schema: GraphQLSchema;
  seed: number;
  path: string;
}

function valueOf(type: GraphQLOutputType, random: Random, place: ValuePlace): unknown {
  const odd = random.int(1, 100);
  if (odd <= 5 && !isNonNullType(type)) return random.chance(50) ? null : undefined;
  if (odd === 6) return random.chance(50) ? null : undefined;
  if (odd === 7) return new Error('An error as a value.');
  const inner = isNonNullType(type) ? type.ofType : type;
  if (odd === 8) return random.pick<unknown>([7.5, 'wrong', {}, true, ['list']]);
  if (isListType(inner)) {
    const items = Array.from({ length: random.int(0, 3) }, (_, index) => {
      const path = `${place.path}.${index}`;
      // Each item makes its own choices, so that a delayed item does not change those of others.
      const own = randomAt(place.seed, path);
      const item = () => valueOf(inner.ofType, own, { ...place, path });
      if (own.chance(2)) return Promise.reject(new Error('An item failed.'));
      return own.chance(10) ? later(own, item) : item();
    });
    for (const item of items) if (item instanceof Promise) item.catch(() => {});
    return random.weighted<unknown>([
      [8, items],
      [1, new Set(items)],
      [
        1,
        {
          *[Symbol.iterator]() {
            yield* items;
          },
        },
      ],
    ]);
  }
  if (isEnumType(inner)) return random.pick(['RED', 'GREEN']);
  if (isScalarType(inner)) return random.pick(scalarValues[inner.name] ?? ['x']);
  const members = isObjectType(inner)
    ? [inner]
    : isUnionType(inner) || isInterfaceType(inner)
      ? place.schema.getPossibleTypes(inner)
      : [];
  return sourceOf(random.pick(members).name, random, place);
}

const scalarValues: Record<string, readonly unknown[]> = {
  ID: ['id', 12],
  Int: [0, -3, 2_147_483_647, '12', true],
  Float: [0.5, -2, '1.5'],
  Boolean: [true, false, 1],
  String: ['text', '', 'a longer text', 5, true],
  Odd: ['x', 'object', 4, 4, 4, 'odd', 'none'],
};

/** An object whose properties, the fields without a resolver, have values of every kind. */
function sourceOf(typename: string, random: Random, { seed, path }: ValuePlace): object {
  const text = random.weighted<unknown>([
    [12, 'plain'],
    [2, 5],
    [1, null],
    [1, () => 'from a function'],
    [
      1,
      () => {
        throw new Error('A function failed.');
      },
    ],
    [1, new Error('A property is an error.')],
  ]);
  const later30 = random.chance(10);
  const throws = random.chance(3);
  return {
    ...(random.chance(95) && { __typename: random.chance(98) ? typename : random.pick(['Nothing', 'Node', 'Query']) }),
    typename,
    seed: `${seed} ${path}`,
    plain: later30 ? Promise.resolve(text) : text,
    get plainInt() {
      if (throws) throw new Error('A getter failed.');
      return 7;
    },
    plainKind: random.weighted<unknown>([
      [9, 'RED'],
      [1, 'BLUE'],
      [1, undefined],
    ]),
  };
}

const typeNameIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'typename' in value ? String(value.typename) : '';

function behaviour(value: unknown): { random: Random } {
  const seed = typeof value === 'object' && value !== null && 'seed' in value ? String(value.seed) : '';
  return { random: randomAt(7, seed) };
}

function typeNameOf(schema: GraphQLSchema, name: string, { value, seed }: { value: unknown; seed: number }) {
  const random = randomAt(
    seed,
    `${name} ${typeof value === 'object' && value !== null && 'seed' in value ? String(value.seed) : ''}`,
  );
  if (random.chance(3)) throw new Error('resolveType failed.');
  const found: unknown = random.chance(95)
    ? typeNameIn(value)
    : random.weighted<unknown>([
        [1, 'C'],
        [1, 'Missing'],
        [1, undefined],
        [1, 7],
      ]);
  const type = getNamedType(schema.getType(String(found)));
  const typeName: unknown = type && typeof found === 'string' ? type.name : found;
  // The type of `resolveType` allows only names, but JavaScript can return anything.
  const returned = Object(random.chance(30) ? Promise.resolve(typeName) : [typeName]);
  return returned instanceof Promise ? returned : returned[0];
}

/** Makes the same choices at the same path, regardless of the order in which resolvers run. */
function randomAt(seed: number, path: string): Random {
  let hash = seed * 2_654_435_761;
  for (const character of path) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return randomFrom(hash);
}
