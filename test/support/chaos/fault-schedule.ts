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

interface ScheduledFault extends Occurrence {
  fault: Fault;
  seen: number;
}

/** Decides which fault applies to which request. */
export interface FaultSchedule {
  /** Adds a fault for a target; among matching faults of a target, the one added last applies. */
  set(target: string, fault: Fault, occurrence?: Occurrence): void;
  /** The fault for the next request; earlier targets take precedence. Undefined if none applies. */
  next(targets: readonly string[], params?: unknown): Fault | undefined;
  clear(): void;
}

/** @param seed makes random faults reproducible */
export function createFaultSchedule(seed: number): FaultSchedule {
  const random = randomFrom(seed);
  const scheduled = new Map<string, ScheduledFault[]>();

  function applies(each: ScheduledFault, params: unknown): boolean {
    if (each.when && !each.when(params)) return false;
    if (each.percent !== undefined && !random.chance(each.percent)) return false;
    const { after = 0, times = Infinity } = each;
    each.seen += 1;
    return each.seen > after && each.seen <= after + times;
  }

  return {
    set(target, fault, occurrence = {}) {
      scheduled.set(target, [{ ...occurrence, fault, seen: 0 }, ...(scheduled.get(target) ?? [])]);
    },
    next: (targets, params) =>
      targets.flatMap((target) => scheduled.get(target) ?? []).find((each) => applies(each, params))?.fault,
    clear: () => scheduled.clear(),
  };
}
