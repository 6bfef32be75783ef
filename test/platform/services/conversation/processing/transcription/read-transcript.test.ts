import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../../../../src/platform/services/conversation/processing/transcription/read-transcript.ts';

/** Reads a transcript with this many segments, whose speakers take turns. */
function read({ segments, speakers }: { segments: number; speakers: number }) {
  const entries = Array.from({ length: segments }, (_, index) => ({
    speaker: `Speaker ${index % speakers}`,
    startMs: index,
    text: 'a',
  }));
  const bytes = Buffer.from(JSON.stringify(entries));
  return readTranscript({ bytes, mediaType: 'application/json', knownNames: [] });
}

describe('readTranscript', () => {
  it('reads 100,000 segments of 20,000 speakers', async () => {
    expect(await read({ segments: 100_000, speakers: 20_000 })).toMatchObject({ segments: { length: 100_000 } });
  });

  it('rejects more segments', async () => {
    expect(await read({ segments: 100_001, speakers: 2 })).toEqual({ fault: 'has more than 100,000 segments' });
  });

  it('rejects more speakers', async () => {
    expect(await read({ segments: 20_001, speakers: 20_001 })).toEqual({ fault: 'names more than 20,000 speakers' });
  });

  it('rejects captions with more segments', async () => {
    const bytes = Buffer.from(`WEBVTT\n\n${'00:00.000 --> 00:01.000\na\n\n'.repeat(100_001)}`);
    const file = { bytes, mediaType: 'text/vtt', knownNames: [] } as const;
    expect(await readTranscript(file)).toEqual({ fault: 'has more than 100,000 segments' });
  });
});
