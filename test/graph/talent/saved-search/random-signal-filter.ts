import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { schema } from '../../../../src/graph/schema.ts';
import { signalFilters } from '../../../../src/tools/talent/signal-filter.ts';
import type { Random } from '../../../support/random.ts';

const input = schema.getType('SignalFilter');

export const signalFilterFields = isInputObjectType(input) ? input.getFields() : {};

const texts = [
  'Bern',
  'São Paulo',
  "Côte d'Ivoire",
  'a!b',
  '-dash',
  'me too',
  'others',
  '日本',
  '"',
  '\\',
  '😀',
  ' x ',
  'null',
];
const times = ['1970-01-01T00:01:40.000Z', '2026-01-02T03:04:05.678Z', '9999-12-31T23:59:59.999Z'];
const days = ['1970-01-01', '2026-02-28', '9999-12-31'];
const actorIds = ['usr_ben', 'usr_cleo', 'me2', 'x-y', '!z'];

/** A random filter without empty parts, as the graph returns stored filters. */
export function randomSignalFilter(random: Random): object {
  const fields = Object.values(signalFilterFields).filter(() => random.chance(30));
  return Object.fromEntries(fields.map(({ name, type }) => [name, randomValue(name, type, random)]));
}

function randomValue(field: string, type: GraphQLInputType, random: Random): unknown {
  const named = getNamedType(type);
  if (isListType(getNullableType(type)))
    return randomList(field, random, isEnumType(named) ? named.getValues().map(({ name }) => name) : undefined);
  switch (named.name) {
    case 'String':
      return random.pick(texts).trim();
    case 'Int':
      return random.int(1, 10);
    case 'DateTime':
      return random.pick(times);
    case 'SignalNameFilter':
      return someOf({ in: () => many(texts, random), notIn: () => many(texts, random) }, random);
    case 'SignalActorFilter':
      return someOf(
        {
          viewer: () => random.chance(50),
          others: () => random.chance(50),
          userIds: () => many(actorIds, random),
          notUserIds: () => many(actorIds, random),
        },
        random,
      );
    case 'SignalDiscoveredFilter':
      return random.pick([
        { withinDays: random.pick([1, 30, 99_999]) },
        { since: random.pick(times) },
        { between: { from: days[random.int(0, 1)], to: days[2] } },
      ]);
    default:
      throw new Error(`There are no random values of ${named.name}.`);
  }
}

/** Enum values, or texts and ids that the tool's parameter for the field accepts. */
function randomList(field: string, random: Random, values?: string[]) {
  const filter = Object.values(signalFilters).find((each) => 'field' in each && each.field === field);
  const candidates = values ?? [...texts, 'exe_1', 'exe_a.b-c', 'ede_1', 'ede_2'];
  return many(values ?? candidates.filter((text) => filter?.parameter.safeParse([text]).success), random);
}

const many = (values: readonly string[], random: Random) => random.some(values, random.int(1, 4));

/** An object with at least one of the properties. */
function someOf(properties: Record<string, () => unknown>, random: Random): object {
  const names = random.some(Object.keys(properties), random.int(1, Object.keys(properties).length));
  return Object.fromEntries(names.map((name) => [name, properties[name]?.()]));
}
