import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Loopback, serveLoopback } from '../../../../../support/network/loopback-server.ts';
import { resetTeams } from '../../conversation-records.ts';
import { openProcessingLab, type ProcessingLab } from '../processing-lab.ts';
import { suiteDatabase } from '../../../../../support/database/suite-database.ts';

const wav = Buffer.concat([Buffer.from('RIFF\u0024\0\0\0WAVEfmt '), Buffer.alloc(100_000, 7)]);

const maxResponseBytes = 10_000;

const answer = {
  task: 'transcribe',
  language: 'english',
  duration: 7.5,
  text: ' Good morning. What does it cost? ',
  segments: [
    { id: 0, start: 0, end: 2.04, text: ' Good morning.', tokens: [1] },
    { id: 1, start: 2.04, end: 4, text: '  ' },
    { id: 2, start: 4, end: 6.5, text: ' What does it cost?', speaker: 'Ada Moreau' },
  ],
};

describe('audio and video recordings', () => {
  const opened = suiteDatabase();
  const { db } = opened;
  let server: Loopback;
  let lab: ProcessingLab;
  let respond: (response: ServerResponse, attempt: number) => unknown;
  let received: { request: IncomingMessage; body: string }[] = [];

  beforeAll(async () => {
    server = await serveLoopback(async (request, response) => {
      request.setEncoding('latin1');
      received.push({ request, body: await text(request) });
      respond(response, received.length);
    });
    lab = await openProcessingLab(opened, {
      transcriber: {
        url: `${server.url}/v1/audio/transcriptions`,
        key: 'sk-test',
        model: 'whisper-1',
        maxResponseBytes,
      },
    });
  });
  beforeEach(async () => {
    await resetTeams(db);
    received = [];
    respond = (response) => response.end(JSON.stringify(answer));
  });
  afterAll(async () => {
    await lab.close();
    await server.close();
  });

  it('are transcribed by the configured endpoint', async () => {
    const activity = await lab.process(wav, 'call.wav');

    expect(activity).toMatchObject({ status: 'completed', duration_ms: 7500, processing_skipped_cues: 0 });
    expect(await lab.spoken(activity.id)).toEqual([
      [null, 0, 2040, 'Good morning.'],
      ['Ada Moreau', 4000, 6500, 'What does it cost?'],
    ]);
    expect(received.map(({ request }) => `${request.method} ${request.url}`)).toEqual([
      'POST /v1/audio/transcriptions',
    ]);
    expect(received[0]?.request.headers).toMatchObject({
      authorization: 'Bearer sk-test',
      'content-length': String(received[0]?.body.length),
    });
  });

  it.each([
    ['by name', 'Ada Moreau', 'B', ['Ada Moreau', 'B']],
    ['by number', 0, 1, ['Speaker 0', 'Speaker 1']],
  ])('get the speakers that the endpoint distinguishes %s, and a score', async (_, first, second, names) => {
    respond = (response) =>
      response.end(
        JSON.stringify({
          segments: [
            { start: 0, end: 4, text: 'What does it cost for the whole team?', speaker: first },
            { start: 4, end: 9, text: 'It costs ten euros for each person and month.', speaker: second },
          ],
        }),
      );

    const activity = await lab.process(wav, 'call.wav');
    expect((await lab.spoken(activity.id)).map(([name]) => name)).toEqual(names);
    expect(activity.processing_warnings).toEqual([]);
    const scores = await db.selectFrom('convo_call_scores').select('activity_id').execute();
    expect(scores).toEqual([{ activity_id: activity.id }]);
  });

  it('get a warning and no score when the endpoint does not distinguish speakers', async () => {
    respond = (response) =>
      response.end(
        JSON.stringify({
          segments: [
            { start: 0, end: 2, text: 'Hello.' },
            { start: 2, end: 4, text: 'Hi.' },
          ],
        }),
      );

    const activity = await lab.process(wav, 'call.wav');
    expect(activity.processing_warnings).toEqual([
      'The recording does not name its speakers: all of it is attributed to one unknown speaker, and there is no call score.',
    ]);
    expect((await lab.participants(activity.id)).map(({ name }) => name)).toEqual(['Ada Moreau', null]);
    expect(await db.selectFrom('convo_call_scores').select('id').execute()).toEqual([]);
  });

  it('are sent as a form with model, language and file', async () => {
    await lab.process(wav, 'call.wav');

    const [{ request, body } = { request: undefined, body: '' }] = received;
    const boundary = request?.headers['content-type']?.replace('multipart/form-data; boundary=', '') ?? '';
    const parts = body.split(`--${boundary}`).map((part) => part.split('\r\n\r\n'));
    expect(parts.map(([head]) => head?.trim())).toEqual([
      '',
      'content-disposition: form-data; name="model"',
      'content-disposition: form-data; name="response_format"',
      'content-disposition: form-data; name="language"',
      'content-disposition: form-data; name="file"; filename="recording.wav"\r\ncontent-type: audio/wav',
      '--',
    ]);
    expect(parts.slice(1, 4).map(([, value]) => value?.trim())).toEqual(['whisper-1', 'verbose_json', 'en']);
    expect(parts[4]?.[1]).toBe(`${wav.toString('latin1')}\r\n`);
  });

  it('become one segment when the endpoint returns only the text', async () => {
    respond = (response) => response.end(JSON.stringify({ text: 'All of it', duration: '3.2' }));
    const activity = await lab.process(wav, 'call.wav');

    expect(await lab.spoken(activity.id)).toEqual([[null, 0, 3200, 'All of it']]);
  });

  it('are sent again while the endpoint is unavailable', async () => {
    respond = (response, attempt) =>
      attempt < 3 ? response.writeHead(503).end() : response.end(JSON.stringify(answer));

    expect(await lab.process(wav, 'call.wav')).toMatchObject({ processing_state: 'done' });
    expect(received).toHaveLength(3);
  });

  it.each([
    ['rejects the recording', 413, '{"error":{"message":"too large"}}', 'The transcriber returned status 413.'],
    ['finds no speech', 200, '{"text":"","segments":[]}', 'The transcriber found no speech in the recording.'],
    ['does not return JSON', 200, '<html>', 'The transcriber returned an unreadable response.'],
  ])('fail when the endpoint %s', async (_, status, body, reason) => {
    respond = (response) => response.writeHead(status).end(body);

    const activity = await lab.process(wav, 'call.wav');
    expect(activity).toMatchObject({ processing_state: 'failed', processing_failure: reason, duration_ms: null });
    expect(await lab.spoken(activity.id)).toEqual([]);
    expect(received).toHaveLength(1);
  });

  it.each([
    ['ends', (response: ServerResponse) => response.end(' '.repeat(maxResponseBytes + 1))],
    ['never ends', (response: ServerResponse) => response.write('{'.repeat(maxResponseBytes + 1))],
  ])('fail at once when the response is too large and %s', async (_, reply) => {
    const closed = Promise.withResolvers<void>();
    respond = (response) => {
      response.on('close', closed.resolve);
      reply(response);
    };

    const activity = await lab.process(wav, 'call.wav');
    expect(activity).toMatchObject({
      processing_state: 'failed',
      processing_failure: `The transcriber returned more than ${maxResponseBytes} bytes.`,
    });
    expect(received).toHaveLength(1);
    await closed.promise;
  });

  it('are transcribed from a response of the maximum size', async () => {
    respond = (response) => response.end(JSON.stringify(answer).padEnd(maxResponseBytes));

    expect(await lab.process(wav, 'call.wav')).toMatchObject({ processing_state: 'done' });
  });
});
