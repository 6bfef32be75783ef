import type { Service, ServiceAccess, ServiceCall, ToolHandlers } from '../../tools/service.ts';
import { parseToolInput, type Tool } from '../../tools/tool.ts';
import { invalidInput, PlatformError, unknownTool } from '../../tools/errors/platform-error.ts';
import { isDataError } from '../database/sql-state.ts';
import type { ServiceKeys } from './keys/service-keys.ts';

interface ToolRunnerOptions<Tools extends Record<string, Tool>> {
  tools: Tools;
  handlers: ToolHandlers<Tools>;
  keys: ServiceKeys;
}

export function toolRunner<Tools extends Record<string, Tool>>({
  tools,
  handlers,
  keys,
}: ToolRunnerOptions<Tools>): Pick<Service, 'authenticate' | 'execute'> {
  const isTool = (name: string): name is keyof Tools & string => Object.hasOwn(tools, name);
  const run = <Name extends keyof Tools>(name: Name, input: unknown, call: ServiceCall) => {
    const tool: Tools[Name] = tools[name];
    const parsed = parseToolInput(tool, input);
    if ('issues' in parsed) throw invalidInput(parsed.issues);
    return handlers[name](parsed.data, call);
  };
  async function authenticate({ token, signal }: ServiceAccess): Promise<ServiceCall> {
    signal.throwIfAborted();
    const userId = await keys.authenticate(token);
    signal.throwIfAborted();
    return { userId, signal };
  }
  return {
    authenticate,
    async execute(toolName, input, access) {
      const call = await authenticate(access);
      if (!isTool(toolName)) {
        throw unknownTool(toolName);
      }
      try {
        return await run(toolName, input, call);
      } catch (error) {
        throw isDataError(error) ? unstorableInput(error) : error;
      }
    },
  };
}

/** PostgreSQL's message contains the value but not the name of the parameter, so it is only attached as the cause. */
const unstorableInput = (cause: unknown) =>
  new PlatformError({
    code: 'BAD_USER_INPUT',
    message: 'A value is out of the range that the service can store or compare.',
    cause,
  });
