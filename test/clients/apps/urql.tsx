import { useState } from 'react';
import { CombinedError, Provider, useMutation, useQuery, useSubscription } from 'urql';
import { createUrql } from '../../../src/clients/urql.ts';
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

const client = createUrql(settings);

function App() {
  return (
    <Provider value={client}>
      <Signals />
      <Lists />
      <UploadForm />
      <Events />
    </Provider>
  );
}

function Signals() {
  const [after, setAfter] = useState<string>();
  const [{ data, error }] = useQuery({ query: signalsQuery, variables: { after } });
  if (error) throw error;
  const next = nextCursor(data?.signals?.pageInfo);
  const loadMore = () => setAfter(next);
  return <Items label="Signals" items={signalItems(data?.signals)} onMore={next !== undefined && loadMore} />;
}

function Lists() {
  const [{ data, error }] = useQuery({ query: listsQuery });
  const [renamed, rename] = useMutation(renameListMutation);
  if (error) throw error;
  const [list] = data?.lists ?? [];
  if (list === undefined) return null;
  const result = renamed.data?.renameList;
  return (
    <>
      <ListName
        name={list.name ?? ''}
        problem={result && 'message' in result ? result.message : undefined}
        onRename={async (name) => void (await rename({ id: list.id, name }))}
      />
      <Entries id={list.id} />
    </>
  );
}

function Entries({ id }: { id: string }) {
  const [after, setAfter] = useState<string>();
  const [{ data }] = useQuery({ query: listEntriesQuery, variables: { id, after } });
  const next = nextCursor(data?.list?.entries?.pageInfo);
  return <Items label="Entries" items={entryItems(data?.list)} onMore={next !== undefined && (() => setAfter(next))} />;
}

function UploadForm() {
  const [{ data }, upload] = useMutation(uploadMutation);
  const result = data?.uploadActivity;
  return (
    <Upload
      title={result && 'activity' in result ? (result.activity.title ?? '') : undefined}
      problem={result && 'message' in result ? result.message : undefined}
      onUpload={async (recording) => void (await upload({ input: uploadInput(recording) }))}
    />
  );
}

function Events() {
  const [{ data: items = [], error }] = useSubscription(
    { query: eventsSubscription },
    (earlier: Item[] = [], { conversationEvents: { id, activity } }) => [
      ...earlier,
      { id, text: activity?.title ?? '' },
    ],
  );
  if (error) throw error;
  return <Items label="Events" items={items} />;
}

const codesOf = (error: unknown) =>
  error instanceof CombinedError ? error.graphQLErrors.map(({ extensions }) => String(extensions['code'])) : [];

showPage({ App, codesOf });
