import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import { socketFolder } from '../../../platform/database/embedded/data-dir-lock.ts';

/** The socket on which a server with an embedded database accepts commands. */
export const commandSocketPath = async (dataDir: string): Promise<string> =>
  join(await socketFolder(dataDir), 'cli.sock');

/** A file of the caller, and the name under which the report mentions it. */
const file = z.object({ path: z.string(), name: z.string() });

const emitOptions = z.object({
  activity: z.string(),
  user: z.string().exactOptional(),
  recipient: z.array(z.string()).exactOptional(),
  message: z.string().exactOptional(),
  feedback: z.string().exactOptional(),
});

export type EmitOptions = z.output<typeof emitOptions>;

export const maxRequestBytes = 1_000_000;

/** A client sends exactly one line with this content. */
export const commandRequest = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('import'),
    files: z.array(file),
    /** Whether the client shows the output in a terminal. */
    isTerminal: z.boolean().exactOptional(),
    options: z.object({
      format: z.string().exactOptional(),
      kind: z.string().exactOptional(),
      map: z.array(z.string()),
      emit: z.boolean().exactOptional(),
    }),
  }),
  z.object({ command: z.literal('emit'), trigger: z.enum(webhookTriggers), options: emitOptions }),
]);

export type CommandRequest = z.output<typeof commandRequest>;

/** A line of the server: `ready` comes first, `done` or `failed` last. `done` has the result of the command. */
export const commandReply = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ stdout: z.string() }),
  z.object({ stderr: z.string() }),
  z.object({ done: z.unknown() }),
  z.object({ failed: z.string() }),
]);

export type CommandReply = z.output<typeof commandReply>;

export const linesOf = (stream: Readable, signal?: AbortSignal) =>
  createInterface({ input: stream, crlfDelay: Infinity, ...(signal && { signal }) });
