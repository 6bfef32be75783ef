import type { Config } from '../../config/config.ts';
import type { Audit } from '../../log/log.ts';
import { createConnector } from '../../../connector/connector.ts';
import {
  type ConversationClient,
  createConversationClient,
} from '../../../connector/conversation/conversation-client.ts';
import { resilienceSettings } from '../../../connector/resilience/settings.ts';
import { createRestTransport } from '../../../connector/transports/rest.ts';
import { createReceiverTokens } from '../../../http/webhooks/receiver-token.ts';
import { receiverPath, webhookLimits, webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { allScopes } from '../../../tools/tool.ts';
import { openCommandLog, printReport, quote, readOwnConfig, type ReportOptions } from '../command.ts';
import { openWebhookFile, type StoredWebhook, type WebhookFile } from './webhook-file.ts';

export interface IdentifierOptions extends ReportOptions {
  identifier: string;
}

export interface ConnectOptions extends IdentifierOptions {
  /** Origin under which the platform reaches the graph nodes; `PUBLIC_URL` by default. */
  url?: string;
}

export const connectWebhooks = ({ identifier, url: givenOrigin, ...options }: ConnectOptions) =>
  withRemotePlatform(identifier, async (remote) => {
    const { config, organization } = remote;
    const origin = givenOrigin ?? config.publicOrigin;
    const url = receiverUrl(remote, origin);
    const { created, existing, failure } = await createMissing(remote, url);
    if (failure && created.length === 0) throw failure.code === 'BAD_USER_INPUT' ? rejected(failure, origin) : failure;
    // Print the secrets even if a call failed: they cannot be read again.
    const secrets = created.flatMap(({ secret }) => (secret === null ? [] : [secret]));
    await printReport(options, {
      record: { organization, created, existing },
      text: environmentLine(secrets, config.events.receiverSecrets),
      note: [
        `Connected ${created.length} triggers of the organization ${quote(organization.name)}.`,
        existing.length > 0 && `Already connected: ${existing.join(', ')}. Their secrets are not shown again.`,
        secrets.length > 0 &&
          'The new secrets will not be shown again. Set WEBHOOK_RECEIVER_SECRETS to this value on all graph nodes.',
        created.length > secrets.length &&
          'The platform returned no secrets, so the address alone protects the receiver.',
      ]
        .filter(Boolean)
        .join('\n'),
    });
    if (failure) {
      throw new OperatorError(
        `Not all triggers are connected; repeat the command. ${failure.tool}: ${failure.message} (${failure.code})`,
      );
    }
    // Remove webhooks with an old address: a new `PUBLIC_URL` or client secret changes the address.
    await removeWebhooks(remote, (webhook) => webhook.url !== url);
  });

function receiverUrl({ platform, organization }: RemotePlatform, origin: string): string {
  const url = `${origin}${receiverPath}${createReceiverTokens(platform.clientSecret).create(organization.id)}`;
  if (url.length <= webhookLimits.url) return url;
  const maxLength = origin.length - (url.length - webhookLimits.url);
  throw new OperatorError(
    `The address of the receiver would have ${url.length} characters, but webhooks allow ${webhookLimits.url}. ` +
      `Set PUBLIC_URL or --url to an origin with at most ${maxLength} characters.`,
  );
}

const rejected = ({ message, code }: ToolError, origin: string) =>
  new OperatorError(
    `The platform rejects the address of the receiver: ${message} (${code}). ` +
      `List ${origin} in RECORDING_ORIGINS of the platform, or use a public address with TLS.`,
  );

async function createMissing({ conversation, platform, organization, file, audit }: RemotePlatform, url: string) {
  const created: { trigger: string; id: string; secret: string | null }[] = [];
  const existing: string[] = [];
  for (const trigger of Object.values(webhookTriggers)) {
    try {
      const { id, record } = await conversation.createWebhook({ trigger, url });
      created.push({ trigger, id, secret: record?.secret ?? null });
      await file.add({ platform: platform.url, organization: organization.id, trigger, url, id });
      audit('webhook connected', { trigger, webhook: id, organization: organization.id });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code !== 'CONFLICT') return { created, existing, failure: error };
      existing.push(trigger);
    }
  }
  return { created, existing, failure: undefined };
}

/** Removes the stored webhooks that match. @returns the removed webhooks */
async function removeWebhooks(
  { conversation, platform, organization, file, audit }: RemotePlatform,
  matches: (webhook: StoredWebhook) => boolean,
): Promise<StoredWebhook[]> {
  const removed = file.of({ platform: platform.url, organization: organization.id }).filter(matches);
  for (const webhook of removed) {
    const { id, trigger } = webhook;
    await conversation.deleteWebhook(id).catch(ignoreMissing);
    await file.remove(webhook);
    audit('webhook disconnected', { trigger, webhook: id, organization: organization.id });
  }
  return removed;
}

export const disconnectWebhooks = ({ identifier, ...options }: IdentifierOptions) =>
  withRemotePlatform(identifier, async (remote) => {
    const { organization, file } = remote;
    const webhooks = await removeWebhooks(remote, () => true);
    if (webhooks.length > 0) {
      await printReport(options, {
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

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ToolError && error.code === 'NOT_FOUND')) throw error;
}

/** Returns a comment if there are no secrets, because the output is usually appended to an environment file. */
const environmentLine = (secrets: readonly string[], configured: readonly string[]) =>
  secrets.length === 0
    ? '# No new secrets for WEBHOOK_RECEIVER_SECRETS.'
    : `WEBHOOK_RECEIVER_SECRETS=${[...configured, ...secrets].join(',')}`;

interface RemotePlatform {
  config: Config;
  platform: NonNullable<Config['remotePlatform']>;
  conversation: ConversationClient;
  organization: { id: string; name: string };
  file: WebhookFile;
  audit: Audit;
}

/** @throws OperatorError if a setting is missing, the platform does not support events, or a tool call fails */
async function withRemotePlatform(identifier: string, work: (remote: RemotePlatform) => Promise<void>): Promise<void> {
  const config = readOwnConfig();
  const platform = config.remotePlatform;
  if (!platform) {
    throw new OperatorError(
      'PLATFORM_URL is not set. Run this command with the settings of a graph node. A platform in the same process needs no webhooks.',
    );
  }
  const file = await openWebhookFile(config);
  const { log, audit } = await openCommandLog(config);
  const transport = createRestTransport({ ...platform, log });
  try {
    const connector = createConnector({
      transport,
      connections: config.connections,
      resilience: resilienceSettings(config.toolTimeoutMs),
      log,
    });
    const { signal } = new AbortController();
    const conversation = createConversationClient(connector.openSession({ identifier, scopes: allScopes, signal }));
    const { id, name } = await conversation.organization();
    if (id === null) {
      throw new OperatorError('This platform does not support events: organization_get returns no id.');
    }
    await work({ config, platform, conversation, organization: { id, name }, file, audit });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { connectionName } = config.connections.convo;
    throw new OperatorError(
      `${error.tool} failed for ${quote(identifier)} on ${quote(connectionName)}: ${error.message} (${error.code})`,
    );
  } finally {
    await transport.close();
  }
}
