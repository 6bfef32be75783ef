import pino from 'pino';
import { readConfig } from '../../src/app/config/config.ts';
import type { Transport } from '../../src/connector/transport.ts';
import { createRestTransport } from '../../src/connector/transports/rest.ts';
import { isAccountCode } from '../../src/tools/errors/error-codes.ts';
import { OperatorError, reasonOf } from '../../src/tools/errors/operator-error.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { toolsByName } from '../platform/golden/golden-calls.ts';
import { timeLimit } from '../support/time-limit.ts';

/** A platform, and how to reach it. */
export type ContractTarget = Awaited<ReturnType<typeof openPlatform>>;

/** Connects to the platform that the variables name. @throws OperatorError if it is unusable */
export async function openPlatform(environment: Record<string, string | undefined>) {
  const identifier = environment['PLATFORM_IDENTIFIER'];
  // The other variables of the graph need not be valid here.
  const used = /^(PLATFORM_(URL|CLIENT_)|TALENT_|CONVO_|ALLOW_PLAIN_HTTP$)/;
  const variables = Object.entries(environment).filter(([name]) => used.test(name));
  const { remotePlatform, connections } = readConfig(Object.fromEntries(variables));
  if (!remotePlatform || !identifier) {
    throw new OperatorError(
      'Set PLATFORM_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET and PLATFORM_IDENTIFIER, the user on whose behalf to call.',
    );
  }
  const { close, ...rest } = createRestTransport({ ...remotePlatform, log: pino({ level: 'silent' }) });
  const transport: Transport = rest;
  /** Names of the tools that the platform has or must have, with their prefixes. */
  const tools = new Set<string>();
  try {
    for (const [connector, { connectionName, toolPrefix }] of Object.entries(connections)) {
      const request = { connectionName, identifier, signal: AbortSignal.timeout(timeLimit(15)) };
      const listed = await transport.listTools(request).catch((error: unknown) => {
        if (!(error instanceof ToolError && isAccountCode(error.code))) throw error;
      });
      if (!listed) continue;
      const required = Object.values<Tool>(toolsByName).filter((tool) => tool.required && tool.connector === connector);
      for (const { name } of listed) tools.add(name);
      for (const { name } of required) tools.add(toolPrefix + name);
    }
    if (tools.size === 0) {
      const names = 'PLATFORM_IDENTIFIER, TALENT_CONNECTION, CONVO_CONNECTION';
      throw new OperatorError(`${identifier} has no account on the connections (${names}).`);
    }
  } catch (error) {
    await close();
    if (error instanceof OperatorError) throw error;
    const reason = reasonOf(Object(error).cause ?? error);
    throw new OperatorError(`The platform at ${remotePlatform.url} cannot be tested: ${reason}`);
  }
  const writes = environment['CONTRACT_WRITES'] === '1';
  return { transport, connections, identifier, tools, writes, isBatched: false, close };
}
