import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { messages, protocol, types } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { concatenate, type EmbeddedSession } from '../../embedded/embedded-session.ts';
import { isStaleStatement } from '../../sql-state.ts';
import { isPreparable, maxStatements } from './prepared-statements.ts';

const { bind, close, describe, execute, parse, query: simpleQuery, sync } = protocol.serialize;

type Message = Parameters<Parameters<InstanceType<typeof protocol.Parser>['parse']>[1]>[0];
interface StatementResult<Row> {
  rows: Row[];
  command: string;
  rowCount: number | null;
}
type Columns = { name: string; read: (text: string) => unknown }[];

interface Prepared {
  name: string;
  serializers: ((value: unknown) => string)[];
  columns: Columns;
}

/** A response of this many bytes takes about five milliseconds to parse. */
const minLargeResponse = 1024 * 1024;

/** Names are unique in the process, because a database of tests can be opened several times. */
let statementCount = 0;

export type EmbeddedStatements = Awaited<ReturnType<typeof openStatements>>;

/**
 * Prepares each statement once: planning takes PGlite ten times as long as executing. The caller must run one statement
 * or transaction at a time.
 */
export async function openStatements(session: EmbeddedSession) {
  const parser = new protocol.Parser();
  const serializers: Record<number, (value: unknown) => string> = { ...types.serializers };
  const parsers: Record<number, (text: string) => unknown> = { ...types.parsers };
  const notifications = new EventEmitter();
  let isInTransaction = false;
  /** Sent with the next request. */
  let closing: Uint8Array[] = [];
  const preparedByText = new LRUCache<string, Prepared>({
    max: maxStatements,
    dispose: ({ name }) => closing.push(close({ type: 'S', name })),
  });

  await addArrayTypes();
  return {
    /** @throws the error of the database */
    query: <Row>(text: string, values: readonly unknown[] = []): Promise<StatementResult<Row>> =>
      isPreparable(text) || values.length > 0 ? run<Row>(text, values) : runPlain<Row>(text),
    /** Several statements without parameters. Returns the rows of all. */
    exec: runPlain,
    async listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>> {
      notifications.on(channel, onNotification);
      await runPlain(`listen "${channel}"`);
      return async () => void notifications.off(channel, onNotification);
    },
    close: () => session.close(),
  };

  async function send(...request: Uint8Array[]): Promise<Message[]> {
    const received: Message[] = [];
    let error: Error | undefined;
    const response = await session.send(concatenate(request));
    parser.parse(response, (message) => {
      if (message instanceof messages.DatabaseError) error ??= message;
      else if (message instanceof messages.ReadyForQueryMessage) isInTransaction = message.status !== 'I';
      else if (message instanceof messages.NotificationResponseMessage)
        notifications.emit(message.channel, message.payload);
      else received.push(message);
    });
    if (error) throw error;
    // Using a large result takes about as long as parsing it.
    if (response.length >= minLargeResponse) await setTimeout();
    return received;
  }

  async function run<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    try {
      return await runPrepared<Row>(await statementOf(text), values);
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      preparedByText.delete(text);
      // The error has aborted the transaction, which the caller has to repeat.
      if (isInTransaction) throw error;
      return runPrepared<Row>(await statementOf(text), values);
    }
  }

  async function statementOf(text: string): Promise<Prepared> {
    const known = preparedByText.get(text);
    if (known) return known;
    if (!isPreparable(text)) return prepare('', text);
    statementCount += 1;
    const statement = await prepare(`statement_${statementCount}`, text);
    preparedByText.set(text, statement);
    return statement;
  }

  async function prepare(name: string, text: string): Promise<Prepared> {
    const outdated = closing;
    closing = [];
    const response = await send(...outdated, parse({ name, text }), describe({ type: 'S', name }), sync());
    const parameters = response.find((message) => message instanceof messages.ParameterDescriptionMessage);
    const row = response.find((message) => message instanceof messages.RowDescriptionMessage);
    return {
      name,
      serializers: (parameters?.dataTypeIDs ?? []).map((type) => serializers[type] ?? String),
      columns: columnsOf(row),
    };
  }

  async function runPrepared<Row>(statement: Prepared, values: readonly unknown[]): Promise<StatementResult<Row>> {
    const texts = values.map((value, index) =>
      value == null ? null : (statement.serializers[index] ?? String)(value),
    );
    return resultOf(
      await send(bind({ statement: statement.name, values: texts }), execute(), sync()),
      statement.columns,
    );
  }

  async function runPlain<Row>(text: string): Promise<StatementResult<Row>> {
    return resultOf(await send(simpleQuery(text)), []);
  }

  function resultOf<Row>(response: readonly Message[], preparedColumns: Columns): StatementResult<Row> {
    let columns = preparedColumns;
    const rows: Row[] = [];
    let command = '';
    let rowCount: number | null = null;
    for (const message of response) {
      if (message instanceof messages.RowDescriptionMessage) columns = columnsOf(message);
      if (message instanceof messages.DataRowMessage) rows.push(rowOf(columns, message.fields));
      if (message instanceof messages.CommandCompleteMessage) {
        // Such as `INSERT 0 5` or `COMMIT`.
        const [word = '', ...numbers] = message.text.split(' ');
        command = word;
        rowCount = Number(numbers.at(-1) ?? 0);
      }
    }
    return { rows, command, rowCount };
  }

  function columnsOf(row: InstanceType<typeof messages.RowDescriptionMessage> | undefined): Columns {
    return (row?.fields ?? []).map(({ name, dataTypeID }) => ({ name, read: parsers[dataTypeID] ?? String }));
  }

  async function addArrayTypes(): Promise<void> {
    const { rows } = await runPlain<{ item: number; list: number }>(
      'select oid as item, typarray as list from pg_type where typarray <> 0',
    );
    for (const { item, list } of rows) {
      serializers[list] = (value) => types.arraySerializer(value, serializers[item] ?? String, list);
      parsers[list] = (text) => types.arrayParser(text, parsers[item] ?? String, list);
    }
  }
}

function rowOf(columns: Columns, fields: (string | null)[]) {
  const row = Object.create(Object.prototype);
  for (const [index, { name, read }] of columns.entries()) {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : read(text);
  }
  return row;
}
