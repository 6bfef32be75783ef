import type { ExecutionResult, GraphQLError } from 'graphql';
import { expect, it } from 'vitest';
import { timeLimit } from '../../support/time-limit.ts';

/** Returns how a result differs from the reference; undefined if it does not. */
export function difference(actual: ExecutionResult, reference: ExecutionResult): string | undefined {
  const [data, expected] = [JSON.stringify(actual.data), JSON.stringify(reference.data)];
  if (data !== expected) return `data\n${data}\ninstead of\n${expected}`;
  const places = groupedErrors(actual);
  const expectedPlaces = groupedErrors(reference);
  for (const place of new Set([...places.keys(), ...expectedPlaces.keys()])) {
    const errors = places.get(place) ?? [];
    const expectedErrors = expectedPlaces.get(place) ?? [];
    const isSame = errors.toSorted().join('\n') === expectedErrors.toSorted().join('\n');
    // If a value became null, timing decides which of the errors below it are reported.
    const isBelow =
      errors.length > 0 && expectedErrors.some((error) => errors.includes(error)) && isNulled(place, errors);
    if (!isSame && !isBelow)
      return `errors at "${place}"\n${errors.join('\n')}\ninstead of\n${expectedErrors.join('\n')}`;
  }
  return undefined;
}

/**
 * Defines a test that compares random operations. TEST_OPERATIONS sets their number, and TEST_SEED repeats a run.
 * @param compare returns how the results for a seed differ, `invalid` for an operation that is skipped, or undefined
 */
export function compareWithReference(
  compare: (seed: number) => Promise<string | undefined>,
  defaultCount: number,
): void {
  const count = Number(process.env['TEST_OPERATIONS'] ?? defaultCount);
  const firstSeed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000_000);

  it(`are those of graphql-js, from seed ${firstSeed}`, { timeout: timeLimit(600) }, async () => {
    let compared = 0;
    for (let seed = firstSeed; compared < count; seed += 1) {
      const found = await compare(seed);
      if (found === 'invalid') continue;
      expect(found).toBeUndefined();
      compared += 1;
    }
  });
}

const isNulled = (place: string, errors: readonly string[]) =>
  errors.some((error) => !error.includes(`"path":${JSON.stringify(JSON.parse(place))}`));

/** Errors by the path of the value that became null because of them. */
function groupedErrors({ errors = [], data }: ExecutionResult): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const error of errors) {
    const place = JSON.stringify(nulledPlace(error, data));
    groups.set(place, [...(groups.get(place) ?? []), textOf(error)]);
  }
  return groups;
}

function nulledPlace({ path = [] }: GraphQLError, data: unknown): readonly (string | number)[] {
  let value = data;
  for (const [depth, key] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, depth);
    value = Reflect.get(Object(value), key);
  }
  return path;
}

const textOf = ({ message, path, locations }: GraphQLError) => JSON.stringify({ message, path, locations });
