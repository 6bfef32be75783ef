import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import pino from 'pino';
import { createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { printSchema } from '../../src/graph/print-schema.ts';
import { listen } from '../../src/http/listen.ts';
import { serveHive } from '../federation/gateways/hive.ts';
import { crmTypeDefs, serveCrm } from './crm.ts';

// `npm run supergraph` serves the graph with demo data, a CRM and a gateway in front of both, until it is stopped.
const config = readConfig({ ...process.env, DATA_DIR: 'memory', GRAPH_TYPE_PREFIX: '' });
const app = await createApp(config, { log: pino({ level: 'warn' }) });
const graph = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
const crm = await serveCrm();

const { supergraphSdl, errors } = composeServices([
  { name: 'graph', url: `${graph.url}/graphql`, typeDefs: parse(printSchema()) },
  { name: 'crm', url: `${crm.url}/graphql`, typeDefs: crmTypeDefs },
]);
if (supergraphSdl === undefined) throw new AggregateError(errors ?? [], 'The subgraphs do not compose.');
const gateway = await serveHive(supergraphSdl, { port: config.port });
console.log(`The gateway listens at ${gateway.url}, the graph at ${graph.url}/graphql, the CRM at ${crm.url}/graphql.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void gateway
      .close()
      .then(() => Promise.all([graph.close(), crm.close()]))
      .then(() => app.close())
      .finally(() => process.exit());
  });
}
