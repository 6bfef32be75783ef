import type { Platform } from '../../platform/platform.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import { ToolError } from '../tool-error.ts';
import type { Transport } from '../transport.ts';

/** Calls the platform in this process. */
export function createEmbeddedTransport(platform: Platform): Transport {
  return {
    execute: ({ tool, ...request }) => unlessAborted(() => platform.execute(request), tool.name, request.signal),
    listTools: (request) => unlessAborted(() => platform.listTools(request), 'list_tools', request.signal),
  };
}

/** The caller stops waiting at once when the operation is aborted, whatever the service does. */
async function unlessAborted<Answer>(ask: () => Promise<Answer>, tool: string, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([ask(), aborted.promise]);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toolError(error, tool);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function toolError(error: unknown, tool: string): ToolError {
  if (error instanceof ToolFailure) {
    const { code, message, issues, reason } = error;
    return new ToolError({ code, message, issues, reason, tool, cause: error });
  }
  return new ToolError({ code: 'UPSTREAM_ERROR', message: `${tool} failed in the service.`, tool, cause: error });
}
