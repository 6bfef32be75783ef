import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { getComposedSchemaFromConfig } from '@graphql-mesh/compose-cli';
import rest from '@graphql-mesh/transport-rest';
import { DefaultLogger } from '@graphql-mesh/utils';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';
import { openApiPaths } from '../tool-openapi.ts';
import { joinedFields, joins } from './hive-joins.ts';

/** A Hive gateway over the OpenAPI description of the tools. It has the joins, but no code of its own for the calls. */
const endpoint = process.env['UPSTREAM_URL'] ?? '';
const source = endpoint + openApiPaths.description;
const supergraph = await getComposedSchemaFromConfig(
  { subgraphs: [{ sourceHandler: loadOpenAPISubgraph('talent', { source, endpoint }) }] },
  new DefaultLogger(),
);
const gateway = createGatewayRuntime({
  supergraph,
  logging: false,
  transports: { rest },
  additionalTypeDefs: joinedFields,
  additionalResolvers: joins,
});
const server = createServer((request, response) => gateway(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}/graphql`);
});
