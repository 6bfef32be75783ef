import { createHash } from 'node:crypto';
import type { Theme } from './conversation.ts';

/** Stands in place of a digest where a record brought its topic matches: no analysis replaces those. */
export const givenMatches = 'given';

/** Tells whether topic matches were found with the same themes, topics and keywords. */
export function themesDigest(themes: readonly Theme[]): string {
  const names = themes.map(({ name, topics }) => [
    name,
    topics.map((topic) => [topic.name, topic.triggers.map(({ keyword }) => keyword)]),
  ]);
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
