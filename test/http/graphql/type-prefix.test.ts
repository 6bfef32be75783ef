import { Kind, OperationTypeNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { ask } from '../../support/graph/served-graph.ts';
import { postJson } from '../../support/network/post-json.ts';
import { serveDemo } from '../../federation/gateways/demo-server.ts';
import { useResource } from '../../support/resource.ts';

const examplesOf = (prefix: string) => readExamples(prefix).flatMap(({ examples }) => examples);

/** The queries and mutations of all examples, without and with the prefix. */
const operations = examplesOf('Deal').flatMap((prefixed, index) => {
  const tab = examplesOf('')[index];
  return parse(prefixed.query).definitions.flatMap((definition) =>
    tab && definition.kind === Kind.OPERATION_DEFINITION && definition.operation !== OperationTypeNode.SUBSCRIPTION
      ? [{ name: definition.name?.value, tab, prefixed }]
      : [],
  );
});

/** Removes the prefix from the names of types and root fields in an answer, and the values that are random. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(/"Deal(?=[A-Z])/g, '"')
      .replaceAll(/"deal([A-Z])/g, (_, letter: string) => `"${letter.toLowerCase()}`)
      .replaceAll(/whsec_[\w+/=]+|(?:lst|ent)_[\da-f]{32}|(?<="webhook":\{"id":")[\w-]+/g, 'random'),
  );

describe('the examples with GRAPH_TYPE_PREFIX=Deal', () => {
  const plain = useResource(serveDemo);
  const deal = useResource(() => serveDemo({ GRAPH_TYPE_PREFIX: 'Deal' }));

  it('come with schema files that have the prefix', async () => {
    const file = async (name: string) => (await fetch(new URL(name, deal.url))).text();
    expect(await file('/schema.graphql')).toContain('type DealSignal {');
    expect(await file('/relay-extensions.graphql')).toContain('extend type DealSignal @fetchable(field_name: "id")');
  });

  it('name the prefixed field in the error of an invalid cursor', async () => {
    const response = await postJson(
      deal.url,
      { query: 'subscription { dealConversationEvents(after: "x") { id } }' },
      { headers: { accept: 'text/event-stream' } },
    );
    expect(await response.text()).toContain('after must be a cursor that `dealConversationEvents` returned.');
  });

  it.each(operations)(
    'answer $name as without the prefix, with the same tool calls',
    async ({ name, tab, prefixed }) => {
      const send = async (url: string, { query, variables = '{}' }: typeof tab) => {
        const { toolCalls, ...answer } = await ask(url, query, JSON.parse(variables), name);
        // The graph starts concurrent tool calls in any order.
        return { ...answer, toolCalls: toolCalls.toSorted((a, b) => a.tool.localeCompare(b.tool) || a.keys - b.keys) };
      };
      const [expected, answer] = [await send(plain.url, tab), await send(deal.url, prefixed)];
      expect(answer.errors).toEqual([]);
      expect(comparable(answer)).toEqual(comparable(expected));
      expect(JSON.stringify(answer.data)).toMatch(/"deal[A-Z]|"_entities"|"screened"/);
    },
  );
});
