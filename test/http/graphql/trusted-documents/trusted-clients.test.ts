import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { expect, it } from 'vitest';
import { createEnvironment } from '../../../../src/clients/relay.ts';
import { createSocket } from '../../../../src/clients/socket.ts';
import { acme } from '../../../platform/services/conversation/conversation-records.ts';
import { authorizationFor, startStreamLab } from '../subscription/transport/stream-lab.ts';
import { createManifestFolder, sha256 } from './manifests.ts';
import { useResource } from '../../../support/resource.ts';

/** The manifest has the fragments in another order than the document of the client. */
const operation = 'subscription Watch { conversationEvents { __typename ...Id ...Cursor } }';
const onId = 'fragment Id on ConversationEvent { id }';
const onCursor = 'fragment Cursor on ConversationEvent { cursor }';
const body = `${operation} ${onCursor} ${onId}`;
const document = gql(`${operation} ${onId} ${onCursor}`);
const id = sha256(body);

const folder = useResource(() => createManifestFolder([{ id, name: 'Watch', type: 'subscription', body }]));
const lab = useResource(() => startStreamLab({ environment: { TRUSTED_DOCUMENTS: folder.file('manifest.json') } }));

const settings = () => ({
  url: lab.url,
  token: async () => (await authorizationFor('ada')).replace('Bearer ', ''),
  reload() {},
});

type Subscribe = (next: (result: unknown) => void) => { unsubscribe(): void };

const byApollo: Subscribe = (next) => {
  const ids = new PersistedQueryLink({ generateHash: async () => id, disable: () => false });
  const socket = createSocket(settings());
  const subscriptions = new GraphQLWsLink({
    ...socket,
    subscribe: (request, sink) => socket.subscribe({ ...request, query: '' }, sink),
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ids.concat(subscriptions) });
  return client.subscribe({ query: document }).subscribe(next);
};

const byRelay: Subscribe = (next) =>
  createEnvironment(settings())
    .getNetwork()
    .execute({ name: 'Watch', operationKind: 'subscription', id, text: null, metadata: {} }, {}, {})
    .subscribe({ next });

it.each([
  ['Apollo Client', byApollo],
  ['Relay', byRelay],
])('%s subscribes by the id of a trusted document', async (_, subscribe) => {
  const results: unknown[] = [];
  const subscription = subscribe((result) => results.push(result));
  await expect.poll(() => lab.events.readers).toBe(1);
  lab.emit(acme, 'event');
  await expect
    .poll(() => results)
    .toMatchObject([{ data: { conversationEvents: { id: 'event', cursor: expect.any(String) } } }]);
  subscription.unsubscribe();
  await expect.poll(() => lab.events.readers).toBe(0);
});
