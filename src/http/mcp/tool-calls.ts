import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import { resultText } from '../graphql/errors/result-text.ts';
import { type admitCaller, type Exchange, resultOf } from '../graphql/operation-handler.ts';
import { type GraphqlServer, internalUrl } from '../graphql/route-context.ts';
import { addErrorCodes } from '../middleware/access-log.ts';
import { requestErrorOf } from '../middleware/error-response.ts';
import type { ToolDocument } from './tool-documents.ts';

type Variables = Record<string, unknown>;

export interface CallContext extends Awaited<ReturnType<typeof admitCaller>> {
  exchange: Exchange;
  graph: GraphqlServer;
  /** Runs an operation in a slot of its caller. */
  inSlot: (signal: AbortSignal, run: (onStart: () => void) => Promise<ExecutionResult>) => Promise<ExecutionResult>;
  /** Aborted when the client disconnects or cancels the call. */
  signal: AbortSignal;
}

/**
 * Returns the result of the call as JSON. A rejected operation becomes an error of the result, because the model sees
 * results only.
 */
export async function callTool(document: ToolDocument, variables: Variables, context: CallContext): Promise<string> {
  const { exchange, inSlot, signal } = context;
  exchange.logEntry.operation = document.name;
  const result = await inSlot(signal, (onStart) => execute(document, variables, { ...context, onStart })).catch(
    (error: unknown) => (signal.aborted ? { data: null } : rejected(error, exchange)),
  );
  addErrorCodes(exchange.logEntry, result.errors);
  const text = resultText(result);
  const error = isFailure(result) ? ',"isError":true' : '';
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}${error}}`;
}

/** Whether a result has no data, or has errors and only null root fields. */
const isFailure = ({ data, errors }: ExecutionResult): boolean =>
  data == null || (errors !== undefined && Object.values(data).every((value) => value === null));

async function execute(
  { query, inputSchema }: ToolDocument,
  variables: Variables,
  { exchange, graph, caller, payer, connector, log, signal, onStart }: CallContext & { onStart: () => void },
): Promise<ExecutionResult> {
  const names = Object.keys(inputSchema.properties ?? {});
  const unknown = Object.keys(variables).find((name) => !names.includes(name));
  if (unknown !== undefined) return { errors: [unknownArgument(unknown, names)] };
  const { requestId, logEntry, trace, connection } = exchange;
  const headers = new Headers(exchange.request.headers);
  // Models pay for every word, so even in development they get the trace only if the client asks for it.
  if (!headers.has('x-tool-trace')) headers.set('x-tool-trace', '0');
  const request = new Request(internalUrl, { method: 'POST', headers, signal });
  const base = { requestId, logEntry, trace, connection, caller, payer, connector, log };
  const stream = { transport: undefined, onStart };
  const context = { ...base, isTrusted: true, uploads: new Map(), stream };
  const result = await resultOf(graph, { request, params: () => ({ query, variables }) }, context);
  if (isAsyncIterable(result)) throw new TypeError('A tool cannot be a subscription.');
  return result ?? { data: null };
}

/** The error for an argument that the tool does not have; GraphQL would ignore the variable. */
function unknownArgument(name: string, names: readonly string[]): GraphQLError {
  const known = names.length > 0 ? `its arguments are ${names.join(', ')}` : 'it takes no arguments';
  return new GraphQLError(`The tool has no argument ${JSON.stringify(name)}; ${known}.`, {
    extensions: { code: 'BAD_USER_INPUT', isRetryable: false },
  });
}

function rejected(thrown: unknown, exchange: Exchange): ExecutionResult {
  const { code, message, extensions } = requestErrorOf(thrown, exchange);
  return { errors: [new GraphQLError(message, { extensions: { code, ...extensions } })] };
}
