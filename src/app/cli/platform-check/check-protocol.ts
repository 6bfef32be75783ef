import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { HttpResponse, PlatformHttp } from '../../../connector/transports/platform-http.ts';
import { sendTokenRequest } from '../../../connector/transports/client-token.ts';
import { errorCodes, isAccountCode, isRestCode } from '../../../tools/errors/error-codes.ts';
import {
  batchLineSchema,
  failureResponseSchema,
  restPaths,
  tokenResponseSchema,
  toolsResponseSchema,
  unusedIdentifier,
} from '../../../tools/rest-protocol.ts';
import { inputIssues, issueText } from '../../../tools/rules/input-issues.ts';
import { isSuccess } from '../../../tools/rules/http.ts';
import { causeOf, type CheckedConnection, describe, expectCode, shown } from './checked-connection.ts';
import type { Findings } from './findings.ts';

interface Credentials {
  http: PlatformHttp;
  clientId: string;
  clientSecret: string;
  timeoutMs: number;
  findings: Findings;
}

/** @returns the token and its lifetime; undefined if the platform issues none that the graph accepts */
export async function checkToken(options: Credentials): Promise<{ token: string; lifetimeMs: number } | undefined> {
  const { findings } = options;
  try {
    const response = await sendTokenRequest(options);
    const parsed = inputIssues(tokenResponseSchema, response.body, 'is missing');
    if (!isSuccess(response.status) || 'issues' in parsed) {
      const expected = 'issues' in parsed && isSuccess(response.status) ? issueText(parsed.issues) : 'a token';
      const received = isSuccess(response.status) ? 'received a response' : `received ${describe(response)}`;
      findings.fault('token', `sent the client id and secret; ${received}; expected ${expected}`);
      return undefined;
    }
    findings.ok('token');
    const wrong = await sendTokenRequest({ ...options, clientSecret: `${options.clientSecret}x` });
    findings.judge(
      'wrong secret',
      wrong.status === 401 || wrong.status === 400 ? [] : [`received ${describe(wrong)}; expected status 401`],
    );
    return { token: parsed.data.access_token, lifetimeMs: parsed.data.expires_in * 1000 };
  } catch (error) {
    findings.fault('token', `sent the client id and secret; received no response: ${causeOf(error)}`);
    return undefined;
  }
}

/** Longest lifetime of a token for which the check waits. */
const maxWaitMs = 5000;

/** @param connect opens the connection with another token */
export async function checkTokenUse(
  { token, lifetimeMs }: { token: string; lifetimeMs: number },
  {
    connect,
    identifier,
    findings,
  }: { connect: (token: string) => CheckedConnection; identifier: string; findings: Findings },
): Promise<void> {
  const list = (used: string) => listTools(connect(used), identifier);
  const invalid = await list(`${token}x`);
  findings.judge('invalid token', expectCode('UNAUTHENTICATED', 'sent an altered token', invalid));
  if (lifetimeMs > maxWaitMs) {
    return findings.skip('expired token', `the token is valid for ${lifetimeMs / 1000} seconds; too long to wait`);
  }
  await wait(lifetimeMs + 500);
  const sent = `sent a token issued ${(lifetimeMs + 500) / 1000} seconds ago and valid for ${lifetimeMs / 1000}`;
  findings.judge('expired token', expectCode('UNAUTHENTICATED', sent, await list(token)));
}

const listTools = ({ send, connectionName: connector }: CheckedConnection, identifier: string) =>
  send(`${restPaths.tools}?${new URLSearchParams({ connector, identifier })}`, 'GET');

const codeOf = ({ body }: HttpResponse) => failureResponseSchema.safeParse(body).data?.error.code ?? '';

const lacksAccount = (response: HttpResponse) => {
  const code = codeOf(response);
  return isRestCode(code) && isAccountCode(code);
};

/** @returns the names of the tools; undefined if they cannot be listed, null if no call can succeed */
export async function checkListing(
  connection: CheckedConnection,
  identifier: string,
): Promise<ReadonlySet<string> | undefined | null> {
  const { findings, connectionName } = connection;
  const subject = `tools of ${connectionName}`;
  const response = await listTools(connection, identifier);
  if (lacksAccount(response)) {
    findings.skip(subject, `${identifier} has no account on the connection ${JSON.stringify(connectionName)}`);
    return null;
  }
  const parsed = inputIssues(toolsResponseSchema, response.body, 'is missing');
  if (!isSuccess(response.status) || 'issues' in parsed) {
    const reason = isSuccess(response.status) && 'issues' in parsed ? issueText(parsed.issues) : describe(response);
    findings.fault(subject, `sent ${restPaths.tools} for ${identifier}; received ${reason}; expected the tools`);
    return response.status === 0 ? null : undefined;
  }
  findings.ok(subject);
  const unused = await listTools(connection, unusedIdentifier);
  const isHealthy = isSuccess(unused.status) || lacksAccount(unused);
  findings.judge(
    `unknown identifier on ${connectionName}`,
    isHealthy ? [] : [`sent the identifier ${unusedIdentifier}; received ${describe(unused)}; expected NOT_CONNECTED`],
  );
  await checkBatch(connection, parsed.data.batch !== undefined);
  return new Set(parsed.data.tools.map(({ name }) => name));
}

const batchLine = z.looseObject({ ...batchLineSchema.shape, error: z.looseObject({ code: z.string() }) });

/** Calls unknown tools, because every platform can reject those. */
async function checkBatch(connection: CheckedConnection, isAnnounced: boolean): Promise<void> {
  const { findings, connectionName, nameOf } = connection;
  const subject = `batch on ${connectionName}`;
  if (!isAnnounced) return findings.skip(subject, 'the list of tools announces no batches');
  const calls = [1, 2].map((number) => ({ tool_name: nameOf({ name: `no_such_tool_${number}` }), params: {} }));
  try {
    const { response, lines } = await connection.batch(calls);
    const indexes = new Set(lines.map((line) => batchLine.safeParse(line).data?.index));
    const isComplete = lines.length === calls.length && indexes.has(0) && indexes.has(1);
    const received = isSuccess(response.status) ? `lines ${shown(lines)}` : describe(response);
    const expected = 'one line for each, with index, status and error';
    findings.judge(subject, isComplete ? [] : [`sent two unknown tools; received ${received}; expected ${expected}`]);
  } catch (error) {
    findings.fault(subject, `sent two unknown tools; received no response: ${causeOf(error)}`);
  }
}

export async function checkErrors(connection: CheckedConnection): Promise<void> {
  const { findings, connectionName, execute, nameOf } = connection;
  const unknown = nameOf({ name: 'no_such_tool' });
  const faults = expectCode('NOT_SUPPORTED', `sent the tool ${unknown}`, await execute(unknown, {}));
  const { status } = errorCodes.NOT_SUPPORTED;
  findings.judge(
    `unknown tool on ${connectionName}`,
    faults.map((fault) => `${fault} and status ${status}`),
  );
}
