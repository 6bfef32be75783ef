import type { Db } from '../../database/open-database.ts';
import { conversationTools } from '../../../tools/conversation/conversation-tools.ts';
import type { Service, ToolHandlers } from '../../../tools/service.ts';
import { createServiceKeys, type ServiceKeys } from '../keys/service-keys.ts';
import { toolRunner } from '../tool-runner.ts';
import { activityHandlers } from './activities/activities.ts';
import { type AddressRules, strictAddressRules } from './recordings/address-rules.ts';
import type { ConversationParts } from './service-context.ts';
import { outputHandlers } from './activities/output-handlers.ts';
import type { ProcessingQueue } from './processing/processing-queue.ts';
import { defaultOrganizationId } from './store/store-organization.ts';
import { teamHandlers } from './team/team-handlers.ts';
import { userIdOf } from './team/user-id.ts';
import { webhookHandlers } from './webhooks/webhook-handlers.ts';

export interface ConversationServiceOptions {
  db: Db;
  /** Takes what is uploaded, in the transaction of the upload. */
  queue: ProcessingQueue;
  /** The clock that nothing may be ahead of. */
  now?: () => Date;
  /** Which addresses webhooks and recordings may have; only https to the public internet when omitted. */
  addressRules?: AddressRules;
  /** Whether a recording is at an address of this program itself, which the rules do not apply to. */
  isOwnRecording?: (url: string) => boolean;
  /** Who its callers are. */
  keys?: ServiceKeys;
}

/**
 * The embedded conversation service: all 18 tools, in SQL.
 * - The caller sees the records of their own organization. What belongs to another one does not exist for them:
 *   `NOT_FOUND`, in the same words.
 * - Ranges of time include their begin and exclude their end; what lies in the future is refused.
 * - The total of a page is exact up to 10,000 and null above.
 */
export function createConversationService({
  db,
  queue,
  now = () => new Date(),
  addressRules = strictAddressRules,
  isOwnRecording = () => false,
  keys = createServiceKeys({ db, service: 'convo', now }),
}: ConversationServiceOptions): Service {
  const parts: ConversationParts = { db, queue, now, addressRules, isOwnRecording };
  const handlers: ToolHandlers<typeof conversationTools> = {
    ...activityHandlers(parts),
    ...outputHandlers(parts),
    ...teamHandlers(parts),
    ...webhookHandlers(parts),
  };

  return {
    kind: 'convo',
    tools: conversationTools,
    ...toolRunner({ tools: conversationTools, handlers, keys }),
    async ensureUser({ identifier, name }) {
      const id = userIdOf(identifier);
      await db
        .insertInto('convo_users')
        .values({ id, organization_id: await defaultOrganizationId(db), name })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return id;
    },
  };
}
