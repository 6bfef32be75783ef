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
 * Ten per cent, and three tool calls of cost 10. Cost directives have whole weights per object:
 * they cannot express fractions, or a tool call that the objects of a page share.
 */
const tolerance = (cost: number) => cost * 0.1 + 30;

/** Operations whose difference may be larger, and the reason. */
const exceptions: Readonly<Record<string, number>> = {
  // A gateway assumes moments of all kinds, whatever `kinds` selects.
  Timeline: 65,
  // Activities below the root share one scan that finds them; a gateway does not count it.
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
  // A gateway rounds up the cost of each list item.
  TopicTrends: 290,
  // A gateway counts a tool call that several fields share once for each of these fields.
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
