import type { Platform } from '../../tools/platform.ts';
import { isRejection } from '../../tools/errors/error-codes.ts';
import { PlatformError } from '../../tools/errors/platform-error.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import type { Transport } from '../transport.ts';
import { untilAborted } from '../../operation/until-aborted.ts';

/** Calls the platform in this process. */
export function createEmbeddedTransport(platform: Platform): Transport {
  return {
    execute: ({ tool, trace: _trace, ...request }) =>
      unlessAborted(() => platform.execute(request), tool.name, request.signal),
    listTools: (request) => unlessAborted(() => platform.listTools(request), 'list_tools', request.signal),
  };
}

async function unlessAborted<Result>(call: () => Promise<Result>, tool: string, signal: AbortSignal): Promise<Result> {
  try {
    return await untilAborted(signal, call);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (!(cause instanceof PlatformError)) {
      throw new ToolError({ code: 'UPSTREAM_ERROR', message: `${tool} failed in the service.`, tool, cause });
    }
    const { code, message, issues, reason } = cause;
    throw new ToolError({ code, message, issues, reason, tool, cause, neverArrived: isRejection(code) });
  }
}
