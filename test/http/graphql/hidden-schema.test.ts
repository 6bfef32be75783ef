import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { useHttpGraph } from '../http-graph.ts';

const gatewaySecret = 'gateway-'.repeat(4);

const variables = (type: string, value: unknown) => ({
  query: `query ($value: ${type}) { signals(filter: $value) { totalCount } }`,
  variables: { value },
});

/** Mistakes of a caller, each similar to a name in the schema. */
const mistakes: [string, { query: string; variables?: object }][] = [
  ['a field', { query: '{ signal(id: "1") { fullNam } }' }],
  ['a field of another type', { query: '{ _entities(representations: []) { fullName } }' }],
  ['an argument', { query: '{ signal(idd: "1") { id } }' }],
  ['an argument of a directive', { query: '{ signal(id: "1") @include(iff: true) { id } }' }],
  ['a type', { query: 'query ($filter: SignalFilte) { signals(filter: $filter) { totalCount } }' }],
  ['a key in the document', { query: '{ signals(filter: { fullNam: "a" }) { totalCount } }' }],
  ['an enum value in the document', { query: '{ signals(filter: { ageRanges: [BELOW_2] }) { totalCount } }' }],
  ['a key in variables', variables('SignalFilter', { fullNam: 'a' })],
  ['an enum value in variables', variables('SignalFilter', { ageRanges: ['BELOW_2'] })],
];

describe.each([
  ['production', { NODE_ENV: 'production' }, false],
  ['production with introspection', { NODE_ENV: 'production', INTROSPECTION: 'true' }, true],
  ['development', {}, true],
  ['development without introspection', { INTROSPECTION: 'false' }, false],
])('the schema in %s', (_, environment, isShown) => {
  const graph = useHttpGraph({
    environment: { ...environment, ...(!isShown && { TRUSTED_GATEWAY_SECRETS: gatewaySecret }) },
  });

  it(`is ${isShown ? 'shown to' : 'hidden from'} introspection`, async () => {
    const { data, errors } = await graph.send({ query: getIntrospectionQuery() });
    expect({ hasData: data !== undefined, isRejected: errors.length > 0 }).toEqual({
      hasData: isShown,
      isRejected: !isShown,
    });
  });

  it.each(['{ __type(name: "Signal") { name } }', '{ ... { s: __schema { queryType { name } } } }'])(
    `is ${isShown ? 'shown to' : 'hidden from'} %s`,
    async (query) => {
      const { data } = await graph.send({ query });
      expect(data !== undefined).toBe(isShown);
    },
  );

  const sdl = { query: '{ ... { it: _service { sdl } } }' };
  const shown = { data: { it: { sdl: expect.stringContaining('type Signal') } }, errors: [] };

  it(`is ${isShown ? 'shown to' : 'hidden from'} callers who ask for the SDL`, async () => {
    const message = '_service needs the scope schema:read, which the caller does not have.';
    expect(await graph.send(sdl)).toMatchObject(
      isShown ? shown : { data: { it: { sdl: null } }, errors: [{ message, extensions: { code: 'FORBIDDEN' } }] },
    );
  });

  it.each([
    ['the scope schema:read', { 'x-test-scopes': 'schema:read' }],
    ['the secret of a gateway', { 'x-trusted-gateway-secret': gatewaySecret }],
  ])('is shown as SDL to callers with %s', async (_caller, headers) => {
    expect(await graph.send(sdl, headers)).toMatchObject(shown);
  });

  it('is not needed to resolve entities', async () => {
    const query = '{ _entities(representations: [{ __typename: "Company", id: "nothing" }]) { __typename } }';
    expect(await graph.send({ query })).toMatchObject({ data: { _entities: [null] }, errors: [] });
  });

  it.each(mistakes)(
    `is ${isShown ? 'suggested' : 'not suggested'} in the error of a mistake in %s`,
    async (_place, body) => {
      const { errors } = await graph.send(body);

      expect(errors).not.toEqual([]);
      expect(JSON.stringify(errors).includes('Did you mean')).toBe(isShown);
      expect(graph.tools.calls).toEqual([]);
    },
  );
});
