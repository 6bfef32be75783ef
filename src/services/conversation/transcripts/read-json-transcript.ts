import { z } from 'zod';
import { isSpan, plainText, type Transcript } from './transcript.ts';

const seconds = z.number().transform((value) => Math.round(value * 1000));
const milliseconds = z.number().transform(Math.round);

/**
 * One thing that was said. Times are whole milliseconds (`startMs`, `endMs`) or seconds (`start`, `end`) since the
 * recording began; `end` may be left out. Further keys are ignored.
 */
const entrySchema = z
  .object({
    speaker: z.string().nullish(),
    text: z.string(),
    startMs: milliseconds.optional(),
    endMs: milliseconds.nullish(),
    start: seconds.optional(),
    end: seconds.nullish(),
  })
  .transform(({ speaker, text, startMs, endMs, start, end }, context) => {
    const from = startMs ?? start;
    const to = endMs ?? end ?? from;
    if (from !== undefined && to !== undefined && isSpan(from, to)) {
      return { speaker: plainText(speaker ?? '') || null, text: plainText(text), startMs: from, endMs: to };
    }
    context.addIssue('has no times that can be read');
    return z.NEVER;
  });

/** `[{ "speaker": "Ada", "startMs": 0, "endMs": 1500, "text": "Hello" }]`, or an object with such a list as `segments`. */
const documentSchema = z.union([
  z.array(z.unknown()),
  z.object({ segments: z.array(z.unknown()) }).transform(({ segments }) => segments),
]);

/**
 * Reads a transcript in JSON; entries that cannot be read are left out and counted.
 * @returns nothing when it is not such a document at all
 */
export function readJsonTranscript(text: string): Transcript | undefined {
  const document = documentSchema.safeParse(parseJson(text));
  if (!document.success) return undefined;
  const entries = document.data.map((entry) => entrySchema.safeParse(entry));
  const segments = entries.flatMap(({ data }) => (data && data.text !== '' ? [data] : []));
  return {
    segments: segments.toSorted((a, b) => a.startMs - b.startMs),
    skippedCues: entries.filter(({ success }) => !success).length,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
