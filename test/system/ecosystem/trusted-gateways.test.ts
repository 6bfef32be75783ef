import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { send } from '../../support/graph/served-graph.ts';
import { startHttpGraph } from '../../http/http-graph.ts';
import { createManifestFolder } from '../../http/graphql/trusted-documents/manifests.ts';
import { useResource, useClosing } from '../../support/resource.ts';
import { useGraph } from '../../support/graph/test-graph.ts';
import { gateways } from './gateways.ts';

const secret = 'gateway-secret-of-32-characters-or-more';

/** Gateways rewrite this query for the subgraph. No manifest contains the rewritten document. */
const query = 'query ByGateway { signals(first: 1) { totalCount } lists { name } }';

describe.each(gateways)('$name in front of a server with trusted documents', ({ serve }) => {
  const folder = useResource(() => createManifestFolder());
  const graph = useGraph(() => {
    const TRUSTED_DOCUMENTS = folder.file('manifest.json');
    return startHttpGraph({ environment: { TRUSTED_DOCUMENTS, TRUSTED_GATEWAY_SECRETS: secret } });
  });
  const closing = useClosing();

  /** Starts a gateway that sends these headers, and sends the query to it. */
  async function askWith(headers: Record<string, string>) {
    const services = [{ name: 'graph', url: `${graph.origin}/graphql`, typeDefs: parse(printSchema()) }];
    const gateway = closing(await serve(composeServices(services).supergraphSdl ?? '', headers));
    const { data, errors } = await send(gateway.url, { query });
    return { data, errors: JSON.stringify(errors) };
  }

  it('executes any operation with the secret', async () => {
    const data = { signals: { totalCount: 0 }, lists: [] };
    expect(await askWith({ 'x-trusted-gateway-secret': secret })).toEqual({ data, errors: '[]' });
  });

  it.each([
    ['without the secret', {}, 'QUERY_NOT_IN_SAFELIST'],
    ['with a wrong secret', { 'x-trusted-gateway-secret': 'wrong' }, 'FORBIDDEN'],
  ])('executes nothing %s', async (_, headers, fault) => {
    const { data, errors } = await askWith(headers);
    expect(data).toEqual({ signals: null, lists: null });
    expect(errors).toContain(fault);
    expect(graph.tools.calls).toEqual([]);
  });
});
