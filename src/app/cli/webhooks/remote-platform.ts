import { type Audit } from '../../log/audit.ts';
import type { Config } from '../../config/config.ts';
import { createConnector } from '../../../connector/connector.ts';
import {
  type ConversationClient,
  createConversationClient,
} from '../../../connector/conversation/conversation-client.ts';
import { resilienceSettings } from '../../../connector/resilience/settings.ts';
import { allScopes } from '../../../tools/scope.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { createRestTransport } from '../../../connector/transports/rest.ts';
import { openCommandLog, quote, readOwnConfig } from '../command.ts';
import { openWebhookFile, type WebhookFile } from './webhook-file.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export interface RemotePlatform {
  config: Config;
  platform: NonNullable<Config['remotePlatform']>;
  conversation: ConversationClient;
  /** The organization of the caller. */
  organization: { id: string; name: string };
  file: WebhookFile;
  audit: Audit;
}

/**
 * Calls the remote platform of a graph node on behalf of a caller, for the duration of a command.
 * @throws OperatorError if no remote platform is configured, or a tool call fails
 */
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
