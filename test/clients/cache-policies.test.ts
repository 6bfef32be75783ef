import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { cacheExchange } from '@urql/exchange-graphcache';
import { isObjectType } from 'graphql';
import { fetchQuery } from 'relay-runtime';
import { Client, fetchExchange } from 'urql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { storeLists } from '../../src/platform/services/talent/store/store-shared-records.ts';
import { listEntriesQuery, renameListMutation } from './apps/operations.ts';
import { clientToken, startClientLab } from './client-lab.ts';
import listsRequest, { type relayListsQuery } from './generated/relay/relayListsQuery.graphql.ts';
import { createApollo, createCache } from '../../src/clients/apollo.ts';
import { createEnvironment } from '../../src/clients/relay.ts';
import { cacheOptions, createUrql } from '../../src/clients/urql.ts';
import { useResource } from '../support/resource.ts';

/** Fields of the schema that return a connection; `filters` excludes `first` and `after`. */
const connections = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => /Connection!?$/.test(String(field.type)))
      .map(({ name: field, args }) => ({
        path: `${type.name}.${field}`,
        type: type.name,
        field,
        filters: args.map(({ name }) => name).filter((name) => name !== 'first' && name !== 'after'),
      })),
  );

const oneHalf = gql`
  query OneHalf($id: ID!) {
    organization {
      name
    }
    activity(id: $id) {
      id
      processing {
        state
      }
      transcript {
        durationMs
      }
    }
  }
`;

const otherHalf = gql`
  query OtherHalf($id: ID!) {
    organization {
      crmIntegration
    }
    activity(id: $id) {
      id
      processing {
        warnings
      }
      transcript {
        speakers {
          segmentCount
        }
      }
    }
  }
`;

describe('the documented caches', () => {
  const lab = useResource(startClientLab);
  let activityId: string;

  beforeAll(async () => {
    // The caches without our policies warn about them.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await storeLists(lab.db, [{ id: 'lst_1', name: 'Founders', creator: 'usr_ada' }]);
    activityId = await lab.upload('Call');
    await lab.whenProcessed();
  });
  afterAll(() => void vi.restoreAllMocks());

  const settings = () => ({ url: `${lab.origin}/graphql`, token: () => clientToken(), reload() {} });
  const createClient = (cache: InMemoryCache) => new ApolloClient({ link: createApollo(settings()).link, cache });

  /** Executes both queries. @returns the cached data of `oneHalf`, null if a field is missing */
  async function readFirstHalf(cache: InMemoryCache): Promise<unknown> {
    const client = createClient(cache);
    const variables = { id: activityId };
    await client.query({ query: oneHalf, variables });
    await client.query({ query: otherHalf, variables });
    return cache.readQuery({ query: oneHalf, variables });
  }

  it('of Apollo Client contains the fields of all queries for objects without an id', async () => {
    expect(await readFirstHalf(createCache())).toMatchObject({
      organization: { name: expect.any(String) },
      activity: { processing: { state: 'DONE' }, transcript: { durationMs: 1000 } },
    });
    expect(await readFirstHalf(new InMemoryCache())).toBeNull();
  });

  const rename = { id: 'lst_1', name: ' ' };
  const problem = { message: 'name must not be empty.' };

  it('of Apollo Client returns the fields of problems', async () => {
    const mutate = async (cache: InMemoryCache) =>
      (await createClient(cache).mutate({ mutation: renameListMutation, variables: rename })).data?.renameList;
    expect(await mutate(createCache())).toMatchObject(problem);
    expect(await mutate(new InMemoryCache())).not.toHaveProperty('message');
  });

  it('of urql returns the fields of problems', async () => {
    const { url, token, reload } = settings();
    const headers = { authorization: `Bearer ${await token()}`, 'x-graphql-yoga-csrf': '1' };
    const plain = new Client({ url, fetchOptions: { headers }, exchanges: [cacheExchange({}), fetchExchange] });
    const mutate = async (client: Client) => (await client.mutation(renameListMutation, rename)).data?.renameList;
    expect(await mutate(createUrql({ url, token, reload }))).toMatchObject(problem);
    expect(await mutate(plain)).not.toHaveProperty('message');
  });

  it('of Relay stores objects under their type and id', async () => {
    const environment = createEnvironment(settings());
    await fetchQuery<relayListsQuery>(environment, listsRequest, {}).toPromise();
    const keys = Object.keys(environment.getStore().getSource().toJSON());
    expect(keys).toContain('List:lst_1');
    expect(keys).not.toContain('lst_1');
  });

  it('of Apollo Client keeps the entries of two lists apart if their ids are equal', () => {
    const write = (cache: InMemoryCache, listId: string) => {
      const node = {
        __typename: 'ListEntry',
        id: '1',
        signal: { __typename: 'Signal', id: `of ${listId}`, fullName: '' },
      };
      const entries = { edges: [{ node }], pageInfo: { hasNextPage: false, endCursor: null } };
      const data = { list: { __typename: 'List', id: listId, entries } };
      cache.writeQuery({ query: listEntriesQuery, variables: { id: listId }, data });
    };
    const signalsOf = (cache: InMemoryCache) => {
      for (const id of ['lst_1', 'lst_2']) write(cache, id);
      return ['lst_1', 'lst_2'].map((id) => {
        const data = cache.readQuery({ query: listEntriesQuery, variables: { id } });
        return data?.list?.entries?.edges.map(({ node }) => node.signal?.id);
      });
    };
    expect(signalsOf(createCache())).toEqual([['of lst_1'], ['of lst_2']]);
    expect(signalsOf(new InMemoryCache())).toEqual([['of lst_2'], ['of lst_2']]);
  });

  describe.each(connections)('of $path', ({ type, field, filters }) => {
    it('in Apollo Client are stored by filters, not by page', () => {
      const values = Object.fromEntries(filters.map((filter) => [filter, 'value']));
      const { policies } = createCache();
      const args = { first: 1, after: 'cursor', ...values };
      const name = policies.getStoreFieldName({ typename: type, fieldName: field, args });
      expect(JSON.parse(name.slice(`${field}:`.length) || '{}')).toEqual(values);
    });

    it('in urql have a resolver', () => {
      expect(cacheOptions.resolvers?.[type]).toHaveProperty(field);
    });
  });
});
