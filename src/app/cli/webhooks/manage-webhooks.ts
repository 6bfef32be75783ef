import { openCheckedVault, openVaultAfterLoss } from '../../../platform/accounts/open-vault.ts';
import { databaseTime } from '../../../platform/database/database-clock.ts';
import {
  redeliver,
  type RedeliveryRejection,
} from '../../../platform/services/conversation/webhooks/delivery/redeliver.ts';
import { rotateSecret } from '../../../platform/services/conversation/webhooks/rotate-secret.ts';
import { enableWebhook } from '../../../platform/services/conversation/webhooks/stored-webhooks.ts';
import { type PlatformData, quote, report, type ReportOptions } from '../command.ts';
import { unknownWebhook } from './list-webhooks.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export interface RotateOptions extends ReportOptions {
  overlap: number;
  lost?: boolean;
}

export async function rotateStoredSecret(
  { config, db, audit }: PlatformData,
  webhookId: string,
  { overlap, lost = false, ...options }: RotateOptions,
): Promise<void> {
  const vault = lost ? await openVaultAfterLoss(config.vault) : await openCheckedVault(config, db);
  const now = await databaseTime(db);
  const rotated = await rotateSecret(db, { vault, webhookId, now, overlapHours: overlap, replaceUnreadable: lost });
  if (rotated === 'unknown') throw unknownWebhook(webhookId);
  if (rotated === 'unreadable') {
    throw new OperatorError(
      'The current secret cannot be decrypted. Set VAULT_KEY, VAULT_PREVIOUS_KEYS and DATA_DIR to the values that the ' +
        'platform uses. If the key is lost, add --lost: requests are then signed with the new secret only.',
    );
  }
  const previousExpiresAt = rotated.previousExpiresAt?.toISOString();
  audit('webhook secret rotated', { webhook: webhookId, previousExpiresAt });
  const previous =
    previousExpiresAt === undefined
      ? 'The previous secret no longer signs requests.'
      : `The previous secret signs requests too until ${previousExpiresAt}.`;
  await report(options, {
    record: { webhook: webhookId, secret: rotated.secret, previousExpiresAt: previousExpiresAt ?? null },
    text: rotated.secret,
    note: `This secret will not be shown again.\n${previous}`,
  });
}

export async function enableStoredWebhook(
  { db, audit }: PlatformData,
  webhookId: string,
  options: ReportOptions,
): Promise<void> {
  const enabled = await enableWebhook(db, webhookId);
  if (enabled === undefined) throw unknownWebhook(webhookId);
  if (enabled) audit('webhook enabled', { webhook: webhookId });
  const text = enabled ? `Enabled the webhook ${webhookId}.` : `The webhook ${webhookId} is already enabled.`;
  await report(options, { record: { webhook: webhookId, enabled }, text });
}

interface RedeliverOptions extends ReportOptions {
  webhookId: string;
  eventId: string;
}

export async function redeliverEvent(
  { db, audit }: PlatformData,
  { webhookId, eventId, ...options }: RedeliverOptions,
): Promise<void> {
  const rejection = await redeliver(db, { eventId, webhookId, now: await databaseTime(db) });
  if (rejection) throw rejectionError(rejection, { webhookId, eventId });
  audit('event redelivered', { webhook: webhookId, event: eventId });
  await report(options, {
    record: { webhook: webhookId, event: eventId },
    text: 'The request is sent now, or when the server is started.',
  });
}

function rejectionError(
  rejection: RedeliveryRejection,
  { webhookId, eventId }: { webhookId: string; eventId: string },
) {
  const messages: Record<RedeliveryRejection, string> = {
    'unknown webhook': unknownWebhook(webhookId).message,
    'unknown event': `The organization of the webhook has no event with the id ${quote(eventId)}.`,
    'other trigger': 'The event has another trigger than the webhook.',
    disabled: `The webhook is disabled. Run webhooks enable ${webhookId} first.`,
  };
  return new OperatorError(messages[rejection]);
}
