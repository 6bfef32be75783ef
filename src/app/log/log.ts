import { userInfo } from 'node:os';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createSecretMask, hiddenNames, masked } from './secret-mask.ts';

/** Masks confidential fields, configured secrets and secret-like text. @param stream defaults to standard output */
export function createLog(config: Config, stream?: DestinationStream): Logger {
  const mask = createSecretMask(configuredSecrets(config));
  const options = {
    level: config.logLevel,
    // Top-level fields only: wildcard paths make each line twenty times as expensive. `mask.line` masks nested fields.
    redact: { paths: hiddenNames, censor: masked },
    hooks: { streamWrite: mask.line },
  };
  return stream ? pino(options, stream) : pino(options);
}

function configuredSecrets(config: Config): string[] {
  const { vault, remotePlatform, tokenRules, recordings, transcriber, analyst, database, cache, mail, events } = config;
  const plain = [tokenRules?.secret, remotePlatform?.clientSecret, recordings.secret, transcriber?.key, analyst?.key];
  const addresses = [
    typeof database === 'object' && 'url' in database ? database.url : undefined,
    cache.redisUrl,
    mail?.smtpUrl,
  ];
  const keys = [vault.key, ...vault.previousKeys].flatMap((key) => (key ? [key] : []));
  const basic = remotePlatform && Buffer.from(`${remotePlatform.clientId}:${remotePlatform.clientSecret}`);
  return [
    ...plain,
    ...events.receiverSecrets,
    ...config.trustedDocuments.gatewaySecrets,
    ...addresses.map(passwordOf),
    ...keys.flatMap((key) => [key.toString('base64'), key.toString('base64url'), key.toString('hex')]),
    basic?.toString('base64'),
  ].flatMap((secret) => (secret ? [secret, encodeURIComponent(secret)] : []));
}

const passwordOf = (address: string | undefined) =>
  address === undefined ? undefined : decodeText(new URL(address).password);

/** Decodes percent-encoding; returns text with an invalid escape unchanged, because a password may contain a `%`. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type AuditAction =
  | 'connection added'
  | 'connection prefix changed'
  | 'connection removed'
  | 'account connected'
  | 'account disconnected'
  | 'account tokens encrypted again'
  | 'key generated'
  | 'key revoked'
  | 'client added'
  | 'client revoked'
  | 'webhook connected'
  | 'webhook disconnected'
  | 'webhook secret rotated'
  | 'webhook enabled'
  | 'event redelivered';

export type Audit = ReturnType<typeof createAudit>;

/**
 * @param actor who makes the changes; `server` for changes that the program makes by itself
 * @returns a function whose `subject` has names and ids of what was changed, never a secret
 */
export const createAudit =
  (log: Logger, actor = 'server') =>
  (action: AuditAction, subject: Record<string, string | number | boolean | undefined>) =>
    log.info({ action, subject, actor }, 'audit');

export function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container can run under a user id without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
