import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from '../../../src/infrastructure/storage/media-type.ts';

/** Reproducible bytes without a pattern. */
const random = Buffer.concat(
  Array.from({ length: 64 }, (_, index) => createHash('sha256').update(`${index}`).digest()),
);

describe('the media type of a recording', () => {
  it.each([
    ['WebVTT', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello'), 'text/vtt'],
    ['SubRip', Buffer.from('1\r\n00:00:00,000 --> 00:00:01,000\r\nHello'), 'application/x-subrip'],
    ['JSON', Buffer.from('[{"start":0,"text":"Hello"}]'), 'application/json'],
    ['a wave file', Buffer.from('RIFF\u0024\0\0\0WAVEfmt ', 'latin1'), 'audio/wav'],
    ['an MP3 file without tags', Buffer.from('fffb9064000000000000000000000000000000000000', 'hex'), 'audio/mpeg'],
    ['a zip archive', Buffer.from('504b0304140000000800', 'hex'), 'application/zip'],
    ['a Windows program', Buffer.from('MZ\u0090\0\u0003\0\0\0', 'latin1'), 'application/x-msdownload'],
  ])('is that of %s, regardless of its name and declared type', async (_, head, type) => {
    expect(await mediaTypeOf(head, { fileName: 'call.mp4', mediaType: 'video/quicktime' })).toBe(type);
  });

  it.each(['call.mp3', 'call.wav', 'call.vtt', 'call.srt', 'call.json', 'call'])(
    'is unknown for bytes without a pattern in a file named %s',
    async (fileName) => {
      for (const mediaType of [undefined, 'audio/mpeg', 'text/vtt', 'application/json']) {
        expect(await mediaTypeOf(random, { fileName, mediaType })).toBe('application/octet-stream');
      }
    },
  );

  it('is taken from the file name or the declared type for ambiguous text', async () => {
    const text = Buffer.from('Grüße aus Zürich, schöne Tage an der Küste.', 'latin1');
    expect(await mediaTypeOf(text, { fileName: 'call.srt', mediaType: 'text/plain' })).toBe('application/x-subrip');
    expect(await mediaTypeOf(text, { mediaType: 'text/vtt; charset=latin1' })).toBe('text/vtt');
    expect(await mediaTypeOf(text, { fileName: 'notes.txt', mediaType: 'text/plain' })).toBe('text/plain');
    expect(await mediaTypeOf(text, { fileName: 'call.mp3', mediaType: 'audio/mpeg' })).toBe('application/octet-stream');
  });
});
