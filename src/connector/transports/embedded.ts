import type { Platform } from '../../tools/platform.ts';
import { PlatformError } from '../../tools/platform-error.ts';
import { ToolError } from '../tool-error.ts';
import type { Transport } from '../transport.ts';
import { untilAborted } from '../until-aborted.ts';

/** Calls the platform in this process. */
export function createEmbeddedTransport(platform: Platform): Transport {
  return {
    execute: ({ tool, ...request }) => unlessAborted(() => platform.execute(request), tool.name, request.signal),
    listTools: (request) => unlessAborted(() => platform.listTools(request), 'list_tools', request.signal),
  };
}

async function unlessAborted<Answer>(ask: () => Promise<Answer>, tool: string, signal: AbortSignal): Promise<Answer> {
  try {
    return await untilAborted(signal, ask);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toolError(error, tool);
  }
}

function toolError(error: unknown, tool: string): ToolError {
  if (error instanceof PlatformError) {
    const { code, message, issues, reason } = error;
    return new ToolError({ code, message, issues, reason, tool, cause: error });
  }
  return new ToolError({ code: 'UPSTREAM_ERROR', message: `${tool} failed in the service.`, tool, cause: error });
}
