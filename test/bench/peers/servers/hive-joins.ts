import type { GraphQLResolveInfo } from 'graphql';
import { inOrder } from './schema.ts';
import type { Items, NamedPayload } from './tools.ts';

/** The tools as the gateway offers them to resolvers. */
export interface GatewayContext {
  talent: {
    Query: {
      lists_list(call: Call): Promise<Items<NamedPayload>>;
      signals_entries(call: Call & { args: { id: string } }): Promise<Items<{ list_id: string }>>;
      companies_list(call: BatchedCall): Promise<NamedPayload | null>;
      educations_list(call: BatchedCall): Promise<NamedPayload | null>;
    };
  };
}

interface Call {
  root: unknown;
  context: GatewayContext;
  info: GraphQLResolveInfo;
  selectionSet: string;
}

/** A call for one key, which the gateway makes for many keys at once. A missing key returns null. */
interface BatchedCall extends Call {
  key: string | null;
  argsFromKeys(ids: string[]): object;
  valuesFromResults(payload: Items<NamedPayload>, ids: string[]): NamedPayload[];
  dataLoaderOptions: { maxBatchSize: number };
}

/** Fields that join the results of tools. */
export const joinedFields = `
  extend type Signal { lists: [List!] }
  extend type Experience { company: Company }
  extend type Education { institution: Institution }
`;

/** The lists of an operation, for all its signals. */
const allLists = new WeakMap<GatewayContext, Promise<Items<NamedPayload>>>();

const byId = {
  argsFromKeys: (ids: string[]) => ({ ids, page: '1', limit: '100' }),
  selectionSet: '{ items { id name } }',
  valuesFromResults: ({ items }: Items<NamedPayload>, ids: string[]) => inOrder(ids, items),
  dataLoaderOptions: { maxBatchSize: 100 },
};

export const joins = {
  Signal: {
    lists: {
      selectionSet: '{ id }',
      async resolve(root: { id: string }, _: unknown, context: GatewayContext, info: GraphQLResolveInfo) {
        const { signals_entries: entriesOf, lists_list: listAll } = context.talent.Query;
        const call = { root, context, info };
        const lists = allLists.get(context) ?? listAll({ ...call, selectionSet: '{ items { id name } }' });
        allLists.set(context, lists);
        const entries = await entriesOf({ ...call, args: { id: root.id }, selectionSet: '{ items { list_id } }' });
        const byListId = new Map((await lists).items.map((list) => [list.id, list]));
        return [...new Set(entries.items.map(({ list_id: id }) => id))].flatMap((id) => byListId.get(id) ?? []);
      },
    },
  },
  Experience: {
    company: {
      selectionSet: '{ company_id }',
      resolve: (root: { company_id: string | null }, _: unknown, context: GatewayContext, info: GraphQLResolveInfo) =>
        context.talent.Query.companies_list({ ...byId, key: root.company_id, root, context, info }),
    },
  },
  Education: {
    institution: {
      selectionSet: '{ institution_id }',
      resolve: (
        root: { institution_id: string | null },
        _: unknown,
        context: GatewayContext,
        info: GraphQLResolveInfo,
      ) => context.talent.Query.educations_list({ ...byId, key: root.institution_id, root, context, info }),
    },
  },
};
