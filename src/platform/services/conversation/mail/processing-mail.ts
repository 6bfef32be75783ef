import { z } from 'zod';

export const processingEnd = z.object({
  activityId: z.string(),
  /** Part of the id of the mail, because an activity that is uploaded again is processed again. */
  endedAt: z.iso.datetime(),
  title: z.string().nullable(),
  /** Null if the processing succeeded. */
  failure: z.string().nullable(),
  isTranscriptOnly: z.boolean(),
  skippedCues: z.number(),
  warnings: z.array(z.string()),
});
export type ProcessingEnd = z.infer<typeof processingEnd>;

export function processingMail(end: ProcessingEnd) {
  const title = quoted(end.title);
  return {
    id: `${end.activityId}.${Date.parse(end.endedAt)}`,
    subject: end.failure === null ? `Ready: ${title}` : `Not processed: ${title}`,
    text: `${[...(end.failure === null ? success(title, end) : failure(title, end.failure)), ...footer(end)].join('\n\n')}\n`,
  };
}

function success(title: string, { isTranscriptOnly, skippedCues, warnings }: ProcessingEnd): string[] {
  const result = isTranscriptOnly
    ? 'Its transcript is ready. As requested with the upload, it was not analysed.'
    : 'Its transcript and analysis are ready.';
  const notes = [
    ...(skippedCues > 0 ? [`Entries of the file that could not be read and were skipped: ${skippedCues}.`] : []),
    ...warnings,
  ];
  return [
    `Your recording ${title} has been processed. ${result}`,
    ...(notes.length > 0 ? [`Please note:\n${notes.map((note) => `- ${oneLine(note)}`).join('\n')}`] : []),
  ];
}

const failure = (title: string, reason: string) => [
  `Your recording ${title} could not be processed.`,
  `Reason: ${oneLine(reason)}`,
  'You can upload it again.',
];

const footer = ({ activityId, endedAt }: ProcessingEnd) => [
  `Activity: ${activityId}\nTime: ${endedAt.replace(/^(.+)T(\d\d:\d\d).*$/, '$1 $2')} UTC`,
  'You get this mail because it was requested with the upload.',
];

/** Titles and reasons come from users, so they must not add lines that look like ours. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const quoted = (title: string | null) => (title === null ? 'without a title' : `“${oneLine(title)}”`);
