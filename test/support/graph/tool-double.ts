import {
  sendEach,
  type SentCall,
  type Transport,
  type TransportCall,
  withCallbacks,
} from '../../../src/connector/transport.ts';
import { createGate, type Gate } from '../gate.ts';

/** Replaces a tool; `real` calls the tool itself. */
export type StandIn = (call: TransportCall, real: () => Promise<unknown>) => Promise<unknown>;

/** Records every tool call and can fail, delay or rewrite the calls of chosen tools. */
export interface ToolDouble {
  wrap(real: Transport): Transport;
  /** Every call since the last `restore`, in order of arrival. */
  calls: { tool: string; input: unknown; identifier: string }[];
  /** Replaces a tool until `restore`. */
  replace(tool: string, standIn: StandIn): void;
  /** Blocks the matching calls of a tool, by default all; `held` lists the calls it has blocked. */
  block(tool: string, matches?: (call: TransportCall) => boolean): Gate & { held: TransportCall[] };
  /** Runs `work` before each listing of tools until `restore`. */
  beforeListing(work: () => Promise<void>): void;
  /** Restores all tools and clears `calls`. */
  restore(): void;
}

export function createToolDouble(): ToolDouble {
  const standIns = new Map<string, StandIn>();
  const calls: ToolDouble['calls'] = [];
  let listing = async () => {};
  return {
    calls,
    wrap: (real) => ({
      ...real,
      send(sent) {
        const others: SentCall[] = [];
        for (const call of sent) {
          const { tool, input, identifier } = call.request;
          calls.push({ tool: tool.name, input, identifier });
          const standIn = standIns.get(tool.name);
          if (standIn) sendEach((replaced) => standIn(replaced, () => resultOf(real, call)))([call]);
          else others.push(call);
        }
        if (others.length > 0) real.send(others);
      },
      async listTools(account) {
        await listing();
        return real.listTools(account);
      },
    }),
    replace: (tool, standIn) => void standIns.set(tool, standIn),
    block(tool, matches = () => true) {
      const held: TransportCall[] = [];
      const gate = Object.assign(createGate(), { held });
      standIns.set(tool, async (call, real) => {
        if (matches(call)) {
          held.push(call);
          await gate.pass();
        }
        return real();
      });
      return gate;
    },
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

/** Sends a call to the tool itself. */
const resultOf = (real: Transport, call: SentCall) =>
  new Promise<unknown>((succeed, fail) => real.send([withCallbacks(call, { succeed, fail })]));
