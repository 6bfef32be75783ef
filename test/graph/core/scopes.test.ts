import { getNamedType, Kind, parse, print } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../../../src/tools/tool.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { addRequiredScopes } from '../../../src/graph/federation/gateway-directives.ts';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { schema } from '../../../src/graph/schema.ts';
import { scopeOfType } from '../../../src/operation/type-source.ts';
import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { ConnectorsDocument } from '../../support/generated/operations.ts';
import { entitiesOperation, entityNames, operationOf, rootFields } from '../../support/graph/schema-walk.ts';
import { useConversationGraph } from '../conversation/conversation-graph.ts';

describe('scopes', () => {
  const graph = useConversationGraph();
  beforeEach(() => graph.tools.restore());

  const but = (scope: Scope) => scopes.filter((other) => other !== scope);
  const walk = { ids: [uuid('nothing')], depth: 1 };

  async function send({ document, variables }: { document: string; variables: object }, granted: readonly string[]) {
    const operation = { toString: () => document };
    const headers = { 'x-test-scopes': granted.join(' ') };
    const { data, errors } = await graph.execute<{ it: unknown }, object>(operation, variables, { headers });
    return { it: data?.it, errors, codes: errors.map(({ extensions }) => extensions?.['code']) };
  }

  /** Root fields, with the scope that their description names. */
  const needs = rootFields.flatMap((root) => {
    const scope = scopes.find((known) => root.field.description?.endsWith(` Requires the scope \`${known}\`.`));
    return scope ? [{ ...root, name: root.field.name, scope }] : [];
  });

  it('describes the scope of every root field except `connectors` and `viewer`', () => {
    const named = new Set(needs.map(({ name }) => name));
    expect(rootFields.map(({ field }) => field.name).filter((name) => !named.has(name))).toEqual([
      'connectors',
      'viewer',
    ]);
    expect(needs.filter(({ kind, scope }) => scope.endsWith(':write') !== (kind === 'mutation'))).toEqual([]);
  });

  it('requires the same scopes in the schema for routers', () => {
    const sdl = addRequiredScopes(printSchema(), schema);
    const printed = parse(sdl).definitions.flatMap((type) =>
      type.kind === Kind.OBJECT_TYPE_DEFINITION
        ? (type.fields ?? []).flatMap(({ name, directives = [] }) =>
            directives
              .filter((directive) => directive.name.value === 'requiresScopes')
              .map((directive) => [`${type.name.value}.${name.value}`, print(directive)]),
          )
        : [],
    );
    const requires = (scope: string) => `@requiresScopes(scopes: [["${scope}"]])`;
    const typeOf = { query: 'Query', mutation: 'Mutation' };
    const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});

    const readsBoth = '@requiresScopes(scopes: [["talent:read", "convo:read"]])';
    expect(new Map(printed.map(([name, directive]) => [name, directive]))).toEqual(
      new Map([
        ...needs.map(({ kind, name, scope }) => [`${typeOf[kind]}.${name}`, requires(scope)] as const),
        ...subscriptions.map((name) => [`Subscription.${name}`, requires('convo:read')] as const),
        ...[
          'Company.contacts',
          'Company.conversations',
          'Participant.signals',
          'Signal.contacts',
          'Signal.conversations',
          'User.talentUser',
          'TalentUser.user',
          'Viewer.user',
        ].map((name) => [name, readsBoth] as const),
        ['Viewer.talentUser', requires('talent:read')] as const,
        ['Viewer.organization', requires('convo:read')] as const,
      ]),
    );
    expect(sdl.replaceAll(/ @requiresScopes\(scopes: .*\]\]\)|, "@requiresScopes"/g, '')).toBe(printSchema());
  });

  it.each(needs.filter(({ kind }) => kind === 'query'))(
    'rejects $name without $scope and accepts it with $scope alone',
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
    'returns a problem for $name without $scope and accepts it with $scope',
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
      // This mutation also reads the stored visit, because a visit never moves back.
      const read = root.name === 'markSavedSearchVisited' ? ['talent:read'] : [];
      expect(await problem([scope, ...read])).toEqual([
        expect.not.objectContaining({ __typename: 'NotPermittedProblem' }),
      ]);
    },
  );

  it.each(entityNames)('rejects a reference to a %s, even for its key alone', async (name) => {
    const id = uuid('nothing');
    const operation = (depth: number) => entitiesOperation([{ __typename: name, id, list: { id: 'lst_none' } }], depth);
    const nothing = await send(operation(0), []);
    const scope = scopes.find((known) => nothing.errors[0]?.message.includes(known));

    if (scope === undefined) throw new Error(`${name} is not rejected: ${JSON.stringify(nothing)}`);
    expect(scope).toMatch(/:read$/);
    for (const depth of [0, 1]) {
      const rejected = await send(operation(depth), but(scope));
      expect([rejected.it, rejected.codes]).toEqual([[null], ['FORBIDDEN']]);
    }
    expect(graph.tools.calls).toEqual([]);
    expect((await send(operation(1), [scope])).codes).not.toContain('FORBIDDEN');
  });

  it('rejects one reference and resolves another of the same operation', async () => {
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

  it('reports the status of each connector that the caller may read', async () => {
    const headers = { 'x-test-scopes': 'convo:read talent:write' };
    const { data } = await graph.ask(ConnectorsDocument, {}, { headers });

    expect(data.connectors.map(({ kind, status, tools }) => ({ kind, status, tools: tools?.length ?? null }))).toEqual([
      { kind: 'TALENT', status: 'FORBIDDEN', tools: null },
      { kind: 'CONVO', status: 'ACTIVE', tools: Object.keys(conversationTools).length },
    ]);
  });

  it('rejects a type of a root field that declares no connector', () => {
    expect(() => scopeOfType({ name: 'Stray', extensions: {} }, 'read')).toThrow(
      'Stray does not declare its connector',
    );
  });

  it('requires a connector on every entity, including those that are not resolved here', () => {
    const types = entityNames.map((name) => schema.getType(name));
    expect(types.filter((type) => type && !getNamedType(type).extensions['connector'])).toEqual([]);
  });
});
