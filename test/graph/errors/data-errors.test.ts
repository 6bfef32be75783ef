import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { storeBusyTeam } from '../conversation/activity/busy-team.ts';
import { iso, useConversationGraph } from '../conversation/conversation-graph.ts';

describe('a data error of the database', () => {
  const graph = useConversationGraph({ resilience: {} });

  beforeAll(async () => {
    await storeBusyTeam(graph.db, 1);
    // No known input causes such an error, so a view raises one: 22012, a division by zero.
    await sql`alter table convo_comments rename to stored_comments`.execute(graph.db);
    await sql`
      create view convo_comments as
      select id, organization_id, activity_id, user_id, text, at_ms,
        created_at + make_interval(secs => 1 / (length(text) - length(text))) as created_at
      from stored_comments`.execute(graph.db);
  });
  // Restores the table, because later tests can use the same database.
  afterAll(async () => {
    await sql`drop view convo_comments`.execute(graph.db);
    await sql`alter table stored_comments rename to convo_comments`.execute(graph.db);
  });

  it('is reported as bad user input and never opens the circuit breaker', async () => {
    const aliases = Array.from({ length: 12 }, (_, index) => `c${index}`);
    const fields = aliases.map(
      (alias, index) => `${alias}: comments(period: { from: "${iso(minutesAgo(index + 1))}" }) { id }`,
    );
    const failed = await graph.execute({ toString: () => `{ ${fields.join(' ')} }` }, {});

    expect(failed.errors.map(({ path }) => path)).toEqual(aliases.map((alias) => [alias]));
    expect(failed.errors[0]).toEqual({
      path: ['c0'],
      message: 'A value is out of the range that the service can store or compare.',
      extensions: {
        code: 'BAD_USER_INPUT',
        tool: 'comments_list',
        isRetryable: false,
        retryAt: null,
        requestId: expect.any(String),
      },
    });
    expect(failed.toolCalls).toHaveLength(12);
    const next = await graph.execute({ toString: () => '{ organization { name } }' }, {});
    expect(next).toMatchObject({ data: { organization: { name: 'Acme' } }, errors: [] });
  });
});
