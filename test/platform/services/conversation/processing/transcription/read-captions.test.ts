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

  it.each([
    '00:00:05.000 -->',
    '--> 00:00:05.000',
    '00:00:03.000 00:00:05.000',
    '00: 00: 03.000 --> 00: 00: 05.000',
    'OO:00:03.000 --> 00:00:05.000 align:start',
    `00:00:03.000 --> 00:00:05.000 ${'align:start '.repeat(20)}`,
    '[00:00:03.000] --> [00:00:05.000]',
  ])('count unreadable times below an empty line: %s', (times) => {
    const text = `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n${times}\nTwo\n\n00:00:06.000 --> 00:00:07.000\nThree`;
    const { segments, skippedCues, firstSkipped } = readCaptions(text);
    expect(segments.map((segment) => segment.text)).toEqual(['One', 'Three']);
    expect([skippedCues, firstSkipped?.line]).toEqual([1, 6]);
  });

  it.each(['-00:00:03.000 --> 00:00:05.000', '[00:00:03.000] --> [00:00:05.000]'])(
    'count unreadable times below a text: %s',
    (times) => {
      const { segments, skippedCues } = readCaptions(`WEBVTT\n\n${cue}\nOne\n${times}\nTwo`);
      expect([segments.map((segment) => segment.text), skippedCues]).toEqual([['One'], 1]);
    },
  );

  it.each([
    ['arrows of other programs', `WEBVTT\n\n00:01.000 → 00:02.000\nOne\n\n00:03.000 --&gt; 00:04.000\nTwo`],
    [
      'doubled line feeds',
      '1\n\n00:00:01,000 --> 00:00:02,000\n\nOne\n\n\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nTwo\n\n',
    ],
    [
      'doubled carriage returns',
      '1\r\r00:00:01,000 --> 00:00:02,000\r\rOne\r\r\r\r2\r\r00:00:03,000 --> 00:00:04,000\r\rTwo\r\r',
    ],
    ['minutes of one digit', 'WEBVTT\n\n0:01.00 --> 0:02.00\nOne\n\n0:03.00 --> 0:04.00\nTwo'],
  ])('are read with %s', (_, text) => {
    expect(readCaptions(text)).toMatchObject({
      segments: [
        { startMs: 1000, endMs: 2000, text: 'One' },
        { startMs: 3000, endMs: 4000, text: 'Two' },
      ],
      skippedCues: 0,
    });
  });

  it('count the lines of a file with doubled line ends', () => {
    const text = `WEBVTT\n\n${cue}\nOne\n\n00:00:xx --> 00:00:05\nTwo\n`.replaceAll('\n', '\n\n');
    expect(readCaptions(text).firstSkipped).toEqual({ line: 11, text: '00:00:xx --> 00:00:05' });
  });

  it.each([
    ['1:02.50 --> 1:03.75', [62_500, 63_750]],
    ['0:0:6.90 --> 0:0:7.5', [6090, 7005]],
    ['0:6.90 --> 0:7.5', [6090, 7005]],
  ])('have times as their program writes them: %s', (times, expected) => {
    const [segment] = readCaptions(`WEBVTT\n\n${times}\nOne`).segments;
    expect([segment?.startMs, segment?.endMs]).toEqual(expected);
  });

  it('keep words that only look like markup', () => {
    const text = 'if <b and c> then <i think so> end, I rate it <5> and <2024>, {\\LaTeX is nice} and C:{\\temp}';
    expect(readCaptions(`WEBVTT\n\n${cue}\n${text}`).segments[0]?.text).toBe(text);
    const marked = '{\\an8}{\\i1}{\\pos(1,2)}<b>One</b> <00:00:01.000><c.yellow>two</c>';
    expect(readCaptions(`WEBVTT\n\n${cue}\n${marked}`).segments[0]?.text).toBe('One two');
  });

  it('keep an ampersand in an address, and decode entities', () => {
    const { segments } = readCaptions(`WEBVTT\n\n${cue}\nexample.com/?a=1&copy=2 &amp; 5 &lt; 6`);
    expect(segments[0]?.text).toBe('example.com/?a=1&copy=2 & 5 < 6');
  });

  it('have notes in WebVTT, but not in SubRip', () => {
    const cues = `${cue}\nFirst.\n\nNOTE THAT\nTHIS`;
    expect(readCaptions(`WEBVTT\n\n${cues}`).segments[0]?.text).toBe('First.');
    expect(readCaptions(`1\n${cues}`).segments[0]?.text).toBe('First. NOTE THAT THIS');
  });

  it('keep a line of text above times without a number in a numbered file', () => {
    const cues = ['1\n00:00:01,000 --> 00:00:02,000\nFirst', '', 'line', '00:00:03,000 --> 00:00:04,000\nSecond'];
    const text = `${cues.join('\n')}\n\n3\n00:00:05,000 --> 00:00:06,000\nThird\n\n4\n00:00:07,000 --> 00:00:08,000\nFourth`;
    expect(readCaptions(text).segments[0]?.text).toBe('First line');
  });

  it('show the same words again after a pause, also in rolling captions', () => {
    const texts = ['a\nb', 'b\nc', 'c\nYes.', 'Yes.'];
    const starts = ['00:01', '00:02', '00:03', '05:00'];
    const ends = ['00:02', '00:03', '00:04', '05:01'];
    const cues = texts.map((text, index) => `${starts[index]}.000 --> ${ends[index]}.000\n${text}`);
    const { segments } = readCaptions(`WEBVTT\n\n${cues.join('\n\n')}`);
    expect(segments.map((segment) => segment.text)).toEqual(['a b', 'c', 'Yes.', 'Yes.']);
  });

  it('have no speaker that is a sound', () => {
    const texts = ['Ada: Hello.', 'Ben: Hi.', '(Laughs)\nI like it.', 'Ada: Fine.', 'Ben: Bye.'];
    const { segments } = readCaptions(`WEBVTT\n\n${texts.map((text) => `${cue}\n${text}`).join('\n\n')}`);
    expect(segments[2]).toMatchObject({ speaker: 'Ben', text: '(Laughs) I like it.' });
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
