import type { ActivityRecord } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { activity } from '../../../platform/services/conversation/conversation-records.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';
import { daysAgo } from '../conversation-graph.ts';

const many = (count: number, time: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => time(index));

/** Start of the newest window: a listing requests windows of 180 days, back from now. */
export const border = daysAgo(180);

/** Times at which paging could fail: more than two tool pages, hundreds of ties, milliseconds, window borders. */
const times = [
  ...many(400, (index) => minutesAgo(index + 1)),
  ...many(300, () => minutesAgo(500)),
  ...many(60, (index) => minutesAgo(600) + 16 * Math.floor(index / 2)),
  ...many(300, (index) => minutesAgo(700 + index)),
  ...[1000, 1, 0, 0, 0, -1, -1000].map((offset) => border + offset),
  ...many(120, () => daysAgo(250)),
  ...many(10, (index) => daysAgo(400 + index)),
];

export interface Placed {
  id: string;
  started: number;
  updated: number;
  status: 'completed' | 'sent' | 'delivered';
}

/** Activities that started and changed at these times, in different orders. Only those near the border are delivered. */
export const corpus: Placed[] = times.map((started, index) => ({
  id: activity(`Corpus ${index}`).id,
  started,
  updated: times[(index * 577) % times.length] ?? started,
  status: Math.abs(started - border) <= 1000 ? 'delivered' : index % 3 === 0 ? 'sent' : 'completed',
}));

export const recordOf = ({ id, started, updated, status }: Placed): ActivityRecord => ({
  ...activity(id),
  id,
  started_at: started,
  updated_at: updated,
  status,
});

/** The ids in the order in which a listing returns them: newest first, ties by id. */
export const listed = (activities: readonly Placed[], by: 'started' | 'updated' = 'started') =>
  activities.toSorted((a, b) => b[by] - a[by] || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
