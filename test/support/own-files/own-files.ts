import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const name = z.union([z.string(), z.null(), z.object({ any: z.array(z.string().nullable()) })]);
/** The expected text, or alternatives of which any is correct. */
const text = z.union([z.string(), z.object({ any: z.array(z.string()) })]);
const segment = z.tuple([name, text]).rest(z.union([z.number(), z.null()]));

/** The expected import: its segments, optionally with a warning, or why it is rejected. */
const transcript = z.union([
  z.string(),
  z.array(segment),
  z.looseObject({ segments: z.array(segment).optional(), warning: z.string().optional() }),
]);

const expected = z.looseObject({
  transcripts: z.record(z.string(), transcript),
  uploads: z.record(z.string(), transcript),
  people: z.record(z.string(), z.unknown()),
});

export type ExpectedTranscript = z.output<typeof transcript>;

/** Locates the invented upload files of a half; `README.md` explains `expected.json`. */
export function readOwnFiles(half: 'dev' | 'sealed') {
  const folder = join(import.meta.dirname, half);
  return { folder, expected: expected.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))) };
}
