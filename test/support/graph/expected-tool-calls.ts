/** An entry of `extensions.toolCalls`; `keys` is the number of ids that the call serves. */
export const called = (tool: string, keys = 1) => ({ tool, keys });

/** The same call `count` times. */
export const times = (count: number, call: ReturnType<typeof called>) => Array.from({ length: count }, () => call);
