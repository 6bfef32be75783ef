import { randomFrom } from '../random.ts';
import type { Fault } from './exchange.ts';

/** When a fault happens. Always, when nothing is said. */
export interface Occurrence {
  /** For the next so many requests, of which the first `after` are spared. */
  times?: number;
  after?: number;
  /** By chance, in so many of a hundred requests. */
  percent?: number;
  /** Only where the parameters of the call are such. */
  when?: (params: unknown) => boolean;
}

interface Switch extends Occurrence {
  fault: Fault;
  seen: number;
}

/** Which requests go wrong, and how. */
export interface Switchboard {
  /** From now on, requests for the target go wrong so; of several switches that fit, the latest decides. */
  set(target: string, fault: Fault, occurrence?: Occurrence): void;
  /** The fault that this request meets; nothing when it is answered well. */
  next(targets: readonly string[], params?: unknown): Fault | undefined;
  clear(): void;
}

/** @param seed the same seed gives the same chances in the same order */
export function createSwitchboard(seed: number): Switchboard {
  const random = randomFrom(seed);
  const switches = new Map<string, Switch[]>();

  function strikes(each: Switch, params: unknown): boolean {
    if (each.when && !each.when(params)) return false;
    if (each.percent !== undefined && !random.chance(each.percent)) return false;
    const { after = 0, times = Infinity } = each;
    each.seen += 1;
    return each.seen > after && each.seen <= after + times;
  }

  return {
    set(target, fault, occurrence = {}) {
      switches.set(target, [{ ...occurrence, fault, seen: 0 }, ...(switches.get(target) ?? [])]);
    },
    next: (targets, params) =>
      targets.flatMap((target) => switches.get(target) ?? []).find((each) => strikes(each, params))?.fault,
    clear: () => switches.clear(),
  };
}
