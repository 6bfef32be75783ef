import { openVault } from '../../../platform/accounts/open-vault.ts';
import {
  type DeliveryState,
  listDeliveries,
  type ListedWebhook,
  listWebhooks,
  webhookExists,
} from '../../../platform/services/conversation/webhooks/stored-webhooks.ts';
import { type PlatformData, quote, report, type ReportOptions, table } from '../command.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export async function showWebhooks({ config, db }: PlatformData, options: ReportOptions): Promise<void> {
  const webhooks = await listWebhooks(db, await openVault(config.vault));
  const rows = webhooks.map((webhook) => [
    webhook.id,
    webhook.organization,
    webhook.trigger,
    webhook.url,
    webhook.externalId ?? '',
    stateOf(webhook),
    lastRequestOf(webhook),
    String(webhook.pending),
  ]);
  const headings = ['ID', 'ORGANIZATION', 'TRIGGER', 'URL', 'EXTERNAL ID', 'STATE', 'LAST REQUEST', 'PENDING'];
  await report(options, { record: { webhooks }, text: table(headings, rows) });
}

function stateOf({ status, secret, failingSince, disabledAt, disabledReason }: ListedWebhook): string {
  const since = disabledAt ?? failingSince;
  const state = `${status}${since ? ` since ${since.toISOString()}` : ''}`;
  const notes = [disabledReason, secret === 'readable' ? undefined : `secret ${secret}`].filter(Boolean);
  return notes.length > 0 ? `${state} (${notes.join(', ')})` : state;
}

const lastRequestOf = ({ lastAttemptAt, lastStatus, lastError }: LastRequest) =>
  lastAttemptAt ? `${lastAttemptAt.toISOString()} ${lastStatus ?? lastError ?? ''}`.trimEnd() : '';

type LastRequest = Pick<ListedWebhook, 'lastAttemptAt' | 'lastStatus' | 'lastError'>;

export interface DeliveriesOptions extends ReportOptions {
  state?: DeliveryState;
  limit: number;
}

export async function showDeliveries(
  { db }: PlatformData,
  webhookId: string,
  { state, limit, ...options }: DeliveriesOptions,
): Promise<void> {
  if (!(await webhookExists(db, webhookId))) throw unknownWebhook(webhookId);
  const deliveries = await listDeliveries(db, { webhookId, state, limit });
  const rows = deliveries.map((delivery) => [
    delivery.eventId,
    delivery.occurredAt.toISOString(),
    delivery.state,
    String(delivery.attempts),
    lastRequestOf(delivery),
    delivery.nextAttemptAt?.toISOString() ?? '',
  ]);
  const headings = ['EVENT', 'OCCURRED', 'STATE', 'REQUESTS', 'LAST REQUEST', 'NEXT REQUEST'];
  await report(options, { record: { deliveries }, text: table(headings, rows) });
}

export const unknownWebhook = (id: string) => new OperatorError(`No webhook has the id ${quote(id)}.`);
