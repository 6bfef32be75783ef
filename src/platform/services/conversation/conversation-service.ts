import { conversationTools } from '../../../tools/conversation/conversation-tools.ts';
import type { Service, ToolHandlers } from '../../../tools/service.ts';
import { createServiceKeys, type ServiceKeys } from '../keys/service-keys.ts';
import { toolRunner } from '../tool-runner.ts';
import { type ActivityContext, activityHandlers } from './activities/activity-handlers.ts';
import { outputHandlers } from './activities/output-handlers.ts';
import { strictAddressRules } from './network/address-rules.ts';
import { ensureUser } from './store/store-users.ts';
import { teamHandlers } from './activities/team-handlers.ts';
import { webhookHandlers, type WebhookContext } from './webhooks/webhook-handlers.ts';

type ServiceContext = ActivityContext & WebhookContext;

export interface ConversationServiceOptions
  extends Pick<ServiceContext, 'db' | 'queue'>, Partial<Omit<ServiceContext, 'db' | 'queue'>> {
  keys?: ServiceKeys;
}

/**
 * By default, uses the system clock and accepts only https addresses on the public internet.
 * - A record of another organization fails with `NOT_FOUND`, with the same message as a missing record.
 * - Time ranges include their start and exclude their end; times in the future are rejected.
 * - The total count of a list is exact up to 10,000 and null above.
 */
export function createConversationService({ keys, ...options }: ConversationServiceOptions): Service {
  const context: ServiceContext = {
    changes: { publish: () => {} },
    now: () => new Date(),
    addressRules: strictAddressRules,
    isOwnRecording: () => false,
    sendsMail: false,
    ...options,
  };
  const { db, now } = context;
  const handlers: ToolHandlers<typeof conversationTools> = {
    ...activityHandlers(context),
    ...outputHandlers(context),
    ...teamHandlers(context),
    ...webhookHandlers(context),
  };
  return {
    kind: 'convo',
    tools: conversationTools,
    ...toolRunner({
      tools: conversationTools,
      handlers,
      keys: keys ?? createServiceKeys({ db, service: 'convo', now }),
    }),
    ensureUser: (account) => ensureUser(db, account),
  };
}
