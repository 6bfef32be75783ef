import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import type { PGlite as KyselyPGlite, PGliteQueryResults } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { createEventLoopTurn } from '../../../../infrastructure/fairness/event-loop-turn.ts';
import { isStaleStatement } from '../../sql-state.ts';
import { isPreparable, maxStatements } from './prepared-statements.ts';

const { bind, close, describe, execute, parse, sync } = protocol.serialize;

interface Prepared {
  name: string;
  serializers: ((value: unknown) => string)[];
  columns: { name: string; read: (text: string) => unknown }[];
}

/** Names are unique in the process, because an instance of PGlite can be opened several times. */
let statementCount = 0;

/** PGlite runs statements on this thread, and a transaction can have thousands: then they wait for turns. */
const maxBlockMs = 10;

/**
 * Prepares each statement once: planning takes PGlite ten times as long as executing. The caller must run one statement
 * or transaction at a time: a prepared statement does not wait for another transaction.
 */
export function preparedPglite(pglite: PGlite): KyselyPGlite {
  const run = createStatementRunner(pglite);
  const turn = createEventLoopTurn(maxBlockMs);
  const query = async <Row>(plain: Pick<PGlite, 'query'>, text: string, values: unknown[] = []) => {
    if (turn.isTooLong) await setImmediate();
    turn.start();
    return isPreparable(text) ? pglite.runExclusive(() => run<Row>(text, values)) : plain.query<Row>(text, values);
  };
  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    close: () => pglite.close(),
    query: (text, values) => query(pglite, text, values),
    transaction: (work) =>
      pglite.transaction((trx) =>
        work({ query: (text, values) => query(trx, text, values), rollback: () => trx.rollback() }),
      ),
  };
}

function createStatementRunner(pglite: PGlite) {
  /** Sent with the next request. */
  let closing: Uint8Array[] = [];
  const preparedByText = new LRUCache<string, Prepared>({
    max: maxStatements,
    dispose: ({ name }) => closing.push(close({ type: 'S', name })),
  });

  const send = (...request: Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat([...request, sync()]), { syncToFs: !pglite.isInTransaction() });

  async function run<Row>(text: string, values: unknown[]): Promise<PGliteQueryResults<Row>> {
    try {
      return await executeStatement<Row>(await statementOf(text), values);
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      preparedByText.delete(text);
      // The error has aborted the transaction, which the caller has to repeat.
      if (pglite.isInTransaction()) throw error;
      return executeStatement<Row>(await statementOf(text), values);
    }
  }

  async function statementOf(text: string): Promise<Prepared> {
    const known = preparedByText.get(text);
    if (known) return known;
    statementCount += 1;
    const name = `statement_${statementCount}`;
    const outdated = closing;
    closing = [];
    const response = await send(...outdated, parse({ name, text }), describe({ type: 'S', name }));
    const parameters = response.find((message) => message instanceof messages.ParameterDescriptionMessage);
    const row = response.find((message) => message instanceof messages.RowDescriptionMessage);
    const statement = {
      name,
      serializers: (parameters?.dataTypeIDs ?? []).map((type) => pglite.serializers[type] ?? String),
      columns: (row?.fields ?? []).map((field) => ({
        name: field.name,
        read: pglite.parsers[field.dataTypeID] ?? String,
      })),
    };
    preparedByText.set(text, statement);
    return statement;
  }

  async function executeStatement<Row>(
    { name, serializers, columns }: Prepared,
    values: unknown[],
  ): Promise<PGliteQueryResults<Row>> {
    const texts = values.map((value, index) => (value == null ? null : (serializers[index] ?? String)(value)));
    const rows: Row[] = [];
    let affectedRows = 0;
    for (const message of await send(bind({ statement: name, values: texts }), execute())) {
      if (message instanceof messages.DataRowMessage) rows.push(rowOf(columns, message.fields));
      if (message instanceof messages.CommandCompleteMessage) affectedRows = affectedRowsOf(message.text);
    }
    return { rows, fields: [], affectedRows };
  }

  return run;
}

function rowOf(columns: Prepared['columns'], fields: (string | null)[]) {
  const row = Object.create(Object.prototype);
  for (const [index, { name, read }] of columns.entries()) {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : read(text);
  }
  return row;
}

/** The last number of a command tag such as `INSERT 0 5`. */
const affectedRowsOf = (tag: string): number => Number(/^(?:INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag)?.[1] ?? 0);
