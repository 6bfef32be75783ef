import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { allScopes } from '../../../src/tools/scope.ts';
import { estimateCost } from '../../../src/operation/cost/estimate/cost-estimate.ts';
import { readOperation } from '../../../src/operation/cost/read-operation.ts';
import { schema } from '../../../src/graph/schema.ts';
import type { Figure } from '../figure.ts';
import { startRemoteGraph } from '../load/remote-graph.ts';

const page = readFileSync('src/http/graphql/graphiql/examples/1-find-people/01-filtered-page.graphql', 'utf8');
const requests = 500;
const estimates = 2000;

/** The share of cost estimation in the CPU time that the graph needs for the documented page. */
export async function measureEstimation(): Promise<Figure[]> {
  const graph = await startRemoteGraph({ memoize: true, environment: { CACHE_SECONDS: '0', NODE_ENV: 'production' } });
  const send = async () => {
    const { errors } = await graph.ask(page);
    if (errors.length > 0) throw new Error(JSON.stringify(errors[0]));
  };
  for (let warming = 0; warming < requests; warming += 1) await send();
  const before = await graph.cpuMs();
  for (let request = 0; request < requests; request += 1) await send();
  const perRequest = ((await graph.cpuMs()) - before) / requests;
  await graph.close();
  const perEstimate = cpuMsPerEstimate();
  const share = perEstimate / perRequest;
  return [
    {
      name: 'cost estimation of the documented page',
      value: `${(share * 100).toFixed(1)} % (${perEstimate.toFixed(3)} ms)`,
      baseline: `${perRequest.toFixed(2)} ms of CPU per request`,
      target: 'below 5 %',
      reached: share < 0.05,
    },
  ];
}

/** Includes reading the operation, which the check of the call budget needs as well. */
function cpuMsPerEstimate(): number {
  const document = parse(page);
  const estimate = () => {
    const tree = readOperation({ schema, document, operationName: undefined, variableValues: {}, scopes: allScopes });
    if (!tree) throw new Error('The documented page has no operation.');
    return estimateCost(tree).cost;
  };
  for (let warming = 0; warming < estimates; warming += 1) estimate();
  const cpuBefore = process.cpuUsage();
  for (let count = 0; count < estimates; count += 1) estimate();
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1000 / estimates;
}
