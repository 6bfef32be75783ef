import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '../../../../support/mail/mail-server.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';
import { ada, now, resetTeams, zoe } from '../conversation-records.ts';
import { openProcessingLab, type ProcessingLab } from '../processing/processing-lab.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

const vtt = 'WEBVTT\n\n00:00.000 --> 00:04.000\nWhat would the price be?\n\n00:04 --> x\nUnreadable\n';
const broken = '{"a":1}';
const notify = { notifyForUploadCompletionByEmail: true };

describeEmbedded('mails to hosts', (database) => {
  const { db } = database;
  let server: MailServer;
  let lab: ProcessingLab;
  /** Reply codes with which the next recipients are rejected. */
  const replies: number[] = [];
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

  const openLab = () =>
    openProcessingLab(database, {
      log,
      mail: { smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'Graph <graph@example.com>' },
    });

  beforeAll(async () => {
    server = await startMailServer({ reject: () => replies.shift() });
    lab = await openLab();
  });
  beforeEach(async () => {
    await resetTeams(db);
    server.mails.length = 0;
    lines.length = 0;
  });
  afterAll(async () => {
    await lab.close();
    await server.close();
  });

  const received = (count: number) =>
    vi.waitFor(
      () => {
        if (server.mails.length < count) throw new Error('the mail has not arrived yet');
        return server.mails;
      },
      { timeout: timeLimit(25), interval: 10 },
    );
  const logged = (text: string) =>
    vi.waitFor(() => expect(lines.filter((line) => line.includes(text))).toHaveLength(1), { timeout: timeLimit(25) });
  const mailJobs = async () => {
    const { rows } = await sql`select id from pgboss.job where name = 'conversation-mails'`.execute(db);
    return rows.length;
  };
  const statesOf = async () => {
    const { items } = await lab.caller.record('activities_list', { updatedFrom: '2026-02-01 00:00:00' });
    return items.map(({ processing }) => [processing?.state, processing?.willNotify]);
  };

  it('reports a processed recording with its warnings', async () => {
    const title = 'Prices\r\nBcc: eve@evil.example 💶';
    const { id } = await lab.process(vtt, 'call.vtt', { ...notify, title });

    const [mail] = await received(1);
    expect(mail).toMatchObject({ sender: 'graph@example.com', recipients: ['ada@acme.example'] });
    expect(mail?.headers.get('to')).toBe('Ada Moreau <ada@acme.example>');
    expect(mail?.headers.get('subject')).toBe('Ready: “Prices Bcc: eve@evil.example 💶”');
    expect(mail?.headers.get('message-id')).toBe(`<${id}.${now.getTime()}@example.com>`);
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.text)
      .toBe(`Your recording “Prices Bcc: eve@evil.example 💶” has been processed. Its transcript and analysis are ready.

Please note:
- Entries of the file that could not be read and were skipped: 1.
- The recording does not name its speakers: all of it is attributed to one unknown speaker, and there is no call score.

Activity: ${id}
Time: 2026-03-02 12:00 UTC

You get this mail because it was requested with the upload.
`);
    await logged('a mail was sent');
  });

  it('reports a failure with its reason, and again after another upload', async () => {
    const { id } = await lab.process(broken, 'call.json', { ...notify, title: 'Intro', externalId: 'one' });
    const [failed] = await received(1);
    expect(failed?.headers.get('subject')).toBe('Not processed: “Intro”');
    expect(failed?.text).toBe(`Your recording “Intro” could not be processed.

Reason: The JSON file is not a transcript: expected a list of { speaker, startMs, endMs, text }.

You can upload it again.

Activity: ${id}
Time: 2026-03-02 12:00 UTC

You get this mail because it was requested with the upload.
`);

    await lab.process(vtt, 'call.vtt', { ...notify, title: 'Intro', externalId: 'one', skipFullAnalysis: true });
    const [, done] = await received(2);
    expect(done?.headers.get('subject')).toBe('Ready: “Intro”');
    expect(done?.text).toContain('Its transcript is ready. As requested with the upload, it was not analysed.');
  });

  it('sends a mail to the host of the activity only', async () => {
    const zenith = lab.as(zoe);
    const { url } = await lab.receive(vtt, 'call.vtt');
    const input = { hostUserEmail: 'zoe@zenith.example', language: 'en_GB', title: 'Secret', recordingUrl: url };
    await zenith.record('activity_upload', { ...input, ...notify });
    await lab.process(vtt, 'call.vtt', { ...notify, title: 'Open', hostUserEmail: 'ben@acme.example' });

    const mails = await received(2);
    expect(
      mails
        .map(({ recipients, headers }) => [...recipients, headers.get('subject')])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    ).toEqual([
      ['Ben@acme.example', 'Ready: “Open”'],
      ['zoe@zenith.example', 'Ready: “Secret”'],
    ]);
  });

  it('tells beforehand whether a mail will be sent, and afterwards that none will', async () => {
    const { url } = await lab.receive(vtt, 'call.vtt');
    const input = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'Call', recordingUrl: url };
    expect(await lab.caller.payload('activity_upload', { ...input, ...notify })).toMatchObject({
      processing: { state: 'queued', will_notify: true },
    });
    await received(1);
    expect(await statesOf()).toEqual([['done', false]]);
  });

  it('sends nothing without a request', async () => {
    const before = await mailJobs();
    const { id } = await lab.process(vtt, 'call.vtt');
    expect(await statesOf()).toEqual([['done', false]]);
    await db.updateTable('convo_activities').set({ processing_state: 'queued' }).where('id', '=', id).execute();
    expect(await statesOf()).toEqual([['queued', false]]);
    expect(await mailJobs()).toBe(before);
  });

  it('sends nothing to an inactive host', async () => {
    await db.updateTable('convo_users').set({ status: 'Inactive' }).where('id', '=', ada).execute();
    const { id } = await lab.process(vtt, 'call.vtt', notify);
    await logged('a mail was not sent: the host is inactive or has no address');
    expect(server.mails).toEqual([]);
    await db.updateTable('convo_activities').set({ processing_state: 'queued' }).where('id', '=', id).execute();
    expect(await statesOf()).toEqual([['queued', false]]);
    await db.updateTable('convo_users').set({ status: 'Active' }).where('id', '=', ada).execute();
    expect(await statesOf()).toEqual([['queued', true]]);
  });

  it('retries a mail that is rejected for now', async () => {
    replies.push(450, 421);
    await lab.process(vtt, 'call.vtt', { ...notify, title: 'Third time' });
    const [mail] = await received(1);
    expect(mail?.headers.get('subject')).toBe('Ready: “Third time”');
    expect(lines.filter((line) => line.includes('a mail could not be sent and will be retried'))).toHaveLength(2);
  });

  it('drops a mail that is rejected for good', async () => {
    replies.push(550);
    await lab.process(vtt, 'call.vtt', { ...notify, title: 'Dropped' });
    await logged('a mail was dropped');
    await lab.process(vtt, 'call.vtt', { ...notify, title: 'Next' });
    const mails = await received(1);
    expect(mails.map(({ headers }) => headers.get('subject'))).toEqual(['Ready: “Next”']);
  });

  it('sends a mail after a restart, when the mail server is back', async () => {
    const { port } = server;
    await server.close();
    await lab.process(vtt, 'call.vtt', { ...notify, title: 'Late' });
    await vi.waitFor(() => expect(lines.join('')).toContain('a mail could not be sent and will be retried'));
    await lab.close();

    server = await startMailServer({ port });
    lab = await openLab();
    const [mail] = await received(1);
    expect(mail?.headers.get('subject')).toBe('Ready: “Late”');
  });

  it('stores no mail without a mail server', async () => {
    await lab.close();
    lab = await openProcessingLab(database, { log });
    const before = await mailJobs();
    const { id } = await lab.process(vtt, 'call.vtt', notify);
    expect(await mailJobs()).toBe(before);
    await db.updateTable('convo_activities').set({ processing_state: 'queued' }).where('id', '=', id).execute();
    expect(await statesOf()).toEqual([['queued', false]]);
  });
});
