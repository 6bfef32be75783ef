import { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import { quote, report, type ReportOptions } from '../command.ts';
import { ignoreMissing } from './connect-webhooks.ts';
import { withRemotePlatform } from './remote-platform.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export interface DisconnectOptions extends ReportOptions {
  identifier: string;
}

/** Deletes the webhooks that send the events of an organization to the graph nodes. */
export const disconnectWebhooks = ({ identifier, ...options }: DisconnectOptions) =>
  withRemotePlatform(identifier, async ({ conversation, organization, platform, file, audit }) => {
    const webhooks = file.of({ platform: platform.url, organization: organization.id });
    for (const webhook of webhooks) {
      const { id, trigger } = webhook;
      await conversation.deleteWebhook(id).catch(ignoreMissing);
      await file.remove(webhook);
      audit('webhook disconnected', { trigger, webhook: id, organization: organization.id });
    }
    if (webhooks.length > 0) {
      await report(options, {
        record: { organization, disconnected: webhooks.map(({ id, trigger }) => ({ id, trigger })) },
        text: `Disconnected ${webhooks.length} triggers of the organization ${quote(organization.name)}.`,
      });
    }
    const known = new Set(webhooks.map(({ trigger }) => trigger));
    const unknown = Object.values(webhookTriggers).filter((trigger) => !known.has(trigger));
    if (unknown.length === 0) return;
    throw new OperatorError(
      `${file.path} contains no ids for ${unknown.join(', ')}. If these triggers were connected with another DATA_DIR, ` +
        'run the command there. Otherwise find the ids with "webhooks list" on the platform and remove them with the ' +
        'mutation deleteWebhook.',
    );
  });
