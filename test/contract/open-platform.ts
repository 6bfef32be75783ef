import pino from 'pino';
import { readConfig } from '../../src/app/config/config.ts';
import { createRestTransport } from '../../src/connector/transports/rest.ts';
import { isAccountCode } from '../../src/tools/errors/error-codes.ts';
import { OperatorError } from '../../src/tools/errors/operator-error.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { timeLimit } from '../support/time-limit.ts';
import type { ContractTarget } from './contract-caller.ts';

type Environment = Record<string, string | undefined>;

/**
 * Opens the platform that the variables of the graph name.
 *
 * @throws OperatorError if it cannot be reached, or if it rejects the client or the identifier
 */
export async function openPlatform(environment: Environment): Promise<ContractTarget> {
  const identifier = environment['PLATFORM_IDENTIFIER'];
  if (!environment['PLATFORM_URL'] || !identifier) {
    throw new OperatorError(
      'Set PLATFORM_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET and PLATFORM_IDENTIFIER, the user on whose behalf to call.',
    );
  }
  // The other variables of the graph need not be valid here.
  const names = /^(PLATFORM_(URL|CLIENT_)|TALENT_|CONVO_|ALLOW_PLAIN_HTTP$)/;
  const { remotePlatform, connections } = readConfig(
    Object.fromEntries(Object.entries(environment).filter(([name]) => names.test(name))),
  );
  if (!remotePlatform) throw new OperatorError('PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET are required.');
  const transport = createRestTransport({ ...remotePlatform, log: pino({ level: 'silent' }) });
  const faults: ToolError[] = [];
  for (const { connectionName } of Object.values(connections)) {
    const request = { connectionName, identifier, signal: AbortSignal.timeout(timeLimit(15)) };
    await transport.listTools(request).catch((error: unknown) => faults.push(toToolError(error)));
  }
  const fault = faults.find(({ code }) => !isAccountCode(code)) ?? (faults.length > 1 ? faults[0] : undefined);
  if (fault) {
    await transport.close();
    throw new OperatorError(sentenceOf(fault, { url: remotePlatform.url, identifier }));
  }
  return {
    transport,
    connections,
    identifier,
    writes: environment['CONTRACT_WRITES'] === '1',
    rest: remotePlatform,
    close: transport.close,
  };
}

const toToolError = (error: unknown) =>
  error instanceof ToolError
    ? error
    : new ToolError({ code: 'UPSTREAM_ERROR', message: String(error), tool: 'list_tools' });

function sentenceOf(
  { code, message, cause }: ToolError,
  { url, identifier }: { url: string; identifier: string },
): string {
  if (isAccountCode(code)) {
    return `${identifier} has no account on the connections (PLATFORM_IDENTIFIER, TALENT_CONNECTION, CONVO_CONNECTION).`;
  }
  const reason = cause instanceof Error ? cause.message : message;
  return `The platform at ${url} cannot be tested: ${reason}`;
}
