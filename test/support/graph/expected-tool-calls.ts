/** A tool call as `extensions.toolCalls` tells it; `keys` is how many ids of the graph it answers. */
export const called = (tool: string, keys = 1) => ({ tool, keys });

/** So many calls alike. */
export const times = (count: number, call: ReturnType<typeof called>) => Array.from({ length: count }, () => call);
