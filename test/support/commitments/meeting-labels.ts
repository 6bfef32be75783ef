import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A hash of letters and digits only, so that changes of punctuation and spaces do not matter. */
export const hashOf = (text: string) =>
  createHash('sha256')
    .update(text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .digest('hex')
    .slice(0, 12);

/**
 * Labels of action items found in meetings whose transcripts are not in this repository, by meeting and hash of the
 * item's text: whether it is a commitment.
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
