import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { callModel, type ModelEndpoint } from '../../network/call-model.ts';
import { RecordingError } from '../../processing-error.ts';
import { plainText } from '../../plain-text.ts';
import { isTimeSpan, type SpokenSegment, type Transcript } from './transcript.ts';

interface AudioRecording {
  content: AsyncIterable<Uint8Array>;
  /** Size in bytes. */
  size: number;
  mediaType: string;
}

interface TranscriptionOptions {
  /** Locale such as en_GB; null if unknown. */
  language: string | null;
  signal: AbortSignal;
}

const hourMs = 3_600_000;

export type Transcriber = ReturnType<typeof createOpenAiTranscriber>;

/**
 * Creates a transcriber from the full URL of an OpenAI-compatible endpoint (`POST …/v1/audio/transcriptions`). The
 * returned function throws a `RecordingError`.
 */
export const createOpenAiTranscriber =
  ({
    url,
    key,
    model,
    timeoutMs = 3 * hourMs,
    // Enough for a hundred hours of speech, including the token lists of `verbose_json`.
    maxResponseBytes = 64 * 1024 * 1024,
  }: ModelEndpoint) =>
  async (recording: AudioRecording, { language, signal }: TranscriptionOptions): Promise<Transcript> => {
    const { headers, content } = multipartForm(recording, {
      model,
      ...responseFormat(model),
      ...(language !== null && { language: language.split(/[_-]/)[0] ?? language }),
    });
    const body = Readable.from(content);
    const options = { name: 'The transcriber', Failure: RecordingError, url, key, timeoutMs, maxResponseBytes };
    return parseTranscription(await callModel({ ...options, headers, body, signal }));
  };

/** Models with speaker diarization have a format of their own, and need a chunking strategy for long recordings. */
const responseFormat = (model: string): Record<string, string> =>
  /diari[sz]e/i.test(model)
    ? { response_format: 'diarized_json', chunking_strategy: 'auto' }
    : { response_format: 'verbose_json' };

/** Creates a stream of known length, because many endpoints reject chunked requests. */
function multipartForm({ content, size, mediaType }: AudioRecording, fields: Record<string, string>) {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // Endpoints recognise the format by the file extension.
  const fileName = `recording.${extensions[mediaType] ?? mediaType.split('/')[1]?.replace(/^x-/, '') ?? 'bin'}`;
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${mediaType}\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(Buffer.byteLength(head) + size + Buffer.byteLength(tail)),
    },
    content: (async function* stream() {
      yield Buffer.from(head);
      yield* content;
      yield Buffer.from(tail);
    })(),
  };
}

const extensions: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/vnd.wave': 'wav',
  'video/quicktime': 'mov',
};

const transcription = z.object({
  text: z.string().nullish(),
  duration: z.coerce.number().nonnegative().nullish().catch(null),
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        speaker: z
          .union([z.string(), z.int().transform((number) => `Speaker ${number}`)])
          .nullish()
          .catch(null),
      }),
    )
    .nullish(),
});

/** Parses a response. Returns the whole text as a single segment if there are no timed segments. */
function parseTranscription(body: string): Transcript {
  const { text, duration, segments } = parseBody(body);
  const durationMs = duration == null ? undefined : milliseconds(duration);
  const spoken = (segments ?? []).flatMap(({ start, end, ...segment }): SpokenSegment[] => {
    const [startMs, endMs] = [milliseconds(start), milliseconds(Math.max(start, end))];
    const words = plainText(segment.text);
    if (words === '' || !isTimeSpan(startMs, endMs)) return [];
    return [{ speaker: plainText(segment.speaker ?? '') || null, startMs, endMs, text: words }];
  });
  const wholeText = plainText(text ?? '');
  if (spoken.length === 0 && wholeText !== '') {
    spoken.push({ speaker: null, startMs: 0, endMs: durationMs ?? 0, text: wholeText });
  }
  return { segments: spoken.toSorted((a, b) => a.startMs - b.startMs), skippedCues: 0, durationMs };
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

function parseBody(body: string) {
  try {
    return transcription.parse(JSON.parse(body));
  } catch (cause) {
    throw new RecordingError('The transcriber returned an unreadable response.', { cause });
  }
}
