import { applyTagFilterOnSubgraphs, composeSchemaContract, composeServices } from '@theguild/federation-composition';
import { buildSchema, type DocumentNode, type GraphQLSchema } from 'graphql';

export interface Service {
  name: string;
  typeDefs: DocumentNode;
}

export interface Composed {
  errors: string[];
  /** Undefined if there are errors. */
  supergraph?: GraphQLSchema;
}

export interface Composer {
  name: string;
  compose(services: readonly Service[]): Composed;
  /** Composes a contract: the schema for clients, without the elements that `tags` excludes. */
  composeWithout(services: readonly Service[], tags: readonly string[]): GraphQLSchema;
}

export const messagesOf = (errors: readonly { message: string }[]): string[] => errors.map(({ message }) => message);

export const withUrls = (services: readonly Service[]) =>
  services.map((service) => ({ ...service, url: `http://${service.name}.test/graphql` }));

export const without = (tags: readonly string[]) => ({ include: new Set<string>(), exclude: new Set(tags) });

/** Reads what a composer has printed. */
export function readSupergraph(sdl: string | undefined, errors: readonly { message: string }[] = []): Composed {
  if (sdl === undefined || errors.length > 0) return { errors: messagesOf(errors) };
  return { errors: [], supergraph: buildSchema(sdl) };
}

/** The services without the elements that have one of the tags. */
export const withoutTags = (services: readonly Service[], tags: readonly string[]) =>
  applyTagFilterOnSubgraphs(withUrls(services), without(tags));

export const hiveComposer: Composer = {
  name: '@theguild/federation-composition',
  compose(services) {
    const { supergraphSdl, errors } = composeServices(withUrls(services));
    return readSupergraph(supergraphSdl, errors);
  },
  composeWithout(services, tags) {
    const { errors, publicSdl = '' } = composeSchemaContract(withUrls(services), without(tags), false);
    if (errors) throw new AggregateError(errors);
    return buildSchema(publicSdl);
  },
};
