import type { Audit } from '../../log/audit.ts';
import type { Config } from '../../config/config.ts';
import { createConnector } from '../../../connector/connector.ts';
import {
  type ConversationClient,
  createConversationClient,
} from '../../../connector/conversation/conversation-client.ts';
import { resilienceSettings } from '../../../connector/resilience/settings.ts';
import { allScopes } from '../../../tools/tool.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { createRestTransport } from '../../../connector/transports/rest.ts';
import { openCommandLog, quote, readOwnConfig } from '../command.ts';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder, readIfExists, replaceFile } from '../../../infrastructure/storage/owner-file.ts';
import { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export interface RemotePlatform {
  config: Config;
  platform: NonNullable<Config['remotePlatform']>;
  conversation: ConversationClient;
  organization: { id: string; name: string };
  file: WebhookFile;
  audit: Audit;
}

/** @throws OperatorError if no remote platform is configured, or a tool call fails */
export async function withRemotePlatform(
  identifier: string,
  work: (remote: RemotePlatform) => Promise<void>,
): Promise<void> {
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

const storedWebhook = z.object({
  platform: z.string(),
  organization: z.string(),
  trigger: z.enum(webhookTriggers),
  /** Contains a token. */
  url: z.string(),
  id: z.string(),
});

type StoredWebhook = z.output<typeof storedWebhook>;

const contentSchema = z.object({ webhooks: z.array(storedWebhook) });

/** Stores the ids of the webhooks that this node created, because no tool lists them. */
async function openWebhookFile({ database }: Pick<Config, 'database'>) {
  if (typeof database !== 'object' || !('dataDir' in database)) {
    throw new OperatorError('DATA_DIR is memory, so the ids of the webhooks cannot be stored. Set it to a folder.');
  }
  const file = join(database.dataDir, 'webhook-receiver.json');
  let webhooks = await readWebhooks(file);

  async function replace(next: StoredWebhook[]): Promise<void> {
    await makeFolder(dirname(file));
    await replaceFile(file, `${JSON.stringify({ webhooks: next }, null, 2)}\n`);
    webhooks = next;
  }

  return {
    path: file,
    of: (owner: Pick<StoredWebhook, 'platform' | 'organization'>) =>
      webhooks.filter(
        ({ platform, organization }) => platform === owner.platform && organization === owner.organization,
      ),
    add: (webhook: StoredWebhook) => replace([...webhooks, webhook]),
    remove: (removed: StoredWebhook) => replace(webhooks.filter((webhook) => webhook !== removed)),
  };
}

type WebhookFile = Awaited<ReturnType<typeof openWebhookFile>>;

async function readWebhooks(file: string): Promise<StoredWebhook[]> {
  const content = await readIfExists(file);
  if (!content) return [];
  try {
    return contentSchema.parse(JSON.parse(content.toString())).webhooks;
  } catch {
    throw new OperatorError(`${file} is damaged. Restore it, or delete it and remove the webhooks on the platform.`);
  }
}
