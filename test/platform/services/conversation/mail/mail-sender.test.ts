import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createMailSender,
  type MailSettings,
} from '../../../../../src/platform/services/conversation/mail/mail-sender.ts';
import { type MailServerOptions, startMailServer } from '../../../../support/mail/mail-server.ts';
import { ProcessingError } from '../../../../../src/platform/services/conversation/processing-error.ts';

const mail = { to: { name: 'Ada', address: 'ada@acme.example' }, subject: 'Hello', text: 'Hello\n', id: 'one' };
const { signal } = new AbortController();

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: MailServerOptions = {}) {
  const server = await startMailServer(options);
  closing.push(server.close);
  const sender = (smtpUrl: string, settings: Partial<MailSettings> = {}) =>
    createMailSender({ smtpUrl: smtpUrl.replace('PORT', `${server.port}`), from: 'graph@example.com', ...settings });
  return { ...server, sender };
}

/** Sends a mail and returns the error. */
const failureOf = async (sending: Promise<void>): Promise<ProcessingError> => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProcessingError)) throw new Error('expected a ProcessingError', { cause: error });
  return error;
};

describe('the mail sender', () => {
  it('sends a mail from a named sender with a stable id', async () => {
    const { mails, sender } = await start();

    await sender('smtp://127.0.0.1:PORT', { from: '"Acme, Inc." <graph@example.com>' }).send(mail, signal);

    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ sender: 'graph@example.com', recipients: ['ada@acme.example'], text: 'Hello\n' });
    expect(Object.fromEntries(mails[0]?.headers ?? [])).toMatchObject({
      from: '"Acme, Inc." <graph@example.com>',
      to: 'Ada <ada@acme.example>',
      subject: 'Hello',
      'message-id': '<one@example.com>',
      'auto-submitted': 'auto-generated',
    });
  });

  it('encodes names and subjects so that they cannot add headers or recipients', async () => {
    const { mails, sender } = await start();
    const subject = `Ünï 😀\r\nBcc: eve@evil.example\r\n\r\n${'long '.repeat(400)}end`;
    const to = { name: 'Ada\r\nBcc: eve@evil.example', address: 'ada@acme.example' };

    await sender('smtp://127.0.0.1:PORT').send({ ...mail, to, subject }, signal);

    const [received] = mails;
    expect(received?.recipients).toEqual(['ada@acme.example']);
    expect([...(received?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(received?.headers.get('subject')).toMatch(/^Ünï 😀 ?Bcc: eve@evil\.example .*end$/);
    expect(received?.text).toBe('Hello\n');
  });

  it('uses STARTTLS with any certificate if there are no credentials', async () => {
    const { mails, sender } = await start();
    await sender('smtp://127.0.0.1:PORT').send(mail, signal);
    expect(mails).toMatchObject([{ isEncrypted: true, user: undefined }]);
  });

  it('logs in', async () => {
    const { mails, sender } = await start({ password: 'p@ss/word' });

    await sender('smtp://graph%40example.com:p%40ss%2Fword@localhost:PORT').send(mail, signal);

    expect(mails).toMatchObject([{ user: 'graph@example.com', isEncrypted: true }]);
  });

  it.each([
    ['over a connection without TLS', 'smtp://graph:hunter22@0.0.0.0:PORT', { without: ['STARTTLS' as const] }],
    ['to a server with an untrusted certificate', 'smtp://graph:hunter22@0.0.0.0:PORT', {}],
    ['to a server with an untrusted certificate over smtps', 'smtps://graph:hunter22@localhost:PORT', { secure: true }],
  ])('does not send credentials %s', async (_, url, options) => {
    const { mails, sender } = await start({ password: 'hunter22', allowInsecureAuth: true, ...options });

    const error = await failureOf(sender(url).send(mail, signal));

    expect(error.isRetryable).toBe(true);
    expect(mails).toEqual([]);
    expect(JSON.stringify([error.message, error.stack])).not.toContain('hunter22');
  });

  it('reports wrong credentials as temporary and without the password', async () => {
    const { sender } = await start({ password: 'right' });

    const error = await failureOf(sender('smtp://graph:hunter22@127.0.0.1:PORT').send(mail, signal));

    expect(error.isRetryable).toBe(true);
    expect(error.message).toContain('Invalid login');
    expect(`${error.stack} ${JSON.stringify(error.cause)}`).not.toMatch(/hunter22|aHVudGVyMjI/);
  });

  it.each([
    [450, false],
    [550, true],
  ])('reports a recipient rejected with %i', async (code, isPermanent) => {
    const { mails, sender } = await start({ reject: () => code });

    const error = await failureOf(sender('smtp://127.0.0.1:PORT').send(mail, signal));

    expect([error.isRetryable, mails]).toEqual([!isPermanent, []]);
  });

  it.each(['ada', ''])('reports the unusable address %j as permanent', async (address) => {
    const { sender } = await start();
    const to = { name: 'Ada', address };
    const error = await failureOf(sender('smtp://127.0.0.1:PORT').send({ ...mail, to }, signal));
    expect(error.isRetryable).toBe(false);
  });

  it('gives up on a server that never responds, and when aborted', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closing.push(() => silent.close());
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'graph@example.com' };

    // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds this limit
    const error = await failureOf(createMailSender({ ...settings, timeoutMs: 50 }).send(mail, signal));
    expect(error.isRetryable).toBe(true);

    const stop = new AbortController();
    const sending = createMailSender(settings).send(mail, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
  });
});
