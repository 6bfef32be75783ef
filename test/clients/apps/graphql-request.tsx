import { print } from 'graphql';
import { ClientError } from 'graphql-request';
import { useEffect, useState } from 'react';
import type { ConversationEventsSubscription, ListsQuery } from '../generated/graphql.ts';
import { createEventSource, createGraphQLClient } from '../../../src/clients/graphql-request.ts';
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

const client = createGraphQLClient(settings);
const events = createEventSource(settings);

function App() {
  return (
    <>
      <Signals />
      <Lists />
      <UploadForm />
      <Events />
    </>
  );
}

function Signals() {
  const { items, onMore } = usePages(async (after) => {
    const { signals } = await client.request(signalsQuery, { after });
    return { items: signalItems(signals), next: nextCursor(signals?.pageInfo) };
  });
  return <Items label="Signals" items={items} onMore={onMore} />;
}

function Lists() {
  const [lists, setLists] = useState<ListsQuery['lists']>(null);
  const [problem, setProblem] = useState<string>();
  const load = async () => setLists((await client.request(listsQuery)).lists);
  useEffect(() => void load(), []);
  const [list] = lists ?? [];
  if (list === undefined) return null;
  const { id, name } = list;
  const rename = async (newName: string) => {
    const { renameList } = await client.request(renameListMutation, { id, name: newName });
    setProblem('message' in renameList ? renameList.message : undefined);
    await load();
  };
  return (
    <>
      <ListName name={name ?? ''} problem={problem} onRename={rename} />
      <Entries id={id} />
    </>
  );
}

function Entries({ id }: { id: string }) {
  const { items, onMore } = usePages(async (after) => {
    const { list } = await client.request(listEntriesQuery, { id, after });
    return { items: entryItems(list), next: nextCursor(list?.entries?.pageInfo) };
  });
  return <Items label="Entries" items={items} onMore={onMore} />;
}

function UploadForm() {
  const [result, setResult] = useState<{ title?: string; problem?: string }>({});
  const upload = async (recording: File) => {
    const { uploadActivity } = await client.request(uploadMutation, { input: uploadInput(recording) });
    if ('message' in uploadActivity) setResult({ problem: uploadActivity.message });
    else setResult({ title: uploadActivity.activity.title ?? '' });
  };
  return <Upload title={result.title} problem={result.problem} onUpload={upload} />;
}

function Events() {
  const [items, setItems] = useState<Item[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(
    () =>
      events.subscribe<ConversationEventsSubscription>(
        { query: print(eventsSubscription) },
        {
          next({ data }) {
            if (!data) return;
            const { id, activity } = data.conversationEvents;
            setItems((earlier) => [...earlier, { id, text: activity?.title ?? '' }]);
          },
          error: setError,
          complete() {},
        },
      ),
    [],
  );
  if (error !== undefined) throw error;
  return <Items label="Events" items={items} />;
}

/** The pages of a connection that were loaded, and a function that loads the next one. */
function usePages(load: (after: string | undefined) => Promise<{ items: Item[]; next: string | undefined }>) {
  const [pages, setPages] = useState<{ items: Item[]; next: string | undefined }>();
  const [error, setError] = useState<unknown>();
  const loadPage = async () => {
    const page = await load(pages?.next);
    setPages({ items: [...(pages?.items ?? []), ...page.items], next: page.next });
  };
  useEffect(() => void loadPage().catch(setError), []);
  if (error !== undefined) throw error;
  return {
    items: pages?.items ?? [],
    onMore: pages?.next !== undefined && (() => void loadPage().catch(setError)),
  };
}

/** The error of a subscription is a list of GraphQL errors. */
const codesOf = (error: unknown): string[] =>
  [error instanceof ClientError ? (error.response.errors ?? []) : error]
    .flat()
    .map((each) => String(Object(each).extensions?.code));

showPage({ App, codesOf });
