import { conversationTools } from '../../tools/conversation/conversation-tools.ts';
import { type RestErrorCode, restCodes } from '../../tools/errors/error-codes.ts';
import { talentTools } from '../../tools/talent/talent-tools.ts';
import type { Tool } from '../../tools/tool.ts';

interface SimulatedAnswer {
  /** Fails the call in place of executing it. */
  code?: RestErrorCode;
  /** Delays the answer. */
  delayMs?: number;
  /** Leaves out the optional fields of the payload. */
  isLean?: boolean;
}

/** Returns how a simulated platform answers the calls of a tool. */
export type Simulation = (tool: Pick<Tool, 'connector' | 'name'>) => SimulatedAnswer;

const states: Readonly<Record<string, SimulatedAnswer>> = {
  lean: { isLean: true },
  expired: { code: 'CONNECTION_EXPIRED' },
  ...Object.fromEntries(restCodes.map((code) => [code, { code }])),
};

const knownStates = ['slow:<milliseconds, at most 999999>', ...Object.keys(states)];

/** The target of a state without a target. */
const allTools = '*';

const knownTargets = ['talent', 'convo', ...Object.keys(talentTools), ...Object.keys(conversationTools)];

interface SimulationFault {
  /** A message completes a sentence whose subject is the name of the header. */
  message: string;
  known: readonly string[];
}

/**
 * Parses states, separated by commas: `lean, talent=expired, signals_list=RATE_LIMITED`. A state without a target applies
 * to all tools. The state of a tool overrides that of its connector, which overrides that of all tools.
 */
export function parseSimulation(text: string): { simulation: Simulation } | { fault: SimulationFault } {
  const answers = new Map<string, SimulatedAnswer>();
  for (const [index, entry] of text.split(',').entries()) {
    const { target, state } = partsOf(entry);
    const answer = parseState(state);
    if (!answer) {
      const message = `must consist of ${knownStates.join(', ')}; its entry ${index + 1} has none of these states`;
      return { fault: { message, known: knownStates } };
    }
    if (target !== allTools && !knownTargets.includes(target)) {
      const message = `must name talent, convo or a tool before the =; its entry ${index + 1} names neither`;
      return { fault: { message, known: knownTargets } };
    }
    answers.set(target, { ...answers.get(target), ...answer });
  }
  const simulation: Simulation = ({ connector, name }) => ({
    ...answers.get(allTools),
    ...answers.get(connector),
    ...answers.get(name),
  });
  return { simulation };
}

function partsOf(entry: string) {
  const end = entry.indexOf('=');
  const target = end === -1 ? allTools : entry.slice(0, end).trim();
  return { target, state: entry.slice(end + 1).trim() };
}

function parseState(state: string): SimulatedAnswer | undefined {
  const [, delay] = /^slow:(\d{1,6})$/.exec(state) ?? [];
  if (delay !== undefined) return { delayMs: Number(delay) };
  return Object.hasOwn(states, state) ? states[state] : undefined;
}
