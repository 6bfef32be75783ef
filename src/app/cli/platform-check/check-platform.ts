import pino from 'pino';
import { createClientToken } from '../../../connector/transports/client-token.ts';
import { openPlatformHttp } from '../../../connector/transports/platform-http.ts';
import { createPlatformClock, type RestPlatform } from '../../../connector/transports/rest.ts';
import { conversationTools } from '../../../tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../tools/talent/talent-tools.ts';
import type { ConnectorKind, Tool } from '../../../tools/tool.ts';
import type { ConnectionNaming } from '../../../connector/connector.ts';
import { checkConversation } from './check-conversation.ts';
import { checkErrors, checkListing, checkToken, checkTokenUse } from './check-protocol.ts';
import { checkTalent } from './check-talent.ts';
import { checkConversationWrites, checkTalentWrites } from './check-writes.ts';
import { createCheckedConnection } from './checked-connection.ts';
import { createCheckedTools } from './checked-tools.ts';
import { createFindings, type Findings } from './findings.ts';

export interface CheckOptions {
  platform: RestPlatform;
  /** The connections to check. */
  connections: Partial<Record<ConnectorKind, ConnectionNaming>>;
  identifier: string;
  timeoutMs: number;
  /** Whether to call tools that change data, and undo the changes. */
  writes: boolean;
}

export const toolsOf: Record<ConnectorKind, readonly Tool[]> = {
  talent: Object.values(talentTools),
  convo: Object.values(conversationTools),
};

/** Calls a platform as the graph would. */
export async function checkPlatform(options: CheckOptions): Promise<Findings> {
  const { platform, identifier, timeoutMs } = options;
  const findings = createFindings();
  const clock = createPlatformClock(() => new Date());
  const http = openPlatformHttp(platform.url, { startClockReading: clock.startReading });
  const log = pino({ level: 'silent' });
  try {
    const issued = await checkToken({ ...platform, http, timeoutMs, findings });
    if (!issued) return findings;
    const clientToken = createClientToken({ ...platform, http, log });
    const connect = (naming: ConnectionNaming, token: () => Promise<string>) =>
      createCheckedConnection({ ...naming, http, identifier, token, timeoutMs, findings });
    const named = (['talent', 'convo'] as const).flatMap((kind) => {
      const naming = options.connections[kind];
      return naming ? [{ kind, ...naming }] : [];
    });
    const [first] = named;
    if (first) {
      await checkTokenUse(issued, { connect: (token) => connect(first, async () => token), identifier, findings });
    }
    let connected = 0;
    for (const { kind, ...naming } of named) {
      const connection = connect(naming, clientToken.get);
      const listed = await checkListing(connection, identifier);
      if (listed === null) continue;
      connected += 1;
      await checkErrors(connection);
      const missing = toolsOf[kind].filter((tool) => listed?.has(connection.nameOf(tool)) === false);
      const tools = createCheckedTools(connection, (tool) => !missing.includes(tool));
      if (kind === 'talent') await checkTalent(tools);
      else await checkConversation(tools, clock.now());
      if (options.writes) await (kind === 'talent' ? checkTalentWrites : checkConversationWrites)(tools);
      else {
        for (const tool of toolsOf[kind].filter((each) => each.class !== 'read'))
          tools.skip(tool, 'it changes data; use --write', 'answers');
      }
      for (const tool of missing) {
        const name = connection.nameOf(tool);
        if (tool.required) findings.fault(name, 'not in the list of tools, although it is required', 'answers');
        else findings.missing(name);
      }
    }
    if (connected === 0 && findings.list.every(({ verdict }) => verdict !== 'fault')) {
      const names = named.map(({ connectionName }) => JSON.stringify(connectionName));
      findings.fault(
        'account',
        `sent the identifier ${identifier} and the connections ${names.join(' and ')}; received no account; expected one (--identifier, TALENT_CONNECTION, CONVO_CONNECTION)`,
      );
    }
    return findings;
  } finally {
    await http.close();
  }
}
