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
      // Subqueries pass the plugin on their own before they become a part of their statement.
      const parts = new Set(nodes.flatMap((node) => partsOf(node)));
      const statements = nodes.filter((node) => !parts.has(node));
      nodes = [];
      return statements.map((node) => db.getExecutor().compileQuery(node, { queryId: '' }));
    },
  };
}

/** Everything below a node of a statement, whatever it is. */
function partsOf(node: object): unknown[] {
  const parts = Object.values(node).filter((part) => typeof part === 'object' && part !== null);
  return [...parts, ...parts.flatMap((part: object) => partsOf(part))];
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
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
