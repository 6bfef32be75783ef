import type { Logger } from 'pino';
import {
  executeAnswerSchema,
  type ExecuteRequestBody,
  restPaths,
  toolsAnswerSchema,
} from '../../tools/rest-protocol.ts';
import type { Transport } from '../transport.ts';
import { createClientToken } from './client-token.ts';
import { type HttpAnswer, type HttpRequest, openPlatformHttp } from './platform-http.ts';
import { thrownError } from './rest-failure.ts';
import { readAnswer } from './rest-answer.ts';

export interface RestPlatform {
  /** Of the platform; may have a path. */
  url: string;
  clientId: string;
  clientSecret: string;
}

export interface RestTransport extends Transport {
  /** Ends all connections, and the calls on them. */
  close(): Promise<void>;
}

type Asking = Omit<HttpRequest, 'headers' | 'signal'>;

/** Calls a platform elsewhere by its REST protocol. */
export function createRestTransport({
  url,
  clientId,
  clientSecret,
  log,
}: RestPlatform & { log: Logger }): RestTransport {
  const http = openPlatformHttp(url);
  const clientToken = createClientToken({ http, clientId, clientSecret, log });

  async function send(asking: Asking, signal: AbortSignal): Promise<HttpAnswer> {
    const token = await clientToken.get(signal);
    const answer = await http.send({
      ...asking,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(asking.body !== undefined && { 'content-type': 'application/json' }),
      },
      signal,
    });
    if (answer.status === 401) clientToken.drop(token);
    return answer;
  }

  /** @param isRead may be sent a second time, with a new token */
  async function ask(asking: Asking, { tool, isRead, signal }: { tool: string; isRead: boolean; signal: AbortSignal }) {
    try {
      signal.throwIfAborted();
      const answer = await send(asking, signal);
      return answer.status === 401 && isRead ? await send(asking, signal) : answer;
    } catch (error) {
      throw thrownError(error, { tool, signal });
    }
  }

  return {
    async execute({ connectionName, identifier, tool, toolName, input, signal }) {
      const body = { tool_name: toolName, params: input, connector: connectionName, identifier };
      const lane = laneOf(connectionName);
      const asking = { lane, method: 'POST', path: restPaths.executeTool, body: toJson(body) } as const;
      const answer = await ask(asking, { tool: tool.name, isRead: tool.class === 'read', signal });
      return readAnswer(executeAnswerSchema, { answer, tool: tool.name }).data;
    },
    async listTools({ connectionName, identifier, signal }) {
      const query = new URLSearchParams({ connector: connectionName, identifier });
      const lane = laneOf(connectionName);
      const asking = { lane, method: 'GET', path: `${restPaths.tools}?${query}` } as const;
      const answer = await ask(asking, { tool: 'list_tools', isRead: true, signal });
      return readAnswer(toolsAnswerSchema, { answer, tool: 'list_tools' }).tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        readOnly: tool.read_only,
        inputSchema: tool.input_schema,
      }));
    },
    close: () => http.close(),
  };
}

/** A connection that hangs keeps no other waiting, nor the token. */
const laneOf = (connectionName: string) => `connection ${connectionName}`;

/** Without what is undefined, in lists as well, where JSON would have null; times as ISO 8601. */
const toJson = (body: Record<keyof ExecuteRequestBody, unknown>): string =>
  JSON.stringify(body, (_, value: unknown) =>
    Array.isArray(value) ? value.filter((item) => item !== undefined) : value,
  );
