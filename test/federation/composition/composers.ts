import { composeServices as composeWithApollo } from '@apollo/composition';
import { composeServices as composeWithGuild } from '@theguild/federation-composition';
import { federateSubgraphs } from '@wundergraph/composition';
import { buildSchema, type DocumentNode, type GraphQLSchema } from 'graphql';

export interface Service {
  name: string;
  typeDefs: DocumentNode;
}

export interface Composed {
  errors: string[];
  /** Undefined if there are errors. */
  supergraph?: GraphQLSchema;
  /** The text of the supergraph, of composers that print it. */
  sdl?: string;
}

interface Composer {
  name: string;
  compose(services: Service[]): Composed;
}

const messagesOf = (errors: readonly { message: string }[]) => errors.map(({ message }) => message);

const withUrls = (services: Service[]) =>
  services.map((service) => ({ ...service, url: `http://${service.name}.test/graphql` }));

function read(sdl: string | undefined, errors: readonly { message: string }[] = []): Composed {
  if (sdl === undefined || errors.length > 0) return { errors: messagesOf(errors) };
  return { errors: [], supergraph: buildSchema(sdl), sdl };
}

/** The composers of Apollo, Hive and WunderGraph. */
export const composers: Composer[] = [
  {
    name: '@apollo/composition',
    compose(services) {
      const { supergraphSdl, errors } = composeWithApollo(withUrls(services));
      return read(supergraphSdl, errors);
    },
  },
  {
    name: '@theguild/federation-composition',
    compose(services) {
      const { supergraphSdl, errors } = composeWithGuild(withUrls(services));
      return read(supergraphSdl, errors);
    },
  },
  {
    name: '@wundergraph/composition',
    compose(services) {
      const subgraphs = withUrls(services).map(({ typeDefs, ...service }) => ({ ...service, definitions: typeDefs }));
      const result = federateSubgraphs({ subgraphs, version: '1' });
      return result.success
        ? { errors: [], supergraph: result.federatedGraphClientSchema }
        : { errors: messagesOf(result.errors) };
    },
  },
];
