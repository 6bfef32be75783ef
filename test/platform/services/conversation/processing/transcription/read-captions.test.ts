import { describe, expect, it } from 'vitest';
import { readCaptions } from '../../../../../../src/platform/services/conversation/processing/transcription/read-transcript.ts';

const cue = '00:00.000 --> 00:01.000';

describe('captions', () => {
  it('are read with any number of nested tags', () => {
    const text = `WEBVTT\n\n${cue}\n<v Ann>Hi ${'<b>'.repeat(50_000)}there${'</b>'.repeat(50_000)} <v Tom>Bye`;
    expect(readCaptions(text).segments).toEqual([
      { speaker: 'Ann', startMs: 0, endMs: 1000, text: 'Hi there' },
      { speaker: 'Tom', startMs: 0, endMs: 1000, text: 'Bye' },
    ]);
  });

  it.each([
    ['a file that was cut off after the timings of a cue', `${cue}\n`, 1],
    ['a cue without text', `${cue}\n\n`, 0],
    ['timings without a space', '1 -->2\nHello', 1],
    ['timings with another arrow', '1 ==> 2\nHello', 1],
    ['words in the place of times', 'null --> null\nHello', 1],
  ])('count %s as expected', (_, end, skipped) => {
    const text = `WEBVTT\n\n${cue}\nHi\n\n${end}`;
    expect(readCaptions(text).skippedCues).toBe(skipped);
  });

  it.each([
    ['vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nOne\n\n00:00:02.000 --> 00:00:03.000'],
    ['srt', '1\n00:00:00,000 --> 00:00:01,000\nOne\n\n2\n00:00:02,000 --> 00:00:03,000'],
  ] as const)('of %s count the last cue if it is cut off in or after its timings', (_, text) => {
    for (const cut of [0, 1, 2, 5, 12, 17]) {
      expect(readCaptions(text.slice(0, text.length - cut))).toMatchObject({
        segments: [{ speaker: null, startMs: 0, endMs: 1000, text: 'One' }],
        cueCount: 2,
        skippedCues: 1,
      });
    }
    expect(readCaptions(`${text}\n\n`).skippedCues).toBe(0);
  });

  it('can end with a time as text', () => {
    expect(readCaptions(`WEBVTT\n\n${cue}\nWhen?\n\n${cue}\n10:30`)).toMatchObject({
      segments: [{ text: 'When?' }, { text: '10:30' }],
      skippedCues: 0,
    });
  });

  it.each(['[Music]', '(Applause)'])('keep %s as text, if it stands above few cues', (sound) => {
    const texts = [`${sound}\nWelcome.`, 'We begin.', `${sound}\nThank you.`, 'We go on.', 'Goodbye.'];
    const { segments } = readCaptions(`WEBVTT\n\n${texts.map((text) => `${cue}\n${text}`).join('\n\n')}`);
    expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual(
      texts.map((text) => [null, text.replace('\n', ' ')]),
    );
  });

  it('leave out and count unreadable cues', () => {
    const text = `WEBVTT

00:00:00.000 --> 00:00:01.000
<v Ada Moreau>One</v>

00:00:0X.000 --> 00:00:02.000
broken time

00:00:05.000 -> 00:00:06.000
another arrow

NOTE a note

00:00:09.000 --> 00:00:07.000
reversed

lost words

00:00:10.000 --> 00:00:11.000

00:00:12.000 --> 00:00:13.000
Two A -> B
`;
    expect(readCaptions(text)).toEqual({
      segments: [
        { speaker: 'Ada Moreau', startMs: 0, endMs: 1000, text: 'One' },
        { speaker: null, startMs: 5000, endMs: 6000, text: 'another arrow' },
        { speaker: null, startMs: 12_000, endMs: 13_000, text: 'Two A -> B' },
      ],
      cueCount: 6,
      skippedCues: 2,
      firstSkipped: { line: 6, text: '00:00:0X.000 --> 00:00:02.000' },
    });
  });
});
