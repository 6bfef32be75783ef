import { describe, expect, it } from 'vitest';
import { readCaptions } from '../../../../../../src/platform/services/conversation/processing/transcription/read-transcript.ts';

const cue = '00:00.000 --> 00:01.000';
const length = 200_000;
const filled = (part: string) => part.repeat(length / part.length);

/** Texts for which a regular expression that backtracks could take quadratic time. */
const texts = {
  'tags without an end': filled('<v a'),
  'addresses in a voice': `<v <${filled('a@')}`,
  arrows: `${filled('-->')} x y`,
  'digits at the end': filled('1.'),
  labels: filled('a: '),
  brackets: filled('[a] '),
  'empty lines': `a${filled('\n')}b`,
  'times without a cue': filled(`${cue}\n`),
  'repeated lines': filled('a\n'),
  entities: filled('&amp'),
  'carriage returns': `a${filled('\r')}b`,
  'blanks in a voice': `<v${filled(' ')}x`,
  'a long name of a voice': `<v ${'a'.repeat(10_000_000)}>x`,
  'numbers above unreadable times': filled('x\n5\nnull --> null\n'),
};

describe('hostile captions', () => {
  it.each(Object.entries(texts))('are read before the time limit of a test: %s', (_, text) => {
    const { segments } = readCaptions(`WEBVTT\n\n${cue}\nHi\n\n${cue}\n${text}`);
    expect(segments[0]?.text).toContain('Hi');
  });
});
