import pino from 'pino';
import { openEmbeddedUpstream } from '../../../src/app/embedded-upstream.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import type { ExecuteRequestBody, ToolsResponse } from '../../../src/tools/rest-protocol.ts';

/** Results of the embedded platform with demo data. Each distinct call runs once; all identifiers get the same result. */
export interface Recording {
  /** The payload of a tool call as JSON, from memory if the call was made before. */
  payloadOf(call: Pick<ExecuteRequestBody, 'connector' | 'tool_name' | 'params'>): Promise<string>;
  /** Returns the tools of a connection. */
  toolsOf(connectionName: string): Promise<ToolsResponse['tools']>;
}

export async function openRecording(): Promise<Recording> {
  const config = readConfig({ DATA_DIR: 'memory', LOG_LEVEL: 'silent' });
  const database = await openDatabase('memory');
  const { platformApi } = await openEmbeddedUpstream({ config, log: pino({ level: 'silent' }), database });
  if (!platformApi) throw new Error('The embedded upstream has no platform.');
  const { platform } = platformApi;
  const account = { identifier: config.developmentIdentifier, signal: new AbortController().signal };
  const payloads = new Map<string, Promise<string>>();
  return {
    payloadOf({ connector: connectionName, tool_name: toolName, params: input }) {
      const key = JSON.stringify([toolName, input]);
      const payload =
        payloads.get(key) ??
        platform.execute({ ...account, connectionName, toolName, input }).then((result) => JSON.stringify(result));
      payloads.set(key, payload);
      return payload;
    },
    async toolsOf(connectionName) {
      const tools = await platform.listTools({ ...account, connectionName });
      return tools.map(({ name, description, readOnly, inputSchema }) => ({
        name,
        description,
        read_only: readOnly,
        input_schema: inputSchema,
      }));
    },
  };
}
