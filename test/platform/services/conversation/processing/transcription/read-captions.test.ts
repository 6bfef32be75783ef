import { describe, expect, it } from 'vitest';
import { readCaptions } from '../../../../../../src/platform/services/conversation/processing/transcription/read-captions.ts';

const cue = '00:00.000 --> 00:01.000';

describe('captions', () => {
  it('are read with any number of nested tags', async () => {
    const text = `WEBVTT\n\n${cue}\n<v Ann>Hi ${'<b>'.repeat(50_000)}there${'</b>'.repeat(50_000)} <v Tom>Bye`;
    expect((await readCaptions(text, { format: 'vtt' })).segments).toEqual([
      { speaker: 'Ann', startMs: 0, endMs: 1000, text: 'Hi there' },
      { speaker: 'Tom', startMs: 0, endMs: 1000, text: 'Bye' },
    ]);
  });

  it.each([
    ['a file that was cut off after the timings of a cue', `${cue}\n`, 1],
    ['a cue without text', `${cue}\n\n`, 0],
    ['timings without a space', '1 -->2\nHello', 1],
    ['timings with another arrow', '1 ==> 2\nHello', 1],
    ['a block that begins with hyphens', `1${'-'.repeat(20)}\nHello`, 1],
  ])('count %s as expected', async (_, end, skipped) => {
    const text = `WEBVTT\n\n${cue}\nHi\n\n${end}`;
    expect((await readCaptions(text, { format: 'vtt' })).skippedCues).toBe(skipped);
  });
});
