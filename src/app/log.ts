import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createSecretMask, hiddenNames, masked } from './secret-mask.ts';

/**
 * The log of the program, one line of JSON a record. Whatever is logged, no line holds a secret: neither under a name
 * that says so, nor in a text, where the configuration's own are known by value and others by their shape.
 * @param stream standard output when omitted
 */
export function createLog(config: Config, stream?: DestinationStream): Logger {
  const mask = createSecretMask(configuredSecrets(config));
  const options = {
    level: config.logLevel,
    // What is deeper in a record the mask hides: paths with wildcards cost twenty times as much a line.
    redact: { paths: hiddenNames, censor: masked },
    hooks: { streamWrite: mask.line },
  };
  return stream ? pino(options, stream) : pino(options);
}

function configuredSecrets(config: Config): string[] {
  const { vault, remotePlatform, tokenRules, recordings, transcriber, analyst, database, cache } = config;
  const plain = [tokenRules?.secret, remotePlatform?.clientSecret, recordings.secret, transcriber?.key, analyst?.key];
  const addresses = [typeof database === 'object' && 'url' in database ? database.url : undefined, cache.redisUrl];
  const keys = [vault.key, ...vault.previousKeys].flatMap((key) => (key ? [key] : []));
  const basic = remotePlatform && Buffer.from(`${remotePlatform.clientId}:${remotePlatform.clientSecret}`);
  return [
    ...plain,
    ...addresses.map(passwordOf),
    ...keys.flatMap((key) => [key.toString('base64'), key.toString('base64url'), key.toString('hex')]),
    basic?.toString('base64'),
  ].flatMap((secret) => (secret ? [secret, encodeURIComponent(secret)] : []));
}

const passwordOf = (address: string | undefined) =>
  address === undefined ? undefined : decodeText(new URL(address).password);

/** A password may hold a percent sign that begins no escape. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
