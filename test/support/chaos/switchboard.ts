import { randomFrom } from '../random.ts';
import type { Fault } from './exchange.ts';

/** When a fault applies; always by default. */
export interface Occurrence {
  /** Applies to this many requests, after skipping the first `after`. */
  times?: number;
  after?: number;
  /** Applies at random to this percentage of requests. */
  percent?: number;
  /** Applies only to calls with matching parameters. */
  when?: (params: unknown) => boolean;
}

interface Switch extends Occurrence {
  fault: Fault;
  seen: number;
}

/** Decides which fault applies to which request. */
export interface Switchboard {
  /** Adds a fault for a target; the latest matching one wins. */
  set(target: string, fault: Fault, occurrence?: Occurrence): void;
  /** The fault for a request; undefined for none. */
  next(targets: readonly string[], params?: unknown): Fault | undefined;
  clear(): void;
}

/** @param seed makes random faults reproducible */
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
