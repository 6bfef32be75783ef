import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { composers } from './composition/composers.ts';
import { membersOf } from './composition/schema-members.ts';
import { crmTypeDefs } from './crm-subgraph.ts';
import { printSchema } from '../../src/graph/print-schema.ts';

const printed = await promisify(execFile)(process.execPath, ['src/graph/print-schema.ts', '--scopes']);

describe.each(composers)('the schema of schema:print -- --scopes, composed by $name', ({ compose }) => {
  it('has the same members as without scopes', () => {
    const composeWith = (sdl: string) =>
      compose([
        { name: 'talent', typeDefs: parse(sdl) },
        { name: 'crm', typeDefs: crmTypeDefs },
      ]);
    const { errors, supergraph } = composeWith(printed.stdout);
    const plain = composeWith(printSchema()).supergraph;

    expect(errors).toEqual([]);
    expect(supergraph && membersOf(supergraph).filter(isOurs)).toEqual(plain && membersOf(plain).filter(isOurs));
  });
});

/** Leaves out what composers add, such as `join__Graph` and the scalar of scopes. */
const isOurs = (member: string) => !/^\w+__|^openfed/.test(member);
