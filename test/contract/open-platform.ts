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
  const used = /^(PLATFORM_(URL|CLIENT_)|TALENT_|CONVO_|ALLOW_PLAIN_HTTP$)/;
  const { remotePlatform, connections } = readConfig(
    Object.fromEntries(Object.entries(environment).filter(([name]) => used.test(name))),
  );
  if (!remotePlatform) throw new OperatorError('PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET are required.');
  const transport = createRestTransport({ ...remotePlatform, log: pino({ level: 'silent' }) });
  const faults: unknown[] = [];
  for (const { connectionName } of Object.values(connections)) {
    const request = { connectionName, identifier, signal: AbortSignal.timeout(timeLimit(15)) };
    await transport.listTools(request).catch((error: unknown) => faults.push(error));
  }
  const isUnconnected = (fault: unknown) => fault instanceof ToolError && isAccountCode(fault.code);
  const fault = faults.find((each) => !isUnconnected(each)) ?? faults[1];
  if (fault) {
    await transport.close();
    if (!isUnconnected(fault))
      throw new OperatorError(`The platform at ${remotePlatform.url} cannot be tested: ${causeOf(fault)}`);
    const names = 'PLATFORM_IDENTIFIER, TALENT_CONNECTION, CONVO_CONNECTION';
    throw new OperatorError(`${identifier} has no account on the connections (${names}).`);
  }
  const writes = environment['CONTRACT_WRITES'] === '1';
  return { transport, connections, identifier, writes, close: transport.close };
}

const causeOf = (error: unknown): string => {
  const { cause = error } = Object(error);
  return cause instanceof Error ? cause.message : String(cause);
};
