import { ProcessingError } from '../processing-error.ts';

export interface MailSettings {
  /** `smtps://` or `smtp://`; for their use of TLS, see `connectionOf`. May contain a user name and a password. */
  smtpUrl: string;
  /** Sender address, such as `Graph <graph@example.com>`. */
  from: string;
  /** Timeout per step of a delivery, in milliseconds; 15,000 by default. */
  timeoutMs?: number;
}

interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** The first part of the `Message-ID`, by which mail programs recognise a repeated mail. */
  id: string;
}

export type MailSender = ReturnType<typeof createMailSender>;

/** Steps of sending an email that can each time out: name resolution, connection, greeting and commands. */
const maxSteps = 4;

/** Opens a connection for each mail, because mails are rare. */
export function createMailSender({ smtpUrl, from, timeoutMs = 15_000 }: MailSettings) {
  const openTransport = async () => {
    // Import on demand: `nodemailer` would slow down the start of every server, and few servers send mails.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...connectionOf(smtpUrl),
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof openTransport> | undefined;
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  return {
    /** @throws ProcessingError */
    async send({ to, subject, text, id }: Mail, signal: AbortSignal): Promise<void> {
      try {
        transport ??= openTransport();
        const opened = await transport;
        await opened.sendMail({
          from,
          to,
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          // Keeps out-of-office programs from replying (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(maxSteps * timeoutMs)]),
        });
      } catch (error) {
        signal.throwIfAborted();
        throw mailErrorOf(error);
      }
    },
  };
}

/**
 * `smtps://`, and `smtp://` with credentials for a server not on localhost, require TLS with a valid certificate.
 * Otherwise, `smtp://` uses TLS if the server supports it, with any certificate, as mail servers do among each other.
 */
function connectionOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost' || host === '::1' || /^127\.[\d.]+$/.test(host);
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const hasCredentials = auth.user !== '';
  const requireTLS = !secure && hasCredentials && !isLocal;
  return {
    host,
    secure,
    requireTLS,
    tls: { rejectUnauthorized: secure || requireTLS },
    ...(port !== '' && { port: Number(port) }),
    ...(hasCredentials && { auth }),
  };
}

/** An unusable address, and a permanent rejection of recipient or message, are final. Other failures are retried. */
function mailErrorOf(error: unknown): ProcessingError {
  if (!(error instanceof Error)) return new ProcessingError('The mail could not be sent.', { isRetryable: true });
  const code = 'code' in error ? error.code : undefined;
  const command = 'command' in error ? error.command : undefined;
  const wasRejected = 'permanent' in error && error.permanent === true && (command === 'RCPT TO' || command === 'DATA');
  const isUnusable = code === 'EENVELOPE' && command === 'API';
  return new ProcessingError(error.message, { isRetryable: !wasRejected && !isUnusable, cause: error });
}
