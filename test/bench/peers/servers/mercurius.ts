import fastify from 'fastify';
import mercurius, { type MercuriusLoaders } from 'mercurius';
import { inOrder, listsOf, resolvers, signalResolvers, typeDefs } from './schema.ts';
import { type NamedPayload, type PeerTools, type SignalPayload, toolsFor } from './tools.ts';

declare module 'mercurius' {
  interface MercuriusContext {
    tools: PeerTools;
  }
}

/** Loaders without the cache, which would serialize every key; the tools remove duplicate ids. */
const opts = { cache: false };

const loaders: MercuriusLoaders = {
  Signal: {
    lists: {
      opts,
      loader: (queries: { obj: SignalPayload }[], { tools }) =>
        listsOf(
          tools,
          queries.map(({ obj }) => obj.id),
        ),
    },
  },
  Experience: {
    company: {
      opts,
      loader: (queries: { obj: SignalPayload['experiences'][number] }[], { tools }) =>
        named(
          queries.map(({ obj }) => obj.company_id),
          tools.companies,
        ),
    },
  },
  Education: {
    institution: {
      opts,
      loader: (queries: { obj: SignalPayload['educations'][number] }[], { tools }) =>
        named(
          queries.map(({ obj }) => obj.institution_id),
          tools.institutions,
        ),
    },
  },
};

async function named(
  ids: readonly (string | null | undefined)[],
  load: (ids: readonly string[]) => Promise<NamedPayload[]>,
): Promise<(NamedPayload | null)[]> {
  const present = ids.filter((id) => id != null);
  const payloads = inOrder(present, await load(present));
  const byId = new Map(payloads.map((payload) => [payload.id, payload]));
  return ids.map((id) => (id == null ? null : (byId.get(id) ?? null)));
}

const app = fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: { Query: resolvers.Query, Signal: signalResolvers },
  loaders,
  jit: 1,
  context: ({ headers }) => ({ tools: toolsFor(headers) }),
});
console.log(`${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`);
