import { sql } from 'kysely';
import pino from 'pino';
import type { Db } from '../../../../src/platform/database/open-database.ts';
import { createPlatform } from '../../../../src/platform/platform.ts';
import {
  type ConversationServiceOptions,
  createConversationService,
} from '../../../../src/platform/services/conversation/conversation-service.ts';
import type { Platform } from '../../../../src/tools/platform.ts';
import { conversationTools } from '../../../../src/tools/conversation/conversation-tools.ts';
import { serviceKeys } from '../../../support/platform/service-keys.ts';
import { type Caller, toolCaller } from '../../../support/platform/tool-caller.ts';
import { now } from './conversation-records.ts';

export type ConversationCaller = Caller<typeof conversationTools>;

/**
 * Callers of a conversation service on a database, by user id. Its clock is set to `now`, and its queue is a table, so
 * that a rollback also removes jobs. `jobs` returns the queued activities.
 */
export function conversationCallers(db: Db, options: Partial<ConversationServiceOptions> = {}) {
  const clock = options.now ?? (() => now);
  const start = () => {
    const keys = serviceKeys({ db, service: 'convo', now: clock });
    const service = createConversationService({
      db,
      queue: {
        enqueue: async (trx, { activityId }) => {
          await sql`insert into test.jobs values (${activityId})`.execute(trx);
        },
      },
      now: clock,
      keys,
      ...options,
    });
    const connection = { name: 'convo', kind: 'convo', toolPrefix: 'convo_' } as const;
    return createPlatform({
      services: [service],
      accounts: {
        find: async ({ identifier: userId }) => ({
          connection,
          account: { state: 'ready', token: await keys.issuePersonal({ userId }), version: 'v1' },
        }),
      },
      log: pino({ level: 'silent' }),
    });
  };
  let platform: Platform | undefined;
  const as = (userId: string): ConversationCaller =>
    toolCaller(conversationTools, (name, input) =>
      (platform ??= start()).execute({
        connectionName: 'convo',
        identifier: userId,
        toolName: `convo_${name}`,
        input,
        signal: new AbortController().signal,
      }),
    );
  const jobs = async () => {
    const { rows } = await sql<{ activity_id: string }>`select activity_id from test.jobs`.execute(db);
    return rows.map((row) => row.activity_id);
  };
  return { as, jobs };
}
