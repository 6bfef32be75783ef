import type { ListEntriesQuery, SignalsQuery } from '../generated/graphql.ts';
import type { Item } from './views.tsx';

export const signalItems = (signals: SignalsQuery['signals'] | undefined): Item[] =>
  signals?.edges.map(({ node }) => ({ id: node.id, text: node.fullName ?? '' })) ?? [];

export const entryItems = (list: ListEntriesQuery['list'] | undefined): Item[] =>
  list?.entries?.edges.map(({ node }) => ({ id: node.id, text: node.signal?.fullName ?? '' })) ?? [];

/** The cursor of the next page; undefined if there is none. */
export const nextCursor = (pageInfo: { hasNextPage: boolean; endCursor: string | null } | undefined) =>
  (pageInfo?.hasNextPage && pageInfo.endCursor) || undefined;

/** The input of an upload by the signed-in user. */
export const uploadInput = (recording: File) => ({
  hostUserEmail: 'ada@example.com',
  language: 'en_GB',
  title: recording.name,
  skipFullAnalysis: true,
  recording,
});
