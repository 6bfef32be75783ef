import { z } from 'zod';
import type { ServiceCall, ToolHandlers } from '../tools/service.ts';
import type { Tool } from '../tools/tool.ts';

/** Runs a handler by the name of its tool: the one place where input of an unknown type gets the handler's own. */
export function toolRunner<Tools extends Record<string, Tool>>(tools: Tools, handlers: ToolHandlers<Tools>) {
  return <Name extends keyof Tools>(name: Name, input: unknown, call: ServiceCall) => {
    const tool: Tools[Name] = tools[name];
    return handlers[name](z.parse<Tools[Name]['input']>(tool.input, input), call);
  };
}
