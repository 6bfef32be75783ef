import type { Random } from './random.ts';
import { colleagueIds, demoUsers } from './users.ts';

const tags = ['Priority', 'Reach out', 'Warm intro', 'Follow up', 'Met at a conference', 'Watch', 'Not now'] as const;

/** Who tagged, viewed and screened a signal, between its discovery and now. */
export function inventReviews(random: Random, discoveredAt: Date, now: Date) {
  const minutes = Math.floor((now.getTime() - discoveredAt.getTime()) / 60_000);
  const later = () => new Date(discoveredAt.getTime() + random.int(0, minutes) * 60_000).toISOString();
  const taggings = random
    .some(
      tags,
      random.weighted([
        [75, 0],
        [18, 1],
        [7, 2],
      ] as const),
    )
    .map((tag) => ({ tag, created_at: later(), tagged_by: random.pick(demoUsers).id }));
  const viewers = random.some(
    demoUsers,
    random.weighted([
      [62, 0],
      [22, 1],
      [11, 2],
      [5, 3],
    ] as const),
  );
  // The development identity screens little: its default view is to show most of the data.
  const screeners = [
    ...(random.chance(3) ? ['usr_demo'] : []),
    ...(random.chance(9) ? [random.pick(colleagueIds)] : []),
  ];
  return {
    taggings,
    views: viewers.map(({ id }) => ({ user: id, viewed_at: later() })),
    screenings: screeners.map((id) => ({ user: id, screened_at: later() })),
  };
}
