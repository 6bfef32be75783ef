import type { Logger } from 'pino';
import { isAccountCode } from '../tools/errors/error-codes.ts';
import { PlatformError } from '../tools/errors/platform-error.ts';

export interface CallTarget {
  connectionName: string;
  identifier: string;
  /** Omitted when tools are listed. */
  toolName?: string;
}

/** Limits the length of logged texts, because clients choose them. */
const shortened = (text: string | undefined) => text?.slice(0, 200);

/**
 * Runs `work`. If it is rejected, logs the caller, the tool and the reason, but never the token or the tool's input.
 * @param options.accountOnly logs only rejections of the account; other errors are results of the tool
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
