import type { BreakerSettings } from '../settings.ts';
import type { CallOutcome } from './call-outcome.ts';

type WindowSettings = Pick<BreakerSettings, 'window' | 'minimumCalls' | 'failureRate'>;

/**
 * The outcomes of a number of recent calls. They cover a number, not a time, so that a service with few callers is
 * protected as well.
 */
export interface CallWindow<Call> {
  add(call: Call): void;
  clear(): void;
}

/** Decides when the calls of one identifier are paused. */
export interface IdentifierWindow extends CallWindow<CallOutcome> {
  readonly isFailing: boolean;
}

export function createIdentifierWindow({ window, ...settings }: WindowSettings): IdentifierWindow {
  const outcomes: CallOutcome[] = [];
  return {
    add(outcome) {
      outcomes.push(outcome);
      if (outcomes.length > window) outcomes.shift();
    },
    clear: () => void outcomes.splice(0),
    get isFailing() {
      return isFailing(outcomes, (outcome) => outcome !== 'works', settings);
    },
  };
}

export interface IdentifiedCall {
  identifier: string;
  outcome: CallOutcome;
}

/**
 * Why all calls of a connection are paused: because the platform cannot be reached, or because the calls of several
 * callers fail.
 */
export type PauseCause = 'connection' | 'callers';

/** Decides when all calls of a connection are paused. */
export interface ConnectionWindow extends CallWindow<IdentifiedCall> {
  /** Undefined while the connection is not failing. */
  readonly cause: PauseCause | undefined;
  /** The identifier of all calls in the window; undefined if there are several. */
  readonly onlyIdentifier: string | undefined;
}

/**
 * A connection is failing when enough recent calls failed, and the calls of one or two identifiers are not the reason:
 * - Failures of any kind count if they come from at least three identifiers. Each identifier has at most a quarter of
 *   the window, so that a busy caller cannot fill it.
 * - If the calls of fewer identifiers fail, only those count that did not reach the platform, and only if no call gets
 *   through: the latest call of every identifier in the window must have failed to reach it. This is how a connection
 *   with one or two callers is found to be down.
 */
export function createConnectionWindow(settings: BreakerSettings): ConnectionWindow {
  const { window, maxIdentifierShare, minFailingIdentifiers } = settings;
  const maxPerIdentifier = Math.max(1, Math.floor(window * maxIdentifierShare));
  /** Without the limit per identifier: one identifier alone can show that the platform cannot be reached. */
  const outcomes: CallOutcome[] = [];
  const calls: IdentifiedCall[] = [];

  const isBroken = () => {
    const latest = new Map(calls.map(({ identifier, outcome }) => [identifier, outcome]));
    return isFailing(outcomes, isUnreachable, settings) && [...latest.values()].every(isUnreachable);
  };
  const failed = () => calls.filter(({ outcome }) => outcome !== 'works');
  const isFailingForSeveral = () =>
    new Set(failed().map(({ identifier }) => identifier)).size >= minFailingIdentifiers &&
    isFailing(calls, ({ outcome }) => outcome !== 'works', settings);

  return {
    add(call) {
      outcomes.push(call.outcome);
      if (outcomes.length > window) outcomes.shift();
      calls.push(call);
      const own = calls.filter(({ identifier }) => identifier === call.identifier);
      const dropped = own.length > maxPerIdentifier ? own[0] : calls.length > window ? calls[0] : undefined;
      if (dropped) calls.splice(calls.indexOf(dropped), 1);
    },
    clear() {
      outcomes.length = 0;
      calls.length = 0;
    },
    get onlyIdentifier() {
      const only = calls[0]?.identifier;
      return calls.every(({ identifier }) => identifier === only) ? only : undefined;
    },
    get cause() {
      if (isBroken()) return 'connection';
      if (!isFailingForSeveral()) return undefined;
      const unreachable = failed().filter(({ outcome }) => isUnreachable(outcome));
      return 2 * unreachable.length > failed().length ? 'connection' : 'callers';
    },
  };
}

const isUnreachable = (outcome: CallOutcome) => outcome === 'unreachable';

function isFailing<Call>(
  calls: readonly Call[],
  hasFailed: (call: Call) => boolean,
  { minimumCalls, failureRate }: Omit<WindowSettings, 'window'>,
): boolean {
  return calls.length >= minimumCalls && calls.filter((call) => hasFailed(call)).length >= failureRate * calls.length;
}
