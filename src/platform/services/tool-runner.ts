import type { Service, ServiceAccess, ServiceCall, ToolHandlers } from '../../tools/service.ts';
import { parseToolInput, type Tool } from '../../tools/tool.ts';
import { invalidInput, PlatformError, unknownTool } from '../../tools/errors/platform-error.ts';
import { isDataError } from '../database/sql-state.ts';
import type { ServiceKeys } from './keys/service-keys.ts';
import { digestOf } from './run-once.ts';

interface ToolRunnerOptions<Tools extends Record<string, Tool>> {
  tools: Tools;
  handlers: ToolHandlers<Tools>;
  keys: ServiceKeys;
}

type KeyedCall = ServiceCall & Pick<ServiceAccess, 'idempotencyKey'>;

/** The part that all services share: authenticates a call, parses its input and runs the handler of its tool. */
export function toolRunner<Tools extends Record<string, Tool>>({
  tools,
  handlers,
  keys,
}: ToolRunnerOptions<Tools>): Pick<Service, 'authenticate' | 'execute'> {
  const isTool = (name: string): name is keyof Tools & string => Object.hasOwn(tools, name);
  const run = <Name extends keyof Tools>(name: Name, input: unknown, { idempotencyKey: key, ...call }: KeyedCall) => {
    const tool: Tools[Name] = tools[name];
    const parsed = parseToolInput(tool, input);
    if ('issues' in parsed) throw invalidInput(parsed.issues);
    if (key === undefined) return handlers[name](parsed.data, call);
    const once = { service: tool.connector, key, digest: digestOf([tool.name, input]) };
    return handlers[name](parsed.data, { ...call, once });
  };
  async function authenticate({ token, signal }: ServiceAccess): Promise<ServiceCall> {
    signal.throwIfAborted();
    const owner = await keys.authenticate(token);
    signal.throwIfAborted();
    return { ...owner, signal };
  }
  return {
    authenticate,
    async execute(toolName, input, { idempotencyKey, ...access }) {
      const call = await authenticate(access);
      if (!isTool(toolName)) {
        throw unknownTool(toolName);
      }
      try {
        return await run(toolName, input, { ...call, idempotencyKey });
      } catch (error) {
        throw isDataError(error) ? unstorableInput(error) : error;
      }
    },
  };
}

/** PostgreSQL's message names the value but not the parameter, so the message is only attached as the cause. */
const unstorableInput = (cause: unknown) =>
  new PlatformError({
    code: 'BAD_USER_INPUT',
    message: 'A value is out of the range that the service can store or compare.',
    cause,
  });
