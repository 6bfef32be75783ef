import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A text by its letters and digits alone, so that changes of marks and spaces keep its label. */
export const hashOf = (text: string) =>
  createHash('sha256')
    .update(text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .digest('hex')
    .slice(0, 12);

/**
 * Judgements of items found in meetings whose transcripts are not part of this repository, by meeting and hash of the
 * item's text: whether a participant took on something concrete.
 */
export async function readMeetingLabels(): Promise<ReadonlyMap<string, boolean>> {
  const text = await readFile(new URL('meetings.txt', import.meta.url), 'utf8');
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line): [string, boolean] => {
        const [meeting = '', hash = '', label = ''] = line.split(' ');
        return [`${meeting} ${hash}`, label === '+'];
      }),
  );
}
