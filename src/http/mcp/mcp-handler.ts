import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  CancelledNotificationSchema,
  ErrorCode,
  InitializeRequestSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import type { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { maxBodyBytes } from '../../operation/operation-limits.ts';
import type { OperationSlots } from '../../operation/operation-slots.ts';
import { takeDueTurn } from '../../operation/work-turns.ts';
import { readTextBody } from '../../tools/rules/http.ts';
import { boundedIssues, inputIssues, issueText, shortened } from '../../tools/rules/input-issues.ts';
import { type AdmissionOptions, admitCaller, type Exchange } from '../graphql/operation-handler.ts';
import type { GraphqlServer } from '../graphql/route-context.ts';
import { addErrorCode } from '../middleware/access-log.ts';
import { parseRequestJson } from '../middleware/request-json.ts';
import { type CallCancellations, sessionHeader } from './call-cancellations.ts';
import { callTool, type CallContext } from './tool-calls.ts';
import type { Caller } from '../identity/identity.ts';
import { MessageError } from './message-error.ts';
import type { ToolDocument } from './tool-documents.ts';

export interface McpOptions extends AdmissionOptions {
  server: GraphqlServer;
  slots: Pick<OperationSlots, 'run'>;
  documents: readonly ToolDocument[];
  cancellations: CallCancellations;
}

export type McpHandler = ReturnType<typeof createMcpHandler>;

const serverInfo = { name: packageJson.name, version: packageJson.version };

const instructions =
  'Each tool runs one GraphQL operation. A result has `data`, and `errors` for the fields that are null because of a failure.';

/**
 * Handles one message per request. A session is nothing but an id that tells the calls of two clients apart, so any
 * node can handle any message.
 */
export function createMcpHandler({ server: graph, slots, documents, cancellations, ...admission }: McpOptions) {
  const documentsByName = new Map(documents.map((document) => [document.name, document]));
  const tools = documents.map((document) => ({ document, tool: toolOf(document) }));
  // All MCP servers share the validator, which takes longer to create than the rest of a server.
  const jsonSchemaValidator = new AjvJsonSchemaValidator();

  async function respond(received: JSONRPCMessage, context: Omit<CallContext, 'signal'>): Promise<Response> {
    const message = withoutTask(received);
    const { exchange, caller } = context;
    const { request, logEntry } = exchange;
    const fault = paramsFault(received);
    if (fault !== undefined) {
      addErrorCode(logEntry, 'BAD_USER_INPUT');
      return invalidParams(message, fault);
    }
    const session = request.headers.get(sessionHeader);
    const idOf = (requestId: string | number) => ({ identifier: caller.identifier, session: session ?? '', requestId });
    const call = isJSONRPCRequest(message) ? cancellations.start(idOf(message.id)) : undefined;
    const signal = call ? AbortSignal.any([request.signal, call.signal]) : request.signal;

    // Replaces the SDK's response: the result is JSON already, and the SDK sends no response for a cancelled call.
    const ownResponse = Promise.withResolvers<Response>();

    async function answerCall({ name, arguments: variables = {} }: CallToolRequest['params']): Promise<CallToolResult> {
      const document = documentsByName.get(name);
      if (document)
        ownResponse.resolve(resultResponse(message, await callTool(document, variables, { ...context, signal })));
      else {
        addErrorCode(logEntry, 'NOT_FOUND');
        ownResponse.resolve(invalidParams(message, `There is no tool ${JSON.stringify(shortened(name, 100))}.`));
      }
      return { content: [] };
    }

    const { server } = new McpServer(serverInfo, { capabilities: { tools: {} }, instructions, jsonSchemaValidator });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: tools.filter(({ document }) => isPermitted(document, caller)).map(({ tool }) => tool),
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => answerCall(params));
    server.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId } }) => {
      // Ignore cancellations without a session: they could end a call of another client of the same caller.
      if (session !== null && requestId !== undefined) cancellations.cancel(idOf(requestId));
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    call?.signal.addEventListener('abort', () => {
      logEntry.reason = 'the client cancelled the call';
      ownResponse.resolve(emptyStream());
    });
    const response = await Promise.race([
      transport.handleRequest(request, { parsedBody: message }),
      ownResponse.promise,
    ]).finally(() => call?.end());
    if (isInitializeRequest(message)) response.headers.set(sessionHeader, randomUUID());
    return response;
  }

  return async (exchange: Exchange): Promise<Response> => {
    const { request, connection } = exchange;
    const admitted = await admitCaller(exchange, admission);
    const { payer } = admitted;
    const task = { payer, signal: request.signal, outgoing: connection?.outgoing };
    const context = { ...admitted, exchange, graph };
    // Read short messages without a slot or a turn: a cancellation must not wait for the call that it cancels.
    if (isShort(request)) {
      return respond(await readMessage(request), {
        ...context,
        inSlot: (signal, run) => slots.run({ ...task, signal }, run),
      });
    }
    const turn = () => takeDueTurn(payer.identifier);
    return slots.run(task, async (release) =>
      respond(await readMessage(request, turn), { ...context, inSlot: (_signal, run) => run(release) }),
    );
  };
}

const requestSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema].map((schema) => [
    schema.shape.method.value,
    schema,
  ]),
);

/** Returns the faults of wrong parameters, which the SDK would report as an internal error. */
function paramsFault(message: JSONRPCMessage): string | undefined {
  const schema = isJSONRPCRequest(message) ? requestSchemas.get(message.method) : undefined;
  const checked = schema && inputIssues(schema, message);
  return checked && 'issues' in checked ? `${issueText(boundedIssues(checked.issues))}.` : undefined;
}

/** Removes `task`. By the protocol, a server without tasks ignores this parameter; the SDK would fail. */
function withoutTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCRequest(message) || message.params?.['task'] === undefined) return message;
  const { task: _task, ...params } = message.params;
  return { ...message, params };
}

const maxShortBytes = 10_000;

const isShort = ({ headers }: Request): boolean => {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= maxShortBytes;
};

/** @throws RequestError, BodyError */
async function readMessage(request: Request, turn = async () => {}): Promise<JSONRPCMessage> {
  const notJson = () => new MessageError('parseError', 'The body must be JSON.');
  const body = parseRequestJson(await readTextBody(request, { maxBytes: maxBodyBytes, turn }), notJson);
  const { data } = JSONRPCMessageSchema.safeParse(body);
  if (data) return data;
  const rule = 'The body must be one message of JSON-RPC 2.0';
  throw new MessageError('invalidRequest', Array.isArray(body) ? `${rule}, not a batch.` : `${rule}.`);
}

/** For a cancelled request: an event stream that ends without a JSON-RPC response. */
const emptyStream = () => new Response('', { headers: { 'content-type': 'text/event-stream' } });

/** @param result as JSON */
const resultResponse = (message: JSONRPCMessage, result: string) => responseTo(message, `"result":${result}`);

const invalidParams = (message: JSONRPCMessage, fault: string) =>
  responseTo(message, `"error":${JSON.stringify({ code: ErrorCode.InvalidParams, message: fault })}`);

function responseTo(message: JSONRPCMessage, content: string): Response {
  const id = JSON.stringify('id' in message ? message.id : null);
  const headers = { 'content-type': 'application/json' };
  return new Response(`{"jsonrpc":"2.0","id":${id},${content}}`, { headers });
}

/** Whether the caller has the scopes of at least one root field. */
const isPermitted = ({ scopes }: ToolDocument, caller: Caller) =>
  scopes.some((required) => required.every((scope) => caller.scopes.has(scope)));

const toolOf = ({ name, description, inputSchema, isWrite }: ToolDocument): Tool => ({
  name,
  description,
  inputSchema,
  annotations: isWrite ? { readOnlyHint: false, destructiveHint: true } : { readOnlyHint: true },
});
