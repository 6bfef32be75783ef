import type { Transport, TransportCall } from '../../../src/connector/transport.ts';

/** Answers in the place of a tool; `real` asks the tool itself. */
export type StandIn = (call: TransportCall, real: () => Promise<unknown>) => Promise<unknown>;

/** Lets a test see every tool call, and fail, hold or rewrite those of chosen tools. */
export interface ToolDouble {
  /** The transport over the one that reaches the tools. */
  wrap(real: Transport): Transport;
  /** Every call since the last `restore`, in order of arrival. */
  calls: { tool: string; input: unknown; identifier: string }[];
  /** From now on `standIn` answers for the tool. */
  replace(tool: string, standIn: StandIn): void;
  /** From now on tool listing does this first. */
  beforeListing(work: () => Promise<void>): void;
  /** Every tool answers for itself again, and nothing has been called. */
  restore(): void;
}

export function createToolDouble(): ToolDouble {
  const standIns = new Map<string, StandIn>();
  const calls: ToolDouble['calls'] = [];
  let listing = async () => {};
  return {
    calls,
    wrap: (real) => ({
      async execute(call) {
        const { tool, input, identifier } = call;
        calls.push({ tool: tool.name, input, identifier });
        const standIn = standIns.get(tool.name);
        return standIn ? standIn(call, () => real.execute(call)) : real.execute(call);
      },
      async listTools(account) {
        await listing();
        return real.listTools(account);
      },
    }),
    replace: (tool, standIn) => void standIns.set(tool, standIn),
    beforeListing: (work) => {
      listing = work;
    },
    restore() {
      standIns.clear();
      calls.length = 0;
      listing = async () => {};
    },
  };
}
