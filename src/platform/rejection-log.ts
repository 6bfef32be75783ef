import type { Logger } from 'pino';
import { isAccountCode } from '../tools/error-codes.ts';
import { PlatformError } from '../tools/platform-error.ts';

export interface CallTarget {
  connectionName: string;
  identifier: string;
  /** Missing when tools are listed. */
  toolName?: string;
}

/** Bounds names, which clients choose. */
const shortened = (text: string | undefined) => text?.slice(0, 200);

/** Logs rejected calls: caller, tool and reason, never the token or the tool's input. */
export function createRejectionLog(log: Logger | undefined) {
  async function logging<Result>(
    { connectionName, identifier, toolName }: CallTarget,
    work: () => Promise<Result>,
    isLogged: (error: PlatformError) => boolean,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PlatformError && isLogged(error)) {
        const { code, message } = error;
        const target = {
          connection: shortened(connectionName),
          identifier: shortened(identifier),
          tool: shortened(toolName),
        };
        log?.info({ ...target, code, ...(isAccountCode(code) && { reason: shortened(message) }) }, 'call rejected');
      }
      throw error;
    }
  }
  return {
    /** For checks of the platform: logs every rejection. */
    checking: <Result>(target: CallTarget, check: () => Promise<Result>) => logging(target, check, () => true),
    /** For calls of a service: logs rejections of the account only; other errors are results of the tool. */
    calling: <Result>(target: CallTarget, call: () => Promise<Result>) =>
      logging(target, call, ({ code }) => isAccountCode(code)),
  };
}
