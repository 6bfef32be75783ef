import { CombinedGraphQLErrors } from '@apollo/client';
import { ApolloProvider, useMutation, useQuery, useSubscription } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { createApollo } from '../../../src/clients/apollo.ts';
import { entryPage, eventItem, signalPage, uploadInput } from './items.ts';
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

function Signals() {
  const { data, error, fetchMore } = useQuery(signalsQuery);
  if (error) throw error;
  const { items, next: after } = signalPage(data?.signals);
  const loadMore = () => void fetchMore({ variables: { after } });
  return <Items label="Signals" items={items} onMore={after !== undefined && loadMore} />;
}

function Lists() {
  const { data, error } = useQuery(listsQuery);
  const [rename, renamed] = useMutation(renameListMutation);
  if (error) throw error;
  const [list] = data?.lists ?? [];
  if (list === undefined) return null;
  return (
    <>
      <ListName
        name={list.name ?? ''}
        result={renamed.data?.renameList}
        onRename={async (name) => void (await rename({ variables: { id: list.id, name } }))}
      />
      <Entries id={list.id} />
    </>
  );
}

function Entries({ id }: { id: string }) {
  const { data, fetchMore } = useQuery(listEntriesQuery, { variables: { id } });
  const { items, next: after } = entryPage(data?.list);
  const loadMore = () => void fetchMore({ variables: { id, after } });
  return <Items label="Entries" items={items} onMore={after !== undefined && loadMore} />;
}

function UploadForm() {
  const [upload, { data }] = useMutation(uploadMutation);
  return (
    <Upload
      result={data?.uploadActivity}
      onUpload={async (recording) => void (await upload({ variables: { input: uploadInput(recording) } }))}
    />
  );
}

function Events() {
  const [items, setItems] = useState<Item[]>([]);
  const { error } = useSubscription(eventsSubscription, {
    onData({ data: { data } }) {
      if (data) setItems((earlier) => [...earlier, eventItem(data.conversationEvents)]);
    },
  });
  if (error) throw error;
  return <Items label="Events" items={items} />;
}

const codesOf = (error: unknown) =>
  CombinedGraphQLErrors.is(error) ? error.errors.map(({ extensions }) => String(extensions?.['code'])) : [];

const Frame = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>;

showPage({ Frame, views: [Signals, Lists, UploadForm, Events], codesOf });
