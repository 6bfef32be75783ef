import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { errorCodes, type RestErrorCode, restCodes } from '../../tools/errors/error-codes.ts';
import { type FailureResponse, toolsResponseSchema } from '../../tools/rest-protocol.ts';
import type { ConnectorKind, Tool } from '../../tools/tool.ts';
import type { ConnectionNaming } from '../connector.ts';
import { type SentCall, type Transport, withCallbacks } from '../transport.ts';
import { toolSchemas } from '../../tools/tool-schemas.ts';
import type { HttpResponse } from './platform-http.ts';
import { endCall, readResponse } from './rest-response.ts';
import { conversationTools } from '../../tools/conversation/conversation-tools.ts';
import { talentTools } from '../../tools/talent/talent-tools.ts';

interface SimulatedOptions {
  simulation: Simulation;
  connections: Partial<Record<ConnectorKind, Pick<ConnectionNaming, 'connectionName'>>>;
}

/** Makes calls fail as on a remote platform, or delays them and removes optional fields from their payloads. */
export function createSimulatedTransport(
  transport: Transport,
  { simulation, connections }: SimulatedOptions,
): Transport {
  /** Returns the call in an array, or an empty array if the simulation makes it fail. */
  function simulate(call: SentCall): SentCall[] {
    const { tool } = call.request;
    const { code, delayMs = 0, isLean = false } = simulation(tool);
    const later = (end: () => void) => {
      const timer = setTimeout(end, delayMs);
      call.onAbort = () => clearTimeout(timer);
    };
    if (code) {
      later(() => endCall(call, failureOf(code, { tool: tool.name, input: call.request.input })));
      return [];
    }
    return [
      withCallbacks(call, {
        succeed: (payload) => later(() => call.succeed(isLean ? leanPayload(tool, payload) : payload)),
        fail: (error) => later(() => call.fail(error)),
      }),
    ];
  }

  return {
    ...transport,
    send(calls) {
      const executed = calls.flatMap(simulate);
      if (executed.length > 0) transport.send(executed);
    },
    async listTools(request) {
      const connector = connections.talent?.connectionName === request.connectionName ? 'talent' : 'convo';
      const { code, delayMs = 0 } = simulation({ connector, name: 'list_tools' });
      await wait(delayMs, undefined, { signal: request.signal });
      // Reading the response of a failure throws its error.
      if (code)
        readResponse(toolsResponseSchema, { response: failureOf(code, { tool: 'list_tools' }), tool: 'list_tools' });
      return transport.listTools(request);
    },
  };
}

const retryAfterMs = 1_000;

/** The response of a platform that rejects a call. For `BAD_USER_INPUT`, an issue names the first parameter. */
function failureOf(code: RestErrorCode, { tool, input }: { tool: string; input?: unknown }): HttpResponse {
  const [parameter] = Object.keys(Object(input));
  const body: FailureResponse = {
    error: {
      code,
      message: `${tool} failed with ${code}, simulated by the header x-simulate.`,
      ...(code === 'BAD_USER_INPUT' &&
        parameter !== undefined && { issues: [{ path: [parameter], message: 'is rejected by the simulation' }] }),
      ...(code === 'RATE_LIMITED' && { retry_after_ms: retryAfterMs }),
    },
  };
  return { status: errorCodes[code].status, body, retryAfterMs: undefined };
}

/** Copies the payload of a tool without its optional fields. */
export const leanPayload = (tool: Tool, payload: unknown): unknown => requiredParts(payload, toolSchemas(tool).output);

type JsonSchema = z.core.JSONSchema._JSONSchema;

function requiredParts(value: unknown, schema: JsonSchema | undefined): unknown {
  if (typeof value !== 'object' || value === null || typeof schema !== 'object') return value;
  const { anyOf, items, properties, required } = schema;
  if (anyOf)
    return requiredParts(
      value,
      anyOf.find((option) => option.type !== 'null'),
    );
  if (Array.isArray(value)) return value.map((item) => requiredParts(item, Array.isArray(items) ? undefined : items));
  if (!properties) return value;
  const requiredFields = Object.entries(value).filter(([name]) => required?.includes(name));
  return Object.fromEntries(requiredFields.map(([name, part]) => [name, requiredParts(part, properties[name])]));
}

interface SimulatedAnswer {
  /** Error code of the call, which is then not executed. */
  code?: RestErrorCode;
  delayMs?: number;
  /** Whether the payload lacks its optional fields. */
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

const allTools = '*';

const knownTargets = ['talent', 'convo', ...Object.keys(talentTools), ...Object.keys(conversationTools)];

interface SimulationFault {
  /** A predicate, such as `must be …`, whose subject is the name of the header. */
  message: string;
  known: readonly string[];
}

/**
 * Parses states, separated by commas: `lean, talent=expired, signals_list=RATE_LIMITED`. A state without a target
 * applies to all tools. The state of a tool overrides that of its connector, which overrides that of all tools.
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
