import { composeServices as composeWithApollo } from '@apollo/composition';
import { federateSubgraphs, federateSubgraphsContract } from '@wundergraph/composition';
import {
  type Composer,
  messagesOf,
  readSupergraph,
  type Service,
  withoutTags,
  withUrls,
} from '../../federation/composition/composer.ts';
import { describeComposer } from '../../federation/composition/describe-composer.ts';

const definitionsOf = (services: readonly Service[]) =>
  withUrls(services).map(({ typeDefs, ...service }) => ({ ...service, definitions: typeDefs }));

const otherComposers: readonly Composer[] = [
  {
    name: '@apollo/composition',
    compose(services) {
      const { supergraphSdl, errors } = composeWithApollo(withUrls(services));
      return readSupergraph(supergraphSdl, errors);
    },
    composeWithout(services, tags) {
      const { errors, schema } = composeWithApollo(withoutTags(services, tags));
      if (!schema) throw new AggregateError(errors ?? []);
      return schema.toAPISchema().toGraphQLJSSchema();
    },
  },
  {
    name: '@wundergraph/composition',
    compose(services) {
      const result = federateSubgraphs({ subgraphs: definitionsOf(services), version: '1' });
      return result.success
        ? { errors: [], supergraph: result.federatedGraphClientSchema }
        : { errors: messagesOf(result.errors) };
    },
    composeWithout(services, tags) {
      const result = federateSubgraphsContract({
        subgraphs: definitionsOf(services),
        contractTagOptions: { tagNamesToExclude: new Set(tags), tagNamesToInclude: new Set() },
      });
      if (!result.success) throw new AggregateError(result.errors);
      return result.federatedGraphClientSchema;
    },
  },
];

for (const composer of otherComposers) describeComposer(composer);
