import type { DestinationStream } from 'pino';
import type { Config } from '../config/config.ts';

/**
 * Returns the stream that makes the log readable for people, if they read it: during development, when the output is a
 * terminal. Otherwise returns undefined, and the log is JSON.
 * @param output defaults to standard output
 */
export async function openTerminalStream(
  { production }: Pick<Config, 'production'>,
  output: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Promise<DestinationStream | undefined> {
  if (production || !output.isTTY) return undefined;
  // Import it only here: in production it would only delay the start.
  const { isColorSupported, prettyFactory } = await import('pino-pretty');
  const prettify = prettyFactory({
    colorize: isColorSupported,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return { write: (line) => void output.write(prettify(line)) };
}
