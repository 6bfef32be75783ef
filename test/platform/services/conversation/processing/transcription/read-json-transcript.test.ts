import { describe, expect, it } from 'vitest';
import { readJsonTranscript } from '../../../../../../src/platform/services/conversation/processing/transcription/read-json-transcript.ts';

const times = (entries: object[]) =>
  readJsonTranscript(JSON.stringify(entries))?.segments.map(({ startMs, endMs }) => [startMs, endMs]);

describe('the unit of times in a JSON transcript', () => {
  it.each([
    ['startMs and endMs', { startMs: 500, endMs: 1500 }],
    ['start_ms and end_ms', { start_ms: 500, end_ms: 1500 }],
    ['fractions of start and end', { start: 0.5, end: 1.5 }],
  ])('is given by %s', (_, entry) => {
    expect(times([{ ...entry, text: 'Good morning' }])).toEqual([[500, 1500]]);
  });

  it('is milliseconds if integers would be impossibly slow speech in seconds', () => {
    expect(
      times([
        { start: 0, end: 1400, text: 'Good morning everybody' },
        { start: 1400, end: 2000, text: 'Hello' },
      ]),
    ).toEqual([
      [0, 1400],
      [1400, 2000],
    ]);
  });

  it('is seconds up to 50 seconds per word, and milliseconds above', () => {
    expect(times([{ start: 0, end: 100, text: 'Hello there' }])).toEqual([[0, 100_000]]);
    expect(times([{ start: 0, end: 101, text: 'Hello there' }])).toEqual([[0, 101]]);
  });

  it('is seconds up to a day, and milliseconds above, without an end', () => {
    expect(times([{ start: 86_400, text: 'Late' }])).toEqual([[86_400_000, 86_400_000]]);
    expect(times([{ start: 86_401, text: 'Late' }])).toEqual([[86_401, 86_401]]);
  });

  it('is seconds for slow speech with a fraction', () => {
    expect(times([{ start: 0.5, end: 300, text: 'Hm' }])).toEqual([[500, 300_000]]);
  });

  it('is fixed for startMs and detected for start, even in the same list', () => {
    expect(
      times([
        { startMs: 100_000, endMs: 200_000, text: 'Hello' },
        { start: 300, end: 301, text: 'Good morning' },
      ]),
    ).toEqual([
      [100_000, 200_000],
      [300_000, 301_000],
    ]);
  });

  it('does not depend on unreadable entries', () => {
    const read = readJsonTranscript(
      JSON.stringify([
        { start: 0, end: 900_000, words: 7 },
        { start: 2, end: 1, text: 'Backwards' },
        { start: 1, end: 2, text: 'Fine' },
      ]),
    );
    expect(read).toEqual({
      segments: [{ speaker: null, startMs: 1000, endMs: 2000, text: 'Fine' }],
      cueCount: 3,
      skippedCues: 2,
    });
  });
});

describe('a JSON transcript', () => {
  it.each([
    ['a name', '"Ada"', 'Ada'],
    ['a number', '2', 'Speaker 2'],
    ['an object with a name', '{"name":"Ada","id":7}', 'Ada'],
    ['an object with a number', '{"id":7}', 'Speaker 7'],
    ['none, if the speaker is nested deeply', `${'{"name":'.repeat(100_000)}"Ada"${'}'.repeat(100_000)}`, null],
  ])('has as its speaker %s', (_, speaker, name) => {
    const { segments } = readJsonTranscript(`[{"start":1,"speaker":${speaker},"text":"Hi"}]`) ?? {};
    expect(segments?.map((segment) => segment.speaker)).toEqual([name]);
  });

  it('is the first list that is not empty', () => {
    const document = { segments: [], utterances: [{ start: 1, text: 'Hi' }] };
    expect(readJsonTranscript(JSON.stringify(document))?.segments).toHaveLength(1);
    expect(readJsonTranscript('{"segments":[]}')?.segments).toEqual([]);
  });

  it('has one call', () => {
    const call = { transcript: [{ speakerId: '1', sentences: [{ start: 1000, end: 2000, text: 'Hi' }] }] };
    expect(readJsonTranscript(JSON.stringify({ callTranscripts: [call] }))?.segments).toHaveLength(1);
    expect(readJsonTranscript(JSON.stringify({ callTranscripts: [call, call] }))).toBeUndefined();
  });
});
