import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graph/schema.ts';

interface Described {
  place: string;
  description: string | null | undefined;
}

/** Types and fields that the federation runtime adds. */
const ofFederation = (name: string) =>
  name.startsWith('_') || name.startsWith('federation__') || name.startsWith('link__');

function membersOf(type: GraphQLNamedType): Described[] {
  const member = (name: string, description: string | null | undefined) => ({
    place: `${type.name}.${name}`,
    description,
  });
  if (isEnumType(type)) return type.getValues().map(({ name, description }) => member(name, description));
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map(({ name, description }) => member(name, description));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields())
    .filter(({ name }) => !ofFederation(name))
    .flatMap(({ name, description, args }) => [
      member(name, description),
      ...args.map((arg) => member(`${name}(${arg.name}:)`, arg.description)),
    ]);
}

describe('the schema', () => {
  it('matches schema.graphql', async () => {
    // In a new process: field order depends on import order, which other tests can change.
    const printing = promisify(execFile)(process.execPath, ['src/graph/print-schema.ts', '--check']);
    await expect(printing).resolves.toEqual({ stdout: '', stderr: '' });
  });

  it('describes every type, field, argument, enum value and input field', () => {
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !ofFederation(type.name),
    );
    const places = types.flatMap((type) => [{ place: type.name, description: type.description }, ...membersOf(type)]);

    expect(places.filter(({ description }) => !description?.trim()).map(({ place }) => place)).toEqual([]);
    expect(places.map(({ place }) => place)).toContain('Query.signals(after:)');
  });

  it('has no input field of a required type with a default, which GraphiQL and code generators would require', () => {
    const fields = Object.values(schema.getTypeMap())
      .filter(isInputObjectType)
      .flatMap((type) => Object.values(type.getFields()));

    expect(fields.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue !== undefined)).toEqual([]);
    expect(fields.find(({ name }) => name === 'sharees')).toMatchObject({ defaultValue: [] });
  });
});
