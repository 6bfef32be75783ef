import { type ReactNode, useState } from 'react';
import { CombinedError, Provider, useMutation, useQuery, useSubscription } from 'urql';
import { createUrql } from '../../../src/clients/urql.ts';
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

const client = createUrql(settings);

function Signals() {
  const [after, setAfter] = useState<string>();
  const [{ data, error }] = useQuery({ query: signalsQuery, variables: { after } });
  if (error) throw error;
  const { items, next } = signalPage(data?.signals);
  return <Items label="Signals" items={items} onMore={next !== undefined && (() => setAfter(next))} />;
}

function Lists() {
  const [{ data, error }] = useQuery({ query: listsQuery });
  const [renamed, rename] = useMutation(renameListMutation);
  if (error) throw error;
  const [list] = data?.lists ?? [];
  if (list === undefined) return null;
  return (
    <>
      <ListName
        name={list.name ?? ''}
        result={renamed.data?.renameList}
        onRename={async (name) => void (await rename({ id: list.id, name }))}
      />
      <Entries id={list.id} />
    </>
  );
}

function Entries({ id }: { id: string }) {
  const [after, setAfter] = useState<string>();
  const [{ data }] = useQuery({ query: listEntriesQuery, variables: { id, after } });
  const { items, next } = entryPage(data?.list);
  return <Items label="Entries" items={items} onMore={next !== undefined && (() => setAfter(next))} />;
}

function UploadForm() {
  const [{ data }, upload] = useMutation(uploadMutation);
  return (
    <Upload
      result={data?.uploadActivity}
      onUpload={async (recording) => void (await upload({ input: uploadInput(recording) }))}
    />
  );
}

function Events() {
  const [{ data: items = [], error }] = useSubscription(
    { query: eventsSubscription },
    (earlier: Item[] = [], { conversationEvents }) => [...earlier, eventItem(conversationEvents)],
  );
  if (error) throw error;
  return <Items label="Events" items={items} />;
}

const codesOf = (error: unknown) =>
  error instanceof CombinedError ? error.graphQLErrors.map(({ extensions }) => String(extensions['code'])) : [];

const Frame = ({ children }: { children: ReactNode }) => <Provider value={client}>{children}</Provider>;

showPage({ Frame, views: [Signals, Lists, UploadForm, Events], codesOf });
