import { CombinedGraphQLErrors } from '@apollo/client';
import { ApolloProvider, useMutation, useQuery, useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { createApollo } from '../../../src/clients/apollo.ts';
import { entryItems, nextCursor, signalItems, uploadInput } from './items.ts';
import {
  eventsSubscription,
  listEntriesQuery,
  listsQuery,
  renameListMutation,
  signalsQuery,
  uploadMutation,
} from './operations.ts';
import { settings, showPage } from './page.tsx';
import { type Item, Items, ListName, Upload } from './views.tsx';

const client = createApollo(settings);

function App() {
  return (
    <ApolloProvider client={client}>
      <Signals />
      <Lists />
      <UploadForm />
      <Events />
    </ApolloProvider>
  );
}

function Signals() {
  const { data, error, fetchMore } = useQuery(signalsQuery);
  if (error) throw error;
  const after = nextCursor(data?.signals?.pageInfo);
  const loadMore = () => void fetchMore({ variables: { after } });
  return <Items label="Signals" items={signalItems(data?.signals)} onMore={after !== undefined && loadMore} />;
}

function Lists() {
  const { data, error } = useQuery(listsQuery);
  const [rename, renamed] = useMutation(renameListMutation);
  if (error) throw error;
  const [list] = data?.lists ?? [];
  if (list === undefined) return null;
  const result = renamed.data?.renameList;
  return (
    <>
      <ListName
        name={list.name ?? ''}
        problem={result && 'message' in result ? result.message : undefined}
        onRename={async (name) => void (await rename({ variables: { id: list.id, name } }))}
      />
      <Entries id={list.id} />
    </>
  );
}

function Entries({ id }: { id: string }) {
  const { data, fetchMore } = useQuery(listEntriesQuery, { variables: { id } });
  const after = nextCursor(data?.list?.entries?.pageInfo);
  const loadMore = () => void fetchMore({ variables: { id, after } });
  return <Items label="Entries" items={entryItems(data?.list)} onMore={after !== undefined && loadMore} />;
}

function UploadForm() {
  const [upload, { data }] = useMutation(uploadMutation);
  const result = data?.uploadActivity;
  return (
    <Upload
      title={result && 'activity' in result ? (result.activity.title ?? '') : undefined}
      problem={result && 'message' in result ? result.message : undefined}
      onUpload={async (recording) => void (await upload({ variables: { input: uploadInput(recording) } }))}
    />
  );
}

function Events() {
  const [items, setItems] = useState<Item[]>([]);
  const { error } = useSubscription(eventsSubscription, {
    onData({ data: { data } }) {
      if (!data) return;
      const { id, activity } = data.conversationEvents;
      setItems((earlier) => [...earlier, { id, text: activity?.title ?? '' }]);
    },
  });
  if (error) throw error;
  return <Items label="Events" items={items} />;
}

const codesOf = (error: unknown) =>
  CombinedGraphQLErrors.is(error) ? error.errors.map(({ extensions }) => String(extensions?.['code'])) : [];

showPage({ App, codesOf });
