import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Db } from '../../../src/platform/database/open-database.ts';

export interface StatementRecorder {
  /** The database to use instead of the original; its statements are recorded. */
  db: Db;
  /** All statements since the last call of `take`, without begin, commit and rollback. */
  take(): CompiledQuery[];
}

/** Records the statements that run on a database, in order. */
export function recordStatements(db: Db): StatementRecorder {
  let nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(recorder),
    take: () => {
      // Kysely also passes subqueries to the plugin, before the statement that contains them.
      const parts = new Set(nodes.flatMap((node) => partsOf(node)));
      const statements = nodes.filter((node) => !parts.has(node));
      nodes = [];
      return statements.map((node) => db.getExecutor().compileQuery(node, { queryId: '' }));
    },
  };
}

/** All descendants of a node. */
function partsOf(node: object): unknown[] {
  const parts = Object.values(node).filter((part) => typeof part === 'object' && part !== null);
  return [...parts, ...parts.flatMap((part: object) => partsOf(part))];
}

/** The nodes of a statement's plan, from `EXPLAIN`. */
export const explain = (db: Db, statement: CompiledQuery) => planOf(db, 'explain (format json)', statement);

export interface RowsRead {
  /** Rows that passed the `LIMIT`, or all rows of a statement without `LIMIT`. */
  returned: number;
  /** Rows visited in tables, including those that a filter removed. */
  fromTables: number;
  /** Entries read by index-only and bitmap scans. */
  fromIndexes: number;
  /** Pages of 8 KiB read from the shared buffers or from files; a page that is read twice counts twice. */
  pages: number;
}

/** Runs a statement and counts the rows it read. */
export async function rowsRead(db: Db, statement: CompiledQuery): Promise<RowsRead> {
  const nodes = await planOf(db, 'explain (analyze, buffers, format json)', statement);
  const sum = (some: PlanNode[]) => Math.round(some.reduce((total, node) => total + readBy(node), 0));
  const isOfIndex = (node: PlanNode) => ['Index Only Scan', 'Bitmap Index Scan'].includes(node['Node Type']);
  const scans = nodes.filter((node) => 'Relation Name' in node || 'Index Name' in node);
  const limit = nodes.find((node) => node['Node Type'] === 'Limit') ?? nodes[0];
  if (limit?.['Actual Rows'] === undefined) throw new Error(`no rows in the plan of ${statement.sql}`);
  return {
    returned: limit['Actual Rows'],
    fromTables: sum(scans.filter((node) => !isOfIndex(node))),
    fromIndexes: sum(scans.filter(isOfIndex)),
    pages: (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0),
  };
}

/** Plans report numbers per loop. */
function readBy(node: PlanNode): number {
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0 } = node;
  return (rows + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * loops;
}

async function planOf(db: Db, command: string, { sql, parameters }: CompiledQuery): Promise<PlanNode[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`${command} ${sql}`, [...parameters]),
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
