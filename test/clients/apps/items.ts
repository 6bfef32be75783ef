import type { ListEntriesQuery, SignalsQuery } from '../generated/graphql.ts';
import type { Item } from './views.tsx';

/** Items, and the cursor of the next page if there is one. */
export interface ItemPage {
  items: Item[];
  next: string | undefined;
}

export const signalPage = (signals: SignalsQuery['signals'] | undefined): ItemPage => ({
  items: signals?.edges.map(({ node }) => ({ id: node.id, text: node.fullName ?? '' })) ?? [],
  next: nextCursor(signals?.pageInfo),
});

export const entryPage = (list: ListEntriesQuery['list'] | undefined): ItemPage => ({
  items: list?.entries?.edges.map(({ node }) => ({ id: node.id, text: node.signal?.fullName ?? '' })) ?? [],
  next: nextCursor(list?.entries?.pageInfo),
});

const nextCursor = (pageInfo: { hasNextPage: boolean; endCursor: string | null } | undefined) =>
  (pageInfo?.hasNextPage && pageInfo.endCursor) || undefined;

interface Event {
  id: string;
  activity: { title: string | null | undefined } | null | undefined;
}

export const eventItem = ({ id, activity }: Event): Item => ({ id, text: activity?.title ?? '' });

/** The input of an upload by the signed-in user. */
export const uploadInput = (recording: File) => ({
  hostUserEmail: 'ada@example.com',
  language: 'en_GB',
  title: recording.name,
  skipFullAnalysis: true,
  recording,
});
