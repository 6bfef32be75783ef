import type { DestinationStream } from 'pino';
import { z } from 'zod';
import { printable } from '../../tools/rules/field-rules.ts';
import { parseJson } from '../../tools/rules/json.ts';
import type { Config } from '../config/config.ts';

/**
 * Returns a stream of readable lines if the output is a terminal in development; undefined if logs stay JSON.
 * @param output defaults to standard output
 */
export async function openTerminalStream(
  { production }: Pick<Config, 'production'>,
  output: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Promise<DestinationStream | undefined> {
  if (production || !output.isTTY) return undefined;
  // Import on demand: loading this package delays the start, and production does not use it.
  const { isColorSupported, prettyFactory } = await import('pino-pretty');
  const prettify = prettyFactory({
    colorize: isColorSupported,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
  });
  return { write: (line) => void output.write(clearLine + prettify(readable(line))) };
}

/** Clears the line of the cursor, which may show the progress of the start. */
const clearLine = '\r\u001B[K';

const logLine = z.looseObject({
  level: z.number(),
  time: z.number().optional(),
  msg: z.string().default(''),
  err: z.looseObject({ stack: z.string() }).optional(),
});

/** Appends the fields of a line to its message as `name=value`, ids of the request and trace last; then the stack. */
function readable(line: string) {
  const parsed = logLine.safeParse(parseJson(line));
  if (!parsed.success) return line;
  const { level, time, msg, err, pid: _pid, hostname: _hostname, requestId, traceId, ...fields } = parsed.data;
  const pairs = Object.entries({ ...fields, requestId, traceId }).flatMap(([name, value]) => pairsOf(name, value));
  const stack = err ? [`\n    ${err.stack.replaceAll('\n', '\n    ')}`] : [];
  return { level, time, msg: printable([msg, ...pairs].join(' ') + stack.join('')) };
}

function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // Only text of visible ASCII characters except `"` and `=` needs no quotes.
    return [`${name}=${/^[!#-<>-~]+$/.test(text) ? text : JSON.stringify(value)}`];
  }
  return Object.entries(value).flatMap(([key, part]) => pairsOf(`${name}.${key}`, part));
}
