import type { Logger } from 'pino';
import { isAccountCode } from '../tools/error-codes.ts';
import { PlatformError } from '../tools/platform-error.ts';

/** What was asked of the platform, and for whom. */
export interface Asked {
  connectionName: string;
  identifier: string;
  /** Missing when tools are listed. */
  toolName?: string;
}

/** Names come from outside and may be as long as a request. */
const short = (text: string | undefined) => text?.slice(0, 200);

/**
 * Writes one line for each call that is refused: who asked for what, and why not. Neither the token nor what the tool
 * was to be called with is in it.
 */
export function createRefusalLog(log: Logger | undefined) {
  function write({ connectionName, identifier, toolName }: Asked, { code, message }: PlatformError): void {
    const reason = isAccountCode(code) ? { reason: short(message) } : {};
    const asked = { connection: short(connectionName), identifier: short(identifier), tool: short(toolName) };
    log?.info({ ...asked, code, ...reason }, 'a call was refused');
  }
  async function logging<Result>(
    asked: Asked,
    work: () => Promise<Result>,
    isOurs: (failure: PlatformError) => boolean,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PlatformError && isOurs(error)) write(asked, error);
      throw error;
    }
  }
  return {
    /** Checks of the platform: everything they refuse is written. */
    checking: <Result>(asked: Asked, check: () => Promise<Result>) => logging(asked, check, () => true),
    /** A call of a service: a refusal of the account is written; what a tool answers is its own matter. */
    calling: <Result>(asked: Asked, call: () => Promise<Result>) =>
      logging(asked, call, ({ code }) => isAccountCode(code)),
  };
}
