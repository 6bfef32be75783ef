import type { ConnectionNaming } from '../../../connector/connector.ts';
import type { HttpResponse, PlatformHttp } from '../../../connector/transports/platform-http.ts';
import { errorCodes, isRestCode } from '../../../tools/errors/error-codes.ts';
import { reasonOf } from '../../../tools/errors/operator-error.ts';
import {
  batchContentType,
  failureResponseSchema,
  idempotencyKeyHeader,
  restPaths,
} from '../../../tools/rest-protocol.ts';
import { isSuccess } from '../../../tools/rules/http.ts';
import { shortened } from '../../../tools/rules/input-issues.ts';
import { parseJson, requestJson } from '../../../tools/rules/json.ts';
import type { Tool } from '../../../tools/tool.ts';
import type { Findings } from './findings.ts';

interface ConnectionOptions extends ConnectionNaming {
  http: PlatformHttp;
  identifier: string;
  token: () => Promise<string>;
  timeoutMs: number;
  findings: Findings;
}

export type CheckedConnection = ReturnType<typeof createCheckedConnection>;

/** Calls tools with the HTTP client of the graph. */
export function createCheckedConnection(options: ConnectionOptions) {
  const { connectionName, toolPrefix, identifier, findings } = options;
  const nameOf = (tool: Pick<Tool, 'name'>) => toolPrefix + tool.name;

  /** Returns a response with status 0 if none came. */
  async function send(path: string, method: 'GET' | 'POST', body?: object, key?: string): Promise<HttpResponse> {
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
            ...(key !== undefined && { [idempotencyKeyHeader]: key }),
          },
          ...(body && { body: requestJson({ ...body }) }),
        },
        AbortSignal.timeout(options.timeoutMs),
      );
    } catch (error) {
      return { status: 0, body: causeOf(error), retryAfterMs: undefined };
    }
  }

  const execute = (toolName: string, params: object, idempotencyKey?: string) => {
    const call = { tool_name: toolName, params, connector: connectionName, identifier };
    return send(restPaths.executeTool, 'POST', call, idempotencyKey);
  };

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

  const { honoursKeys } = options.http;
  return { connectionName, identifier, nameOf, send, execute, batch, honoursKeys, findings };
}

export const shown = (value: unknown) => shortened(JSON.stringify(value) ?? 'no JSON', 200);

/** The message of an error, or of the failed connection behind it. */
export const causeOf = (error: unknown) =>
  error instanceof Error && error.cause ? reasonOf(error.cause) : reasonOf(error);

export const describe = ({ status, body }: HttpResponse) =>
  status === 0 ? `no response: ${String(body)}` : `status ${status} with ${shown(body)}`;

/** Faults of an error response, apart from a wrong code. */
export function failureFaults(response: HttpResponse): string[] {
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
