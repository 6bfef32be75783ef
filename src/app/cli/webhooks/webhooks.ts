import { openCheckedVault, openVault, openVaultDespiteLostKeys } from '../../../platform/accounts/open-vault.ts';
import { databaseTime } from '../../../platform/database/database-clock.ts';
import {
  type DeliveryState,
  enableWebhook,
  listDeliveries,
  type ListedWebhook,
  listWebhooks,
  redeliver,
  rotateSecret,
} from '../../../platform/services/conversation/webhooks/stored-webhooks.ts';
import { type PlatformData, type Report, table } from '../command.ts';

export async function showWebhooks({ config, db }: PlatformData): Promise<Report> {
  const webhooks = await listWebhooks(db, await openVault(config.vault));
  const rows = webhooks.map((webhook) => [
    webhook.id,
    webhook.organization,
    webhook.trigger,
    webhook.url,
    webhook.externalId,
    stateOf(webhook),
    lastRequestOf(webhook),
    webhook.pending,
  ]);
  const headings = ['ID', 'ORGANIZATION', 'TRIGGER', 'URL', 'EXTERNAL ID', 'STATE', 'LAST REQUEST', 'PENDING'];
  return { record: { webhooks }, text: table(headings, rows) };
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

export async function showDeliveries(
  { db }: PlatformData,
  webhookId: string,
  { state, limit }: { state?: DeliveryState; limit: number },
): Promise<Report> {
  const deliveries = await listDeliveries(db, { webhookId, state, limit });
  const rows = deliveries.map((delivery) => [
    delivery.eventId,
    delivery.occurredAt,
    delivery.state,
    delivery.attempts,
    lastRequestOf(delivery),
    delivery.nextAttemptAt,
  ]);
  const headings = ['EVENT', 'OCCURRED', 'STATE', 'REQUESTS', 'LAST REQUEST', 'NEXT REQUEST'];
  return { record: { deliveries }, text: table(headings, rows) };
}

export async function rotateStoredSecret(
  { config, db, audit }: PlatformData,
  webhookId: string,
  { overlap, lost = false }: { overlap: number; lost?: boolean },
): Promise<Report> {
  const vault = lost ? await openVaultDespiteLostKeys(config.vault) : await openCheckedVault(config, db);
  const options = { webhookId, now: await databaseTime(db), overlapHours: overlap, replaceUnreadable: lost };
  const { secret, previousExpiresAt } = await rotateSecret(db, { vault, ...options });
  const until = previousExpiresAt?.toISOString();
  audit('webhook secret rotated', { webhook: webhookId, previousExpiresAt: until });
  const previous = until === undefined ? 'no longer signs requests' : `also signs requests until ${until}`;
  return {
    record: { webhook: webhookId, secret, previousExpiresAt },
    text: secret,
    note: `This secret will not be shown again.\nThe previous secret ${previous}.`,
  };
}

export async function enableStoredWebhook({ db, audit }: PlatformData, webhookId: string): Promise<Report> {
  const enabled = await enableWebhook(db, webhookId);
  if (enabled) audit('webhook enabled', { webhook: webhookId });
  const text = enabled ? `Enabled the webhook ${webhookId}.` : `The webhook ${webhookId} is already enabled.`;
  return { record: { webhook: webhookId, enabled }, text };
}

export async function redeliverEvent({ db, audit }: PlatformData, webhookId: string, eventId: string): Promise<Report> {
  await redeliver(db, { eventId, webhookId, now: await databaseTime(db) });
  audit('event redelivered', { webhook: webhookId, event: eventId });
  return {
    record: { webhook: webhookId, event: eventId },
    text: 'The request is sent now, or when the server is started.',
  };
}
