import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { documentedOperations } from '../../graph/cost/estimate/documented-operations.ts';
import { estimated } from '../../graph/cost/estimate/estimated.ts';

const { supergraphSdl = '' } = composeServices([
  { name: 'graph', url: 'http://graph.test/graphql', typeDefs: parse(printSchema()) },
]);

/** Hive Gateway with demand control, in front of a subgraph that answers null. */
const gateway = createGatewayRuntime({
  supergraph: supergraphSdl,
  logging: false,
  demandControl: { includeExtensionMetadata: true },
  transports: { http: { getSubgraphExecutor: () => () => ({ data: null }) } },
});

const answerSchema = z.object({ extensions: z.object({ cost: z.object({ estimated: z.number() }) }) });

async function estimateOfHive({ query, operationName, variables }: (typeof documentedOperations)[number]) {
  const response = await gateway.fetch('http://gateway.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, operationName, variables }),
  });
  return answerSchema.parse(await response.json()).extensions.cost.estimated;
}

/**
 * The tolerance: ten per cent, and three tool calls. Calls that the objects of a page share cannot be printed as a weight per
 * object, and other weights are rounded to whole numbers per item of a list.
 */
const tolerance = (cost: number) => cost * 0.1 + 30;

/** Larger differences with their reason. */
const exceptions: Readonly<Record<string, number>> = {
  // A gateway assumes moments of all kinds, whatever `kinds` selects.
  Timeline: 65,
  // A gateway does not count the scan for an activity below the root, which all such activities share.
  Events: 50,
  // A gateway assumes 25 added signals, whatever `signalIds` contains.
  AddSignals: 300,
  // A gateway counts one call for a page of activities that the graph filters, instead of up to eleven.
  Deal: 100,
  UnfinishedUploads: 100,
  // A gateway counts one call for the new signals of a search, instead of up to five.
  WeeklyDigest: 260,
  // A gateway assumes twelve groups of facets, whatever `by` selects.
  SearchEditor: 110,
  // A gateway rounds the share of an item of a list up.
  TopicTrends: 290,
  // A gateway counts shared calls for each field that can make them.
  FindConversations: 100,
  Candidate: 50,
  Company: 50,
};

describe('the cost that Hive Gateway estimates from our directives', () => {
  afterAll(() => gateway[Symbol.asyncDispose]());

  // Clients of a gateway cannot select `_entities`.
  const comparable = documentedOperations.filter(({ query }) => !query.includes('_entities'));

  it.each(comparable)('is within the tolerance for $name', async (operation) => {
    const { name, query, operationName, variables } = operation;
    const { cost: ours } = z.object({ cost: z.number() }).parse(estimated(query, { operationName, variables }));
    const difference = Math.abs((await estimateOfHive(operation)) - ours);
    expect(difference).toBeLessThanOrEqual(exceptions[name] ?? tolerance(ours));
  });
});
