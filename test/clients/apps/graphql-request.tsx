import { print } from 'graphql';
import { ClientError } from 'graphql-request';
import { useEffect, useState } from 'react';
import type {
  ConversationEventsSubscription,
  ListsQuery,
  RenameListMutation,
  UploadMutation,
} from '../generated/graphql.ts';
import { createEventSource, createGraphQLClient } from '../../../src/clients/graphql-request.ts';
import { entryPage, eventItem, type ItemPage, signalPage, uploadInput } from './items.ts';
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

function Signals() {
  const { items, onMore } = usePages(async (after) =>
    signalPage((await client.request(signalsQuery, { after })).signals),
  );
  return <Items label="Signals" items={items} onMore={onMore} />;
}

function Lists() {
  const [lists, setLists] = useState<ListsQuery['lists']>(null);
  const [result, setResult] = useState<RenameListMutation['renameList']>();
  const load = async () => setLists((await client.request(listsQuery)).lists);
  useEffect(() => void load(), []);
  const [list] = lists ?? [];
  if (list === undefined) return null;
  const { id, name } = list;
  const rename = async (newName: string) => {
    const { renameList } = await client.request(renameListMutation, { id, name: newName });
    setResult(renameList);
    await load();
  };
  return (
    <>
      <ListName name={name ?? ''} result={result} onRename={rename} />
      <Entries id={id} />
    </>
  );
}

function Entries({ id }: { id: string }) {
  const { items, onMore } = usePages(async (after) =>
    entryPage((await client.request(listEntriesQuery, { id, after })).list),
  );
  return <Items label="Entries" items={items} onMore={onMore} />;
}

function UploadForm() {
  const [result, setResult] = useState<UploadMutation['uploadActivity']>();
  const upload = async (recording: File) =>
    setResult((await client.request(uploadMutation, { input: uploadInput(recording) })).uploadActivity);
  return <Upload result={result} onUpload={upload} />;
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
            if (data) setItems((earlier) => [...earlier, eventItem(data.conversationEvents)]);
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
function usePages(load: (after: string | undefined) => Promise<ItemPage>) {
  const [pages, setPages] = useState<ItemPage>();
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

showPage({ views: [Signals, Lists, UploadForm, Events], codesOf });
