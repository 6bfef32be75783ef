import type { Platform } from '../../tools/platform.ts';
import { isRejectionCode } from '../../tools/errors/error-codes.ts';
import { PlatformError } from '../../tools/errors/platform-error.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { sendEach, type Transport } from '../transport.ts';

/** Calls a platform in this process. */
export function createEmbeddedTransport(platform: Platform): Transport {
  return {
    honoursKeys: () => true,
    send: sendEach(async ({ tool, trace: _trace, ...request }) => {
      try {
        return await platform.execute(request);
      } catch (cause) {
        throw errorOf(cause, tool.name);
      }
    }),
    async listTools(request) {
      try {
        return await platform.listTools(request);
      } catch (cause) {
        throw errorOf(cause, 'list_tools');
      }
    },
  };
}

function errorOf(cause: unknown, tool: string): ToolError {
  if (!(cause instanceof PlatformError)) {
    return new ToolError({ code: 'UPSTREAM_ERROR', message: `${tool} failed in the service.`, tool, cause });
  }
  const { code, message, issues, reason } = cause;
  return new ToolError({ code, message, issues, reason, tool, cause, neverArrived: isRejectionCode(code) });
}
