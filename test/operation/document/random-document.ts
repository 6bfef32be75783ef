import { type Random, randomFrom } from '../../support/random.ts';

/** A schema with objects, an interface and a union whose fields can conflict in every way. */
export const randomSchema = /* GraphQL */ `
  input By {
    a: Int
    b: Int
  }
  interface Pet {
    id: ID!
    name: String
    owner: Owner
  }
  type Dog implements Pet {
    id: ID!
    name: String
    size: Float
    barks: Boolean
    bark(loud: Boolean): String
    find(by: By, n: Int): Dog
    friend: Dog
    owner: Owner
  }
  type Cat implements Pet {
    id: ID!
    name: String
    size: Int
    lives: Int
    friend: [Cat!]
    owner: Owner
  }
  type Owner {
    id: ID!
    name: String!
    pets: [Pet!]!
    any: DogOrCat
  }
  union DogOrCat = Dog | Cat
  type Query {
    dog: Dog
    pet: Pet
    any: DogOrCat
  }
`;

const typeNames = ['Dog', 'Cat', 'Pet', 'Owner', 'DogOrCat'] as const;
type TypeName = (typeof typeNames)[number] | 'Query';

const leaves: Record<TypeName, readonly string[]> = {
  Query: [],
  Dog: ['id', 'name', 'size', 'barks', 'bark(loud: true)', 'bark(loud: false)', 'bark'],
  Cat: ['id', 'name', 'size', 'lives'],
  Pet: ['id', 'name'],
  Owner: ['id', 'name'],
  DogOrCat: ['__typename'],
};

const branches: Record<TypeName, readonly (readonly [field: string, type: TypeName])[]> = {
  Query: [
    ['dog', 'Dog'],
    ['pet', 'Pet'],
    ['any', 'DogOrCat'],
  ],
  Dog: [
    ['friend', 'Dog'],
    ['owner', 'Owner'],
    ['find(n: 1, by: { a: 1, b: 2 })', 'Dog'],
    ['find(by: { b: 2, a: 1 }, n: 1)', 'Dog'],
  ],
  Cat: [
    ['friend', 'Cat'],
    ['owner', 'Owner'],
  ],
  Pet: [['owner', 'Owner']],
  Owner: [
    ['pets', 'Pet'],
    ['any', 'DogOrCat'],
  ],
  DogOrCat: [],
};

const aliases = [...Array.from({ length: 40 }, () => ''), 'x: ', 'name: ', 'owner: '];
const fragmentCount = 3;

/** Returns a document over `randomSchema`; about half of them have conflicting fields. */
export function randomDocument(seed: number): string {
  const random = randomFrom(seed);
  const fragments = Array.from({ length: fragmentCount }, (_, index) => {
    const type = random.pick(typeNames);
    return `fragment F${index} on ${type} ${selection(random, { type, depth: 2, fragmentsFrom: index + 1 })}`;
  });
  return [selection(random, { type: 'Query', depth: 4, fragmentsFrom: 0 }), ...fragments].join('\n');
}

interface Place {
  type: TypeName;
  depth: number;
  /** Only later fragments are spread, so that there are no cycles. */
  fragmentsFrom: number;
}

function selection(random: Random, place: Place): string {
  const parts = Array.from({ length: random.int(1, 3) }, () => part(random, place));
  return `{ ${[...parts, '__typename'].join(' ')} }`;
}

function part(random: Random, { type, depth, fragmentsFrom }: Place): string {
  const inner = { depth: depth - 1, fragmentsFrom };
  if (depth > 0 && random.chance(25)) {
    const member = random.pick(typeNames);
    return `... on ${member} ${selection(random, { type: member, ...inner })}`;
  }
  if (fragmentsFrom < fragmentCount && random.chance(15)) return `...F${random.int(fragmentsFrom, fragmentCount - 1)}`;
  const alias = random.pick(aliases);
  if (depth > 0 && branches[type].length > 0 && (random.chance(50) || leaves[type].length === 0)) {
    const [field, target] = random.pick(branches[type]);
    return `${alias}${field} ${selection(random, { type: target, ...inner })}`;
  }
  return leaves[type].length === 0 ? '__typename' : `${alias}${random.pick(leaves[type])}`;
}
