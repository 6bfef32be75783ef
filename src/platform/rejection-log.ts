import type { Logger } from 'pino';
import { isAccountCode } from '../tools/errors/error-codes.ts';
import { PlatformError } from '../tools/errors/platform-error.ts';

export interface CallTarget {
  connectionName: string;
  identifier: string;
  /** Omitted when the tools of a connection are listed. */
  toolName?: string;
}

/** Shortens a text for the log, because clients choose its length. */
const shortened = (text: string | undefined) => text?.slice(0, 200);

/**
 * Runs `work`. If it fails with a `PlatformError`, logs the caller, the tool and the error code, but never the token or
 * the tool's input. For account errors, also logs the message.
 * @param options.accountOnly whether to log account errors only, because all other errors are results of the tool
 */
export async function logRejection<Result>(
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
