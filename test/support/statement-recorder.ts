import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Db } from '../../src/database/open-database.ts';

export interface StatementRecorder {
  /** Use it in place of the database it was made from. */
  db: Db;
  /** The SQL of every statement since the last call; begin, commit and rollback are not among them. */
  take(): CompiledQuery[];
}

/** Records the statements that run on a database, in their order. */
export function recordStatements(db: Db): StatementRecorder {
  // Subqueries are transformed too; only what has a result was a statement.
  const nodes = new Map<string, RootOperationNode>();
  let run: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      nodes.set(queryId.queryId, node);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      const node = nodes.get(queryId.queryId);
      if (node) run.push(node);
      return result;
    },
  };
  return {
    db: db.withPlugin(recorder),
    take: () => {
      const taken = run.map((node) => db.getExecutor().compileQuery(node, { queryId: '' }));
      run = [];
      return taken;
    },
  };
}

/** The nodes of a statement's plan, as `EXPLAIN` tells them. */
export async function explain(db: Db, { sql, parameters }: CompiledQuery): Promise<PlanNode[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
