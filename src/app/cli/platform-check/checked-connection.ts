import pino from 'pino';
import { readPayload } from '../../../connector/payload.ts';
import type { ConnectionNaming } from '../../../connector/connector.ts';
import type { HttpResponse, PlatformHttp } from '../../../connector/transports/platform-http.ts';
import { readResponse } from '../../../connector/transports/rest-response.ts';
import { errorCodes, isRestCode } from '../../../tools/errors/error-codes.ts';
import { reasonOf } from '../../../tools/errors/operator-error.ts';
import {
  batchContentType,
  executeResponseSchema,
  failureResponseSchema,
  restPaths,
} from '../../../tools/rest-protocol.ts';
import { isSuccess } from '../../../tools/rules/http.ts';
import { issueText, shortened } from '../../../tools/rules/input-issues.ts';
import { parseJson, requestJson } from '../../../tools/rules/json.ts';
import { parseToolInput, type Tool, type ToolInput, type ToolRecord } from '../../../tools/tool.ts';
import type { Findings } from './findings.ts';
import { lostValues } from './lost-values.ts';

interface ConnectionOptions extends ConnectionNaming {
  http: PlatformHttp;
  identifier: string;
  token: () => Promise<string>;
  timeoutMs: number;
  findings: Findings;
}

export type CheckedConnection = ReturnType<typeof createCheckedConnection>;

/** Calls tools with the HTTP client, the checks and the parsers of the graph, and records what is wrong. */
export function createCheckedConnection(options: ConnectionOptions) {
  const { connectionName, toolPrefix, identifier, findings } = options;
  const nameOf = (tool: Pick<Tool, 'name'>) => toolPrefix + tool.name;

  /** Returns a response with status 0 if none came. */
  async function send(path: string, method: 'GET' | 'POST', body?: object): Promise<HttpResponse> {
    try {
      return await options.http.send(
        {
          lane: 'check',
          method,
          path,
          headers: {
            authorization: `Bearer ${await options.token()}`,
            accept: 'application/json',
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: requestJson({ ...body }) }),
        },
        AbortSignal.timeout(options.timeoutMs),
      );
    } catch (error) {
      return { status: 0, body: causeOf(error), retryAfterMs: undefined };
    }
  }

  const execute = (toolName: string, params: object) =>
    send(restPaths.executeTool, 'POST', { tool_name: toolName, params, connector: connectionName, identifier });

  /** Sends calls in one request. @returns the lines of the response, or its body if it failed */
  async function batch(calls: { tool_name: string; params: object }[]) {
    const { promise, resolve, reject } = Promise.withResolvers<{ response: HttpResponse; lines: unknown[] }>();
    const lines: unknown[] = [];
    const authorization = `Bearer ${await options.token()}`;
    const abort = options.http.start(
      {
        lane: 'check',
        method: 'POST',
        path: restPaths.executeTools,
        headers: { authorization, accept: batchContentType, 'content-type': 'application/json' },
        body: requestJson({ connector: connectionName, identifier, calls }),
      },
      {
        onLine(line) {
          lines.push(parseJson(line));
          if (lines.length > calls.length) throw new Error(`more than ${calls.length} lines`);
        },
        onResponse: (response) => resolve({ response, lines }),
        onError: reject,
      },
    );
    const timer = setTimeout(() => {
      abort();
      reject(new Error(`no response within ${options.timeoutMs} ms`));
    }, options.timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  // An overload, because TypeScript cannot relate the tool to its record.
  /** Returns the record that the graph would read. If there is none, records a fault and returns undefined. */
  async function read<T extends Tool>(tool: T, params: ToolInput<T>): Promise<ToolRecord<T> | undefined>;
  async function read(tool: Tool, params: object): Promise<unknown> {
    const name = nameOf(tool);
    const input = parseToolInput(tool, params);
    if ('issues' in input) {
      const text = `the ids of the platform cannot be sent to ${name}: ${issueText(input.issues)}`;
      findings.fault(name, 'shape', text);
      return undefined;
    }
    const sent = `sent ${JSON.stringify(params)}`;
    try {
      const startedAt = performance.now();
      const response = await execute(name, params);
      findings.time(name, performance.now() - startedAt);
      if (!isSuccess(response.status)) {
        findings.fault(name, 'answers', `${sent}; received ${describe(response)}; expected a payload`);
        if (response.status !== 0) for (const fault of failureFaults(response)) findings.fault(name, 'errors', fault);
        return undefined;
      }
      const { data } = readResponse(executeResponseSchema, { response, tool: name });
      findings.ok(name, 'answers');
      const dropped: string[] = [];
      const log = pino({ base: null }, { write: (line: string) => void dropped.push(line) });
      const record = readPayload({ tool: { ...tool, name }, log }, data);
      const unread = dropped.map((line) => {
        const { path, reason }: { path?: string; reason?: string } = JSON.parse(line);
        return `${sent}; received an item at ${path} that cannot be read: ${reason}`;
      });
      const lost = lostValues(data, record).map(
        ({ path, value }) =>
          `${sent}; received ${path} ${value}, which the graph reads as null; expected what output_schema says`,
      );
      findings.judge(name, 'shape', [...unread.slice(0, 3), ...lost.slice(0, 3)]);
      return record;
    } catch (error) {
      const isShape = Reflect.get(Object(error), 'code') === 'MALFORMED_PAYLOAD';
      const reason = reasonOf(error);
      const isNotJson = reason.endsWith('response is not JSON');
      findings.fault(
        name,
        isShape && !isNotJson ? 'shape' : 'answers',
        `${sent}; ${reason}; expected ${isNotJson ? 'JSON, not HTML or text' : 'what output_schema says'}`,
      );
      return undefined;
    }
  }

  return { connectionName, identifier, nameOf, send, execute, batch, read, findings };
}

export const shown = (value: unknown) => shortened(JSON.stringify(value) ?? 'no JSON', 200);

/** The message of an error, or of the failed connection behind it. */
export const causeOf = (error: unknown) =>
  error instanceof Error && error.cause ? reasonOf(error.cause) : reasonOf(error);

export const describe = ({ status, body }: HttpResponse) =>
  status === 0 ? `no response: ${String(body)}` : `status ${status} with ${shown(body)}`;

/** Faults of an error response, apart from a wrong code. */
function failureFaults(response: HttpResponse): string[] {
  const received = `received ${describe(response)}`;
  if (response.body === undefined) return [`${received}; expected JSON, not HTML or text`];
  const { success, data } = failureResponseSchema.safeParse(response.body);
  if (!success) return [`${received}; expected an error with a code and a message`];
  const { code } = data.error;
  if (!isRestCode(code)) return [`${received}; expected a code of the protocol`];
  const { status } = errorCodes[code];
  return status === response.status ? [] : [`${received}; expected status ${status} for ${code}`];
}

/** Returns the faults of a response that must have an error code. */
export function expectCode(code: string, sent: string, response: HttpResponse): string[] {
  const actual = failureResponseSchema.safeParse(response.body).data?.error.code;
  if (actual === code) return failureFaults(response).map((fault) => `${sent}; ${fault}`);
  const reason = isSuccess(response.status) ? [] : failureFaults(response);
  return [`${sent}; ${reason[0] ? `${reason[0]},` : `received ${describe(response)}; expected`} ${code}`];
}
