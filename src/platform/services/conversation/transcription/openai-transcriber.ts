import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerText } from '../recordings/read-text.ts';
import { RecordingError } from '../recordings/recording-error.ts';
import type { AudioRecording, Transcriber } from './transcriber.ts';
import { readVerboseJson } from './verbose-json.ts';

export interface OpenAiTranscriberOptions {
  /** The whole address, such as https://models.example.com/v1/audio/transcriptions. */
  url: string;
  key?: string | undefined;
  model: string;
  /** For one recording, in milliseconds; three hours by default. */
  timeoutMs?: number;
  /** Larger answers are refused; 64 MiB by default, a hundred hours of speech with its tokens. */
  mostAnswerBytes?: number;
}

/** Answers that may be another one a little later. */
const passing = (status: number) => status === 408 || status === 429 || status >= 500;

/** Has recordings transcribed by an OpenAI-compatible endpoint (`POST …/v1/audio/transcriptions`). */
export function createOpenAiTranscriber(options: OpenAiTranscriberOptions): Transcriber {
  const { timeoutMs = 3 * 3_600_000, mostAnswerBytes = 64 * 1024 * 1024 } = options;
  return {
    async transcribe(recording, { language, signal }) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const fields = {
        model: options.model,
        ...answerFormat(options.model),
        ...(language !== null && { language: language.split(/[_-]/)[0] ?? language }),
      };
      try {
        const response = await send(options, { recording, fields, signal: AbortSignal.any([signal, deadline]) });
        const { statusCode = 0 } = response;
        if (statusCode !== 200) {
          response.destroy();
          throw new RecordingError(`The transcriber answered with status ${statusCode}.`, {
            isRetryable: passing(statusCode),
          });
        }
        const answer = await answerText(response, mostAnswerBytes);
        if (answer !== undefined) return readVerboseJson(answer);
        throw new RecordingError(`The transcriber answered with more than ${mostAnswerBytes} bytes.`);
      } catch (error) {
        if (error instanceof RecordingError) throw error;
        if (signal.aborted) throw signal.reason;
        const what = deadline.aborted ? `did not answer in ${timeoutMs / 1000} seconds` : 'cannot be reached';
        throw new RecordingError(`The transcriber ${what}.`, { isRetryable: true, cause: error });
      }
    },
  };
}

/** Models that tell speakers apart answer in a format of their own, and take long recordings only with a chunking strategy. */
const answerFormat = (model: string): Record<string, string> =>
  /diari[sz]e/i.test(model)
    ? { response_format: 'diarized_json', chunking_strategy: 'auto' }
    : { response_format: 'verbose_json' };

/** `fetch` gives up when no answer begins within five minutes, which a long recording takes; this waits. */
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
  // An endpoint may refuse before it has read everything: its answer counts, not that it stopped reading. A recording
  // that cannot be read ends the request.
  pipeline(Readable.from(form.content), request).catch(() => {});
  const [response]: IncomingMessage[] = await once(request, 'response', { signal });
  if (!response) throw new Error('no response');
  return response;
}

/** The form as a stream of known length: many endpoints do not take one in chunks. */
function multipartForm({ content, size, mediaType }: AudioRecording, fields: Record<string, string>) {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // Endpoints tell the format by the name's extension.
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
