import { readFile } from 'node:fs/promises';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ask } from '../../support/graph/served-graph.ts';
import { serveTalentSubgraph } from '../talent-subgraph.ts';
import { hiveComposer } from './composer.ts';
import { describeComposer } from './describe-composer.ts';
import { membersOf } from './schema-members.ts';
import { useResource } from '../../support/resource.ts';

const schemaFile = await readFile('schema.graphql', 'utf8');

describe('the subgraph', () => {
  const talent = useResource(serveTalentSubgraph);

  it('returns schema.graphql for _service', async () => {
    const { data } = await ask(talent.url, '{ _service { sdl } }');
    expect(data).toEqual({ _service: { sdl: schemaFile.trimEnd() } });
  });
});

describeComposer(hiveComposer);

describe('the comparison of members', () => {
  it('finds a lost input field, argument, enum value, union member and interface', () => {
    const complete = `
      type Query { a(first: Int, after: ID): A b(in: I): U }
      interface N { id: ID }
      type A implements N { id: ID }
      type B { id: ID }
      union U = A | B
      enum E { X Y }
      input I { e: E f: Int }
    `;
    const reduced = complete
      .replace(', after: ID', '')
      .replace('implements N ', '')
      .replace('= A | B', '= A')
      .replace('X Y', 'X')
      .replace(' f: Int', '');
    const found = new Set(membersOf(buildSchema(reduced)));
    expect(membersOf(buildSchema(complete)).filter((member) => !found.has(member))).toEqual([
      'A implements N',
      'E.Y',
      'I.f: Int',
      'Query.a(after: ID)',
      'U = B',
    ]);
  });
});
