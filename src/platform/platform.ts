import type { Logger } from 'pino';
import { parseToolInput } from '../tools/tool.ts';
import { toolSchemas } from '../tools/tool-schemas.ts';
import type { ExecuteRequest, Platform } from '../tools/platform.ts';
import { restPaths } from '../tools/rest-protocol.ts';
import type { Service } from '../tools/service.ts';
import { isAccountCode } from '../tools/errors/error-codes.ts';
import { invalidInput, PlatformError, unknownTool } from '../tools/errors/platform-error.ts';
import { runCall } from './database/pools/call-context.ts';
import { accountError, type Accounts } from './accounts/accounts.ts';

interface PlatformOptions {
  services: readonly Service[];
  accounts: Pick<Accounts, 'find'>;
  /** Omitted when the caller logs every call itself. */
  log?: Logger;
}

export function createPlatform({ services, accounts, log }: PlatformOptions): Platform {
  const byKind = new Map(services.map((service) => [service.kind, service]));

  async function findAccount({ connectionName, identifier, onAccountVersion }: CallTarget) {
    const found = await accounts.find({ connectionName, identifier });
    const service = found && byKind.get(found.connection.kind);
    if (!service) {
      const message = `There is no connection named ${JSON.stringify(connectionName)}; the name must match exactly.`;
      throw new PlatformError({ code: 'NOT_CONNECTED', message });
    }
    const { account, connection } = found;
    if (account.state !== 'ready') throw accountError(account.state, connectionName);
    onAccountVersion?.(account.version);
    return { service, toolPrefix: connection.toolPrefix, token: account.token };
  }

  async function checkCall(request: ExecuteRequest) {
    const { service, toolPrefix, token } = await findAccount(request);
    const { toolName, input, isReadOnly = false } = request;
    const name = toolName.slice(toolPrefix.length);
    const isKnown = toolName.startsWith(toolPrefix) && Object.hasOwn(service.tools, name);
    const tool = isKnown ? service.tools[name] : undefined;
    if (!tool) throw unknownTool(toolName);
    if (isReadOnly && tool.class !== 'read') {
      const remedy = `Call it with ${restPaths.executeTool}.`;
      throw new PlatformError({
        code: 'BAD_USER_INPUT',
        message: `${toolName} changes data, and a batch accepts only read tools. ${remedy}`,
      });
    }
    const parsed = parseToolInput(tool, input);
    if ('issues' in parsed) throw invalidInput(parsed.issues);
    return { service, name, input: parsed.data, token };
  }

  return {
    execute: (request) =>
      runCall(contextOf(request), async () => {
        const { signal, idempotencyKey } = request;
        const { service, name, input, token } = await logRejection({ log, target: request }, () => checkCall(request));
        return logRejection({ log, target: request, accountOnly: true }, () =>
          service.execute(name, input, { token, signal, idempotencyKey }),
        );
      }),
    listTools: (request) =>
      runCall(contextOf(request), async () => {
        const { signal } = request;
        const { service, toolPrefix, token } = await logRejection({ log, target: request }, () => findAccount(request));
        await logRejection({ log, target: request, accountOnly: true }, () => service.authenticate({ token, signal }));
        return Object.values(service.tools).map((tool) => ({
          name: toolPrefix + tool.name,
          description: tool.description,
          readOnly: tool.class === 'read',
          inputSchema: toolSchemas(tool).input,
          outputSchema: toolSchemas(tool).output,
        }));
      }),
  };
}

const contextOf = ({ connectionName, identifier, signal }: CallTarget & { signal: AbortSignal }) => ({
  account: JSON.stringify([connectionName, identifier]),
  signal,
});

interface CallTarget {
  connectionName: string;
  identifier: string;
  /** Omitted when the tools of a connection are listed. */
  toolName?: string;
  onAccountVersion?: ExecuteRequest['onAccountVersion'];
}

/** Shortens a text whose length clients choose. */
const shortened = (text: string | undefined) => text?.slice(0, 200);

/**
 * Logs caller, tool and code of a rejected call, but never the token or the tool's input. Logs the message
 * only for account errors.
 * @param options.accountOnly omits other errors, which are ordinary answers of a service, such as `NOT_FOUND`
 */
async function logRejection<Result>(
  { log, target, accountOnly = false }: { log: Logger | undefined; target: CallTarget; accountOnly?: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError && (!accountOnly || isAccountCode(error.code))) {
      const { code, message } = error;
      const fields = {
        connection: shortened(target.connectionName),
        identifier: shortened(target.identifier),
        tool: shortened(target.toolName),
        code,
        ...(isAccountCode(code) && { reason: shortened(message) }),
      };
      log?.info(fields, 'call rejected');
    }
    throw error;
  }
}
