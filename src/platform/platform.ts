import { z } from 'zod';
import type { Service } from '../tools/service.ts';
import { invalidInput, ToolFailure } from '../tools/tool-failure.ts';
import type { Accounts } from './accounts.ts';

/** A connection as it was set up: its exact name, the service behind it, and the prefix of its tool names. */
export interface Connection {
  connectionName: string;
  toolPrefix: string;
  service: Service;
}

export interface ExecuteRequest {
  connectionName: string;
  identifier: string;
  /** With the connection's prefix. */
  toolName: string;
  input: unknown;
  signal: AbortSignal;
}

/** One tool as tool listing shows it; `name` with the connection's prefix, `inputSchema` as JSON Schema. */
export interface ToolListing {
  name: string;
  description: string;
  readOnly: boolean;
  inputSchema: Record<string, unknown>;
}

/** Answers tool calls: finds the connection, the tool and the account, checks the input, and runs the service. */
export interface Platform {
  /** @throws ToolFailure for everything it refuses; anything else thrown is a fault of the service. */
  execute(request: ExecuteRequest): Promise<unknown>;
  /** @throws ToolFailure `NOT_CONNECTED` when the identifier has no account on the connection. */
  listTools(request: { connectionName: string; identifier: string }): Promise<ToolListing[]>;
}

export function createPlatform({ connections, accounts }: { connections: Connection[]; accounts: Accounts }): Platform {
  const byName = new Map(connections.map((connection) => [connection.connectionName, connection]));

  async function account(connectionName: string, identifier: string) {
    const connection = byName.get(connectionName);
    if (!connection) throw unknownConnection(connectionName);
    const userId = await accounts.userId(connectionName, identifier);
    if (userId === undefined) throw notConnected(connectionName);
    return { connection, userId };
  }

  return {
    async execute({ connectionName, identifier, toolName, input, signal }) {
      const { connection, userId } = await account(connectionName, identifier);
      const { service, toolPrefix } = connection;
      const name = toolName.slice(toolPrefix.length);
      const isKnown = toolName.startsWith(toolPrefix) && Object.hasOwn(service.tools, name);
      const tool = isKnown ? service.tools[name] : undefined;
      if (!tool) throw unknownTool(toolName);
      const checked = tool.input.safeParse(input);
      if (!checked.success) throw invalidInput(issuesOf(checked.error));
      return service.execute(name, checked.data, { userId, signal });
    },
    async listTools({ connectionName, identifier }) {
      const { connection } = await account(connectionName, identifier);
      return Object.values(connection.service.tools).map((tool) => ({
        name: connection.toolPrefix + tool.name,
        description: tool.description,
        readOnly: tool.class === 'read',
        inputSchema: z.toJSONSchema(tool.input, { io: 'input' }),
      }));
    },
  };
}

const unknownConnection = (name: string) =>
  new ToolFailure({
    code: 'NOT_CONNECTED',
    message: `There is no connection named ${JSON.stringify(name)}; the name must match exactly.`,
  });

const notConnected = (name: string) =>
  new ToolFailure({
    code: 'NOT_CONNECTED',
    message: `The caller has no account on the connection ${JSON.stringify(name)}.`,
  });

const unknownTool = (name: string) =>
  new ToolFailure({ code: 'BAD_USER_INPUT', message: `There is no tool named ${JSON.stringify(name)}.` });

const issuesOf = (error: z.ZodError) =>
  error.issues.map((issue) => ({ path: issue.path.map(String), message: issue.message }));
