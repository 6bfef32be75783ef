import { z } from 'zod';
import type { Service, ServiceCall, ToolHandlers } from '../tools/service.ts';
import type { Tool } from '../tools/tool.ts';
import { ToolFailure } from '../tools/tool-failure.ts';
import { refuseNul } from './refuse-nul.ts';

/** Runs a handler by the name of its tool: the one place where input of an unknown type gets the handler's own. */
export function toolRunner<Tools extends Record<string, Tool>>(
  tools: Tools,
  handlers: ToolHandlers<Tools>,
): Service['execute'] {
  const isTool = (name: string): name is keyof Tools & string => Object.hasOwn(tools, name);
  const run = <Name extends keyof Tools>(name: Name, input: unknown, call: ServiceCall) => {
    const tool: Tools[Name] = tools[name];
    return handlers[name](z.parse<Tools[Name]['input']>(tool.input, input), call);
  };
  return async (toolName, input, call) => {
    if (!isTool(toolName)) {
      throw new ToolFailure({
        code: 'BAD_USER_INPUT',
        message: `There is no tool named ${JSON.stringify(toolName)}.`,
      });
    }
    call.signal.throwIfAborted();
    refuseNul(input);
    return run(toolName, input, call);
  };
}
