import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

const meetingFile = z.object({
  meeting_transcripts: z.array(z.object({ speaker: z.string(), content: z.string() })),
  general_query_list: z.array(z.object({ query: z.string(), answer: z.string() })),
});

/** A meeting of the QMSum collection: what was said, without times, and a summary that a person wrote. */
export interface Meeting {
  /** Such as ES2002b. */
  name: string;
  turns: { speaker: string; content: string }[];
  humanSummary: string;
}

/** The meetings of a folder, by name; undefined when there is no such folder. */
export async function readMeetings(folder: string): Promise<Meeting[] | undefined> {
  const files = await readdir(folder).catch(() => undefined);
  if (!files) return undefined;
  return Promise.all(
    files
      .filter((file) => file.endsWith('.json'))
      .toSorted()
      .map(async (file) => {
        const meeting = meetingFile.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
        return {
          name: basename(file, '.json'),
          turns: meeting.meeting_transcripts,
          humanSummary: meeting.general_query_list[0]?.answer ?? '',
        };
      }),
  );
}
