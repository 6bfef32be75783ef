import { parse } from '@plussub/srt-vtt-parser';
import { decodeHTML } from 'entities';
import { parseText } from 'media-captions';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { readCaptions } from '../../../../src/platform/services/conversation/processing/transcription/read-transcript.ts';
import { activity, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { DocumentsOfDocument } from '../../../support/generated/operations.ts';
import { useConversationGraph } from '../conversation-graph.ts';

const hour = 3_600_000;
const [amy, bo, nameless] = [uuid('voice amy'), uuid('voice bo'), uuid('voice nameless')];
const amyName = 'Amy "A" O’Neil & <Sons>';

/** Segments. `read` and `until` are the text and end in the document if they differ there. */
const passages = [
  { speaker: amy, from: 0, to: 1500, text: 'Tom & Jerry &amp; 1 < 2, a --> b, <i>not</i> a tag' },
  { speaker: bo, from: 1500, to: 1500, text: 'Nothing long', until: 1501 },
  { speaker: nameless, from: 1600, to: null, text: 'No end 👩‍👩‍👧 ☎️ 東京 العربية', until: 59_999 },
  { speaker: null, from: 59_999, to: 60_000, text: 'one\n\n \r\n\r\ntwo\rthree', read: 'one\ntwo\nthree' },
  { speaker: bo, from: hour - 1, to: hour, text: 'WEBVTT' },
  { speaker: bo, from: 99 * hour + 59 * 60_000 + 59_999, to: 100 * hour, text: '42' },
  { speaker: amy, from: 100 * hour, to: 123 * hour + 7, text: 'NOTE that this took long' },
];
const names = new Map([
  [amy, amyName],
  [bo, 'Bo Ek'],
]);

/** Cues as an independent parser reads them. Its own type declarations do not resolve in Node. */
const entriesOf = (document: string): { from: number; to: number; text: string }[] => parse(document).entries;

describe('a transcript document', () => {
  const graph = useConversationGraph();
  let documents: { byDefault: string; vtt: string; srt: string; text: string };

  beforeAll(async () => {
    await storeActivities(graph.db, [
      activity('Said', {
        participants: [{ id: amy, name: amyName }, { id: bo, name: 'Bo\n Ek' }, { id: nameless }],
        segments: passages.map(({ speaker, from, to, text }) => ({
          participant_id: speaker,
          start_ms: from,
          end_ms: to,
          text,
        })),
      }),
    ]);
    const { data } = await graph.ask(DocumentsOfDocument, { id: uuid('activity Said') });
    if (!data.activity?.transcript) throw new Error('there is no transcript');
    documents = data.activity.transcript;
  });

  const nameOf = (speaker: string | null) => (speaker === null ? undefined : names.get(speaker));
  const cues = passages.map(({ speaker, from, to, text, until = to ?? 0, read = text }) => ({
    name: nameOf(speaker),
    from,
    until,
    text: read,
  }));
  const labelled = cues.map(({ name, from, until, text }) => ({ from, until, text: name ? `${name}: ${text}` : text }));

  /** The name and text of a voice tag, as a browser reads them. */
  function voice(text: string) {
    const [, annotation, rest = text] = /^<v ([^>]*)>([^]*)$/.exec(text) ?? [];
    return { name: annotation === undefined ? undefined : decodeHTML(annotation), text: decodeHTML(rest) };
  }

  it('is WebVTT by default', () => {
    expect(documents.byDefault).toBe(documents.vtt);
    expect(documents.vtt.startsWith('WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.500\n<v Amy ')).toBe(true);
  });

  it('in WebVTT is read unchanged by another parser', () => {
    const entries = entriesOf(documents.vtt);

    expect(entries.map(({ from, to, text }) => ({ from, until: to, ...voice(text) }))).toEqual(cues);
  });

  it('in SubRip is read unchanged by another parser', () => {
    const entries = entriesOf(documents.srt);

    expect(entries.map(({ from, to, text }) => ({ from, until: to, text }))).toEqual(labelled);
  });

  const readable = (until: number) => until <= 100 * hour - 1;
  const inMs = (seconds: number) => Math.round(seconds * 1000);

  it.each(['vtt', 'srt'] as const)('in %s is read unchanged by a parser with a limit of 99 hours', async (type) => {
    const read = await parseText(documents[type], { type, strict: false, errors: false });
    const expected = type === 'vtt' ? cues : labelled;

    expect(
      read.cues.map(({ startTime, endTime, text }) => ({
        from: inMs(startTime),
        until: inMs(endTime),
        ...(type === 'vtt' ? voice(text) : { text }),
      })),
    ).toEqual(expected.filter(({ until }) => readable(until)));
  });

  it('in WebVTT can be uploaded again with the same speakers, times and words', async () => {
    const { segments, skippedCues } = readCaptions(documents.vtt);

    expect(skippedCues).toBe(0);
    expect(segments).toEqual(
      cues.map(({ name = null, from, until, text }) => ({
        speaker: name,
        startMs: from,
        endMs: until,
        text: text.replaceAll('\n', ' '),
      })),
    );
  });

  it('in plain text has one line per segment', () => {
    expect(documents.text).toBe(
      [
        `[00:00:00.000] ${amyName}: Tom & Jerry &amp; 1 < 2, a --> b, <i>not</i> a tag`,
        '[00:00:01.500] Bo Ek: Nothing long',
        '[00:00:01.600] No end 👩‍👩‍👧 ☎️ 東京 العربية',
        '[00:00:59.999] one two three',
        '[00:59:59.999] Bo Ek: WEBVTT',
        '[99:59:59.999] Bo Ek: 42',
        `[100:00:00.000] ${amyName}: NOTE that this took long`,
        '',
      ].join('\n'),
    );
  });

  it('in SubRip has no text that could be parsed as the times of a cue', async () => {
    await storeActivities(graph.db, [
      activity('Times', { segments: [{ start_ms: 0, end_ms: 900, text: '00:00:01,000 --> 00:00:02,000\n7 --> 8' }] }),
    ]);
    const { data } = await graph.ask(DocumentsOfDocument, { id: uuid('activity Times') });
    const times = '00:00:01,000 --> 00:00:02,000\n7 --> 8';

    expect(data.activity?.transcript?.srt).toBe(
      '1\n00:00:00,000 --> 00:00:00,900\n00:00:01,000 -> 00:00:02,000\n7 -> 8\n',
    );
    expect(entriesOf(data.activity?.transcript?.vtt ?? '').map(({ text }) => decodeHTML(text))).toEqual([times]);
  });
});
