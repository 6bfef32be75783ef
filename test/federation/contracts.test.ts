import { readFile } from 'node:fs/promises';
import { isScalarType, isSpecifiedScalarType, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { personalData } from './composition/describe-composer.ts';

const typeDefs = parse(await readFile('schema.graphql', 'utf8'));
describe('the schema', () => {
  const types = Object.values(schema.getTypeMap());

  it('tags every field whose name or type says that it contains an address, number or profile of a person', () => {
    const suspects = types
      .filter(({ name }) => !name.startsWith('_'))
      .flatMap((type) => ('getFields' in type ? Object.values(type.getFields()).map((field) => ({ type, field })) : []))
      .filter(
        ({ field }) => String(field.type).includes('EmailAddress') || /phone|linkedin(?:id|url)/i.test(field.name),
      );

    expect(suspects.map(({ type, field }) => `${type.name}.${field.name}`).toSorted()).toEqual(
      [
        ...personalData.filter((name) => /email|phone|linkedin|recipients/i.test(name)),
        'UploadActivityInput.hostUserEmail',
      ].toSorted(),
    );
  });

  it('specifies every custom scalar except the opaque cursor', () => {
    const scalars = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type) && type.name !== '_Any');

    expect(scalars.filter(({ specifiedByURL }) => !specifiedByURL).map(({ name }) => name)).toEqual(['EventCursor']);
    const printed = typeDefs.definitions.flatMap((definition) =>
      definition.kind === Kind.SCALAR_TYPE_DEFINITION &&
      definition.directives?.some(({ name }) => name.value === 'specifiedBy')
        ? [definition.name.value]
        : [],
    );
    expect([...printed, 'EventCursor'].toSorted()).toEqual(scalars.map(({ name }) => name).toSorted());
  });
});
