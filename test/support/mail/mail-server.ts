import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  sender: string;
  recipients: string[];
  headers: Map<string, string>;
  text: string;
  user: string | undefined;
  isEncrypted: boolean;
}

export interface MailServerOptions extends Pick<SMTPServerOptions, 'secure' | 'authOptional' | 'allowInsecureAuth'> {
  port?: number;
  /** Extensions that the server does not support. */
  without?: ('STARTTLS' | 'AUTH')[];
  /** The only accepted password. */
  password?: string;
  /** Returns the reply code that rejects a recipient, or undefined to accept the recipient. */
  reject?: (recipient: string) => number | undefined;
}

/** Starts a mail server on a free port that collects the mails it accepts. */
export async function startMailServer({
  port = 0,
  without = [],
  password,
  reject,
  ...options
}: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: without,
    disableReverseLookup: true,
    closeTimeout: 1000,
    // Silences the warning that the private key of the library's default certificate is public.
    logger: false,
    ...options,
    onAuth: (auth, _session, done) => {
      if (auth.password === password) done(null, { user: auth.username });
      else done(new Error('wrong password'));
    },
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = reject?.(address);
      if (responseCode === undefined) return done();
      return done(Object.assign(new Error('rejected'), { responseCode }));
    },
    onData: (stream, { envelope, user, secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          user: user || undefined,
          isEncrypted: secure,
          ...parseMail(Buffer.concat(chunks).toString()),
        });
        done();
      });
    },
  });
  // Ignore connection errors: in some tests the client disconnects.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    mails,
    port: portOf(server.server.address()),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Reads a mail with one plain text part. */
function parseMail(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      return [name.toLowerCase(), decodeWords(value)];
    }),
  );
  return { headers, text: decodeBody(source.slice(end + 4), headers.get('content-transfer-encoding')) };
}

/** Decodes the encoded words of a header (RFC 2047). */
const decodeWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, content: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString()
        : decodeQuoted(content.replaceAll('_', ' ')),
    );

const decodeQuoted = (content: string) =>
  Buffer.from(
    content
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

function decodeBody(body: string, encoding: string | undefined): string {
  const decoded =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : body;
  return decoded.replaceAll('\r\n', '\n');
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
