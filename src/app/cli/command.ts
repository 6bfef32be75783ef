import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Audit, createAudit, createLog, currentUser } from '../log/log.ts';
import { openTerminalStream } from '../log/terminal-stream.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { DatabaseOptions, Db } from '../../platform/database/open-database.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { printable } from '../../tools/rules/field-rules.ts';
import type { CommandRequest } from './server/command-socket.ts';

export interface ReportOptions {
  json?: boolean;
}

export const reportingCommand = (name: string, description: string): Command =>
  new Command(name).description(description).option('--json', 'print the result as JSON');

export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** Reads the configuration; warns of variables whose names may be misspelled. @throws OperatorError if it is invalid */
export function readOwnConfig(): Config {
  const config = readConfig(process.env);
  for (const warning of config.warnings) console.error(`Warning: ${warning}`);
  return config;
}

export interface PlatformData {
  config: Config;
  db: Db;
  /** Logs a change; must be called after every change of keys, clients, accounts and connections. */
  audit: Audit;
}

/** What a command prints: the text, followed by the note on standard error, or only the record as JSON. */
export interface Report {
  record: unknown;
  text: string;
  note?: string;
}

/** How a running server executes the command in place of this process. */
interface OnServer<Arguments extends unknown[]> {
  requestOf(...args: Arguments): CommandRequest;
  /** The error message if the server stops before the command has ended. */
  interrupted: string;
}

const reportOnServer = z.object({ record: z.unknown(), text: z.string(), note: z.string().exactOptional() });

/** A command that prints what `work` returns. It fails with an OperatorError if the platform is remote or in memory. */
export function databaseCommand<Arguments extends unknown[]>(
  name: string,
  description: string,
  work: (data: PlatformData, ...args: Arguments) => Promise<Report>,
  onServer?: OnServer<Arguments>,
): Command {
  const command = reportingCommand(name, description);
  return command.action(async (...args: Arguments) => {
    const config = readOwnConfig();
    if (config.remotePlatform) {
      throw new OperatorError('PLATFORM_URL is set. Run this command on the platform itself.');
    }
    if (config.database === 'memory') {
      throw new OperatorError(
        'DATA_DIR is memory, so there is no stored data. Set it to a folder, or set DATABASE_URL.',
      );
    }
    const { findServer } = await import('./server/command-client.ts');
    const server = onServer && (await findServer(config.database));
    if (server) {
      const result = await server.run(onServer.requestOf(...args), onServer.interrupted);
      return printReport(command.opts(), reportOnServer.parse(result));
    }
    // A command that a server can run also needs existing records, so it must not create an empty database.
    if (onServer) await requireDatabase(config);
    const database = await openOwnDatabase(config);
    try {
      const { audit } = await openCommandLog(config);
      await printReport(command.opts(), await work({ config, db: database.db, audit }, ...args));
    } finally {
      await database.close();
    }
  });
}

/**
 * Opens the database with few connections, because nodes need the others. Logs warnings at every log level.
 */
export async function openOwnDatabase(config: Config, options: Pick<DatabaseOptions, 'sharedBuffers'> = {}) {
  const { openDatabase } = await import('../../platform/database/open-database.ts');
  const { database } = config;
  const isServer = typeof database === 'object' && 'url' in database;
  const { log } = await openCommandLog({ ...config, logLevel: 'warn' });
  return openDatabase(isServer ? { ...database, connections: 3 } : database, { ...options, log });
}

/** @throws OperatorError if the embedded database does not exist yet */
async function requireDatabase({ database }: Config): Promise<void> {
  if (typeof database !== 'object' || !('dataDir' in database)) return;
  const { databaseFolderOf } = await import('../../platform/database/embedded/data-folder.ts');
  if (existsSync(databaseFolderOf(database.dataDir))) return;
  throw new OperatorError(
    `The data folder ${database.dataDir} has no database yet. Start the server or import files first.`,
  );
}

/** Logs to standard error, because the result of a command can be redirected into a file. */
export async function openCommandLog(config: Config): Promise<{ log: Logger; audit: Audit }> {
  const { stderr } = process;
  const stream = (await openTerminalStream(config, stderr)) ?? { write: (line: string) => void stderr.write(line) };
  // Audit lines are written at every log level.
  const audit = createAudit(createLog({ ...config, logLevel: 'info' }, stream), currentUser());
  return { log: createLog(config, stream), audit };
}

/** @throws OperatorError when standard output cannot be written */
export async function printReport({ json }: ReportOptions, { record, text, note }: Report): Promise<void> {
  // Escape control characters: reports quote imported files and other platforms.
  const line = `${json ? JSON.stringify(record) : printable(text)}\n`;
  // Ignore the stream's error event, which would end the process: the callback of `write` receives the same error.
  const ignore = () => {};
  process.stdout.once('error', ignore);
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(line, (error) => (error ? reject(outputError(error)) : resolve()));
  });
  process.stdout.off('error', ignore);
  if (note !== undefined && !json) process.stderr.write(`${note}\n`);
}

const outputError = (error: Error) =>
  new OperatorError(
    `The command succeeded, but its output could not be written: ${error.message}. If it contained a key or secret, create a new one.`,
  );

type Cell = string | number | Date | null | undefined;

export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(cellText))];
  const widthOf = (column: number) => lines.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0);
  const widths = headings.map((_, column) => widthOf(column));
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((row) => lineOf(row).trimEnd()).join('\n');
}

const cellText = (cell: Cell) => (cell instanceof Date ? cell.toISOString() : String(cell ?? ''));

export const counted = (total: number, noun: string) => `${total} ${total === 1 ? noun : `${noun}s`}`;

export const quote = (text: string): string => JSON.stringify(text);
