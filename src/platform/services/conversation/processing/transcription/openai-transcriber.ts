import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { readText } from '../../../read-text.ts';
import { RecordingError } from '../../analysis/processing-error.ts';
import {
  type AudioRecording,
  isTimeSpan,
  plainText,
  type SpokenSegment,
  type Transcriber,
  type Transcript,
} from './transcript.ts';

export interface OpenAiTranscriberOptions {
  /** Full URL, such as https://models.example.com/v1/audio/transcriptions. */
  url: string;
  key?: string | undefined;
  model: string;
  /** Timeout per recording, in milliseconds; three hours by default. */
  timeoutMs?: number;
  /**
   * Maximum size of a response; larger ones are rejected. 64 MiB by default, enough for a hundred hours of speech,
   * including the token lists of `verbose_json`.
   */
  maxResponseBytes?: number;
}

const isRetryableStatus = (status: number) => status === 408 || status === 429 || status >= 500;

/** Creates a transcriber that calls an OpenAI-compatible endpoint (`POST …/v1/audio/transcriptions`). */
export function createOpenAiTranscriber(options: OpenAiTranscriberOptions): Transcriber {
  const { timeoutMs = 3 * 3_600_000, maxResponseBytes = 64 * 1024 * 1024 } = options;
  return {
    async transcribe(recording, { language, signal }) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const fields = {
        model: options.model,
        ...responseFormat(options.model),
        ...(language !== null && { language: language.split(/[_-]/)[0] ?? language }),
      };
      try {
        const response = await send(options, { recording, fields, signal: AbortSignal.any([signal, deadline]) });
        const { statusCode = 0 } = response;
        if (statusCode !== 200) {
          response.destroy();
          const isRetryable = isRetryableStatus(statusCode);
          throw new RecordingError(`The transcriber returned status ${statusCode}.`, { isRetryable });
        }
        const body = await readText(response, maxResponseBytes);
        if (body !== undefined) return parseTranscription(body);
        throw new RecordingError(`The transcriber returned more than ${maxResponseBytes} bytes.`);
      } catch (error) {
        if (error instanceof RecordingError) throw error;
        if (signal.aborted) throw signal.reason;
        const what = deadline.aborted ? `did not respond within ${timeoutMs / 1000} seconds` : 'cannot be reached';
        throw new RecordingError(`The transcriber ${what}.`, { isRetryable: true, cause: error });
      }
    },
  };
}

/**
 * Returns the form fields that select a response format. Models with speaker diarization use a format of their own, and
 * need a chunking strategy for long recordings.
 */
const responseFormat = (model: string): Record<string, string> =>
  /diari[sz]e/i.test(model)
    ? { response_format: 'diarized_json', chunking_strategy: 'auto' }
    : { response_format: 'verbose_json' };

/**
 * Sends a recording with `node:http`, because `fetch` gives up after five minutes without a response, and transcribing
 * a long recording takes longer.
 */
async function send(
  { url, key }: OpenAiTranscriberOptions,
  { recording, fields, signal }: { recording: AudioRecording; fields: Record<string, string>; signal: AbortSignal },
): Promise<IncomingMessage> {
  const form = multipartForm(recording, fields);
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    signal,
    headers: {
      'content-type': `multipart/form-data; boundary=${form.boundary}`,
      'content-length': form.size,
      accept: 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
  });
  // Ignore upload errors: an endpoint can respond with an error before it has read the whole recording, and this
  // response is the one to report. If the recording cannot be read, `pipeline` destroys the request, which rejects the
  // wait for a response below.
  pipeline(Readable.from(form.content), request).catch(() => {});
  const [response]: IncomingMessage[] = await once(request, 'response', { signal });
  if (!response) throw new Error('no response');
  return response;
}

/** Creates a multipart form as a stream of known length, because many endpoints reject chunked requests. */
function multipartForm({ content, size, mediaType }: AudioRecording, fields: Record<string, string>) {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // Derive the file extension from the media type, because endpoints recognise the format by the extension.
  const fileName = `recording.${extensions[mediaType] ?? mediaType.split('/')[1]?.replace(/^x-/, '') ?? 'bin'}`;
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${mediaType}\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  return {
    boundary,
    size: Buffer.byteLength(head) + size + Buffer.byteLength(tail),
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

/**
 * Parses a response in the format `verbose_json` or `diarized_json`. Returns its timed segments, or the whole text as a
 * single segment if there are none.
 */
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
