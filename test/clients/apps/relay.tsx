import { type ReactNode, Suspense, useMemo, useState } from 'react';
import {
  graphql,
  RelayEnvironmentProvider,
  useFragment,
  useLazyLoadQuery,
  useMutation,
  usePaginationFragment,
  useSubscription,
} from 'react-relay';
import type { relayEntries_list$key } from '../generated/relay/relayEntries_list.graphql.ts';
import type { relayEventsSubscription } from '../generated/relay/relayEventsSubscription.graphql.ts';
import type { relayListName_list$key } from '../generated/relay/relayListName_list.graphql.ts';
import type { relayListsQuery } from '../generated/relay/relayListsQuery.graphql.ts';
import type { relayRenameMutation } from '../generated/relay/relayRenameMutation.graphql.ts';
import type { relaySignals_query$key } from '../generated/relay/relaySignals_query.graphql.ts';
import type { relaySignalsQuery } from '../generated/relay/relaySignalsQuery.graphql.ts';
import type { relayUploadMutation } from '../generated/relay/relayUploadMutation.graphql.ts';
import { createEnvironment } from '../../../src/clients/relay.ts';
import { eventItem, uploadInput } from './items.ts';
import { settings, showPage } from './page.tsx';
import { type Item, Items, ListName, Upload } from './views.tsx';

function Frame({ children }: { children: ReactNode }) {
  // Relay caches the errors of queries, too: a new sign-in needs a new environment.
  const [environment] = useState(() => createEnvironment(settings));
  return (
    <RelayEnvironmentProvider environment={environment}>
      <Suspense>{children}</Suspense>
    </RelayEnvironmentProvider>
  );
}

function Signals() {
  const query = useLazyLoadQuery<relaySignalsQuery>(
    graphql`
      query relaySignalsQuery {
        ...relaySignals_query
      }
    `,
    {},
  );
  const { data, hasNext, loadNext } = usePaginationFragment<relaySignalsQuery, relaySignals_query$key>(
    graphql`
      fragment relaySignals_query on Query
      @refetchable(queryName: "relaySignalsPageQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
        signals(first: $first, after: $after) @connection(key: "relaySignals_signals") {
          edges {
            node {
              id
              fullName
            }
          }
        }
      }
    `,
    query,
  );
  const items = data.signals?.edges.map(({ node }) => ({ id: node.id, text: node.fullName ?? '' })) ?? [];
  return <Items label="Signals" items={items} onMore={hasNext && (() => void loadNext(10))} />;
}

function Lists() {
  const { lists } = useLazyLoadQuery<relayListsQuery>(
    graphql`
      query relayListsQuery {
        lists {
          id
          ...relayListName_list
          ...relayEntries_list
        }
      }
    `,
    {},
  );
  const [list] = lists ?? [];
  return list === undefined ? null : (
    <>
      <Name list={list} />
      <Entries list={list} />
    </>
  );
}

function Name({ list }: { list: relayListName_list$key }) {
  const { id, name } = useFragment(
    graphql`
      fragment relayListName_list on List {
        id
        name
      }
    `,
    list,
  );
  const [result, setResult] = useState<relayRenameMutation['response']['renameList']>();
  const [rename] = useMutation<relayRenameMutation>(graphql`
    mutation relayRenameMutation($id: ID!, $name: String!) {
      renameList(id: $id, name: $name) {
        ... on RenameListSuccess {
          list {
            id
            name
          }
        }
        ... on Problem {
          message
        }
      }
    }
  `);
  const onRename = async (newName: string) => {
    rename({ variables: { id, name: newName }, onCompleted: ({ renameList }) => setResult(renameList) });
  };
  return <ListName name={name ?? ''} result={result} onRename={onRename} />;
}

function Entries({ list }: { list: relayEntries_list$key }) {
  const { data, hasNext, loadNext } = usePaginationFragment(
    graphql`
      fragment relayEntries_list on List
      @refetchable(queryName: "relayEntriesPageQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" }) {
        entries(first: $first, after: $after) @connection(key: "relayEntries_entries") {
          edges {
            node {
              id
              signal {
                id
                fullName
              }
            }
          }
        }
      }
    `,
    list,
  );
  const items = data.entries?.edges.map(({ node }) => ({ id: node.id, text: node.signal?.fullName ?? '' })) ?? [];
  return <Items label="Entries" items={items} onMore={hasNext && (() => void loadNext(2))} />;
}

function UploadForm() {
  const [result, setResult] = useState<relayUploadMutation['response']['uploadActivity']>();
  const [upload] = useMutation<relayUploadMutation>(graphql`
    mutation relayUploadMutation($input: UploadActivityInput!) {
      uploadActivity(input: $input) {
        ... on UploadActivitySuccess {
          activity {
            id
            title
          }
        }
        ... on Problem {
          message
        }
      }
    }
  `);
  const onUpload = async (recording: File) => {
    upload({
      variables: { input: uploadInput(recording) },
      onCompleted: ({ uploadActivity }) => setResult(uploadActivity),
    });
  };
  return <Upload result={result} onUpload={onUpload} />;
}

function Events() {
  const [items, setItems] = useState<Item[]>([]);
  const [error, setError] = useState<unknown>();
  const config = useMemo(
    () => ({
      subscription: graphql`
        subscription relayEventsSubscription($after: EventCursor) {
          conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) {
            id
            cursor
            activity {
              id
              title
            }
          }
        }
      `,
      variables: {},
      onNext(response: relayEventsSubscription['response'] | null | undefined) {
        if (response) setItems((earlier) => [...earlier, eventItem(response.conversationEvents)]);
      },
      onError: setError,
    }),
    [],
  );
  useSubscription<relayEventsSubscription>(config);
  if (error !== undefined) throw error;
  return <Items label="Events" items={items} />;
}

/** The error of a query contains the response as `source`; that of a subscription is a list of GraphQL errors. */
const codesOf = (error: unknown): string[] =>
  [Object(error).source?.errors ?? error].flat().map(({ extensions }) => String(extensions?.code));

showPage({ Frame, views: [Signals, Lists, UploadForm, Events], codesOf });
