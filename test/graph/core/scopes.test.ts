import { getNamedType, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../../../src/connector/scope.ts';
import { schema } from '../../../src/graph/schema.ts';
import { requireScopes } from '../../../src/graph/core/scopes.ts';
import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { ConnectorsDocument } from '../../support/generated/operations.ts';
import type { Graph } from '../../support/graph/test-graph.ts';
import { entitiesOperation, entityNames, operationOf, rootFields } from '../../support/graph/schema-walk.ts';
import { startConversationGraph } from '../conversation/conversation-graph.ts';

describe('scopes', () => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await startConversationGraph();
  });
  beforeEach(() => graph.tools.restore());
  afterAll(() => graph.close());

  const but = (scope: Scope) => scopes.filter((other) => other !== scope);
  const walk = { ids: [uuid('nothing')], depth: 1 };

  async function send({ document, variables }: { document: string; variables: object }, granted: readonly string[]) {
    const operation = { toString: () => document };
    const headers = { 'x-test-scopes': granted.join(' ') };
    const { data, errors } = await graph.execute<{ it: unknown }, object>(operation, variables, { headers });
    return { it: data?.it, errors, codes: errors.map(({ extensions }) => extensions?.['code']) };
  }

  /** The scope that the description names. */
  const needs = rootFields.flatMap((root) => {
    const scope = scopes.find((known) => root.field.description?.endsWith(` Needs the scope ${known}.`));
    return scope ? [{ ...root, name: root.field.name, scope }] : [];
  });

  it('are named by the description of every root field but the one that tells of connectors', () => {
    const named = new Set(needs.map(({ name }) => name));
    expect(rootFields.map(({ field }) => field.name).filter((name) => !named.has(name))).toEqual(['connectors']);
    expect(needs.filter(({ kind, scope }) => scope.endsWith(':write') !== (kind === 'mutation'))).toEqual([]);
  });

  it.each(needs.filter(({ kind }) => kind === 'query'))(
    'of others do not let anybody ask for $name, and $scope alone does',
    async ({ name, scope, ...root }) => {
      const operation = operationOf(root, walk);
      for (const granted of [[], but(scope)]) {
        const { errors } = await send(operation, granted);
        expect(errors).toEqual([
          {
            message: `${name} needs the scope ${scope}, which the caller does not have.`,
            path: ['it'],
            extensions: { code: 'FORBIDDEN', isRetryable: false, retryAt: null, requestId: expect.any(String) },
          },
        ]);
      }
      expect(graph.tools.calls).toEqual([]);
      expect((await send(operation, [scope])).codes).not.toContain('FORBIDDEN');
    },
  );

  it.each(needs.filter(({ kind }) => kind === 'mutation'))(
    'of others do not let anybody $name, and $scope alone does',
    async ({ scope, ...root }) => {
      const operation = operationOf(root, walk);
      const problem = (granted: readonly string[]) =>
        send(operation, granted).then(({ it: result }) => [result].flat());
      for (const granted of [[], but(scope)]) {
        expect(await problem(granted)).toEqual([
          expect.objectContaining({
            __typename: 'NotPermittedProblem',
            NotPermittedProblem_code: 'FORBIDDEN',
            NotPermittedProblem_message: expect.stringMatching(
              new RegExp(`^\\w+ needs the scope ${scope}, which the caller does not have\\.$`),
            ),
          }),
        ]);
      }
      expect(graph.tools.calls).toEqual([]);
      expect(await problem([scope])).toEqual([expect.not.objectContaining({ __typename: 'NotPermittedProblem' })]);
    },
  );

  it.each(entityNames.filter((name) => name !== 'Webhook'))(
    'of others do not let anybody refer to a %s, by its key alone either',
    async (name) => {
      const id = uuid('nothing');
      const operation = (depth: number) =>
        entitiesOperation([{ __typename: name, id, list: { id: 'lst_none' } }], depth);
      const nothing = await send(operation(0), []);
      const scope = scopes.find((known) => nothing.errors[0]?.message.includes(known));

      if (scope === undefined) throw new Error(`${name} is not refused: ${JSON.stringify(nothing)}`);
      expect(scope).toMatch(/:read$/);
      for (const depth of [0, 1]) {
        const refused = await send(operation(depth), but(scope));
        expect([refused.it, refused.codes]).toEqual([[null], ['FORBIDDEN']]);
      }
      expect(graph.tools.calls).toEqual([]);
      expect((await send(operation(1), [scope])).codes).not.toContain('FORBIDDEN');
    },
  );

  it('refuse one reference and answer another of the same operation', async () => {
    const representations = [
      { __typename: 'Company', id: 'nothing' },
      { __typename: 'Activity', id: uuid('nothing') },
    ];
    const { it: answers, errors } = await send(entitiesOperation(representations, 0), ['talent:read']);

    expect(answers).toEqual([null, null]);
    expect(errors.map(({ message, path }) => ({ message, path }))).toEqual([
      { message: 'Activity needs the scope convo:read, which the caller does not have.', path: ['it', 1] },
    ]);
  });

  it('let each connector tell how it stands to those who may read it', async () => {
    const headers = { 'x-test-scopes': 'convo:read talent:write' };
    const { data } = await graph.ask(ConnectorsDocument, {}, { headers });

    expect(data.connectors.map(({ kind, status, tools }) => ({ kind, status, tools: tools?.length ?? null }))).toEqual([
      { kind: 'TALENT', status: 'FORBIDDEN', tools: null },
      { kind: 'CONVO', status: 'ACTIVE', tools: 18 },
    ]);
  });

  it('must be said by every type that a root field gives', () => {
    const type = new GraphQLObjectType({ name: 'Stray', fields: { name: { type: GraphQLString } } });
    const query = new GraphQLObjectType({ name: 'Query', fields: { stray: { type } } });

    expect(() => requireScopes(new GraphQLSchema({ query }))).toThrow(
      'Stray does not say which connector it belongs to.',
    );
  });

  it('are said by every entity, also by those that are not found here', () => {
    const types = entityNames.map((name) => schema.getType(name));
    expect(types.filter((type) => type && !getNamedType(type).extensions['connector'])).toEqual([]);
  });
});
