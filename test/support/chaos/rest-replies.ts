import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Platform } from '../../../src/tools/platform.ts';
import { errorCodes, type ProblemCode } from '../../../src/tools/errors/error-codes.ts';
import {
  batchRequestSchema,
  type ExecuteRequestBody,
  executeRequestSchema,
  maxBatchCalls,
  restCode,
} from '../../../src/tools/rest-protocol.ts';
import { PlatformError } from '../../../src/tools/errors/platform-error.ts';
import type { Reply } from './exchange.ts';

/** Correct responses of the REST protocol, from a platform. */
export interface RestReplies {
  token(request: IncomingMessage, body: string): Promise<Reply>;
  listing(request: IncomingMessage, announcesBatches: boolean): Promise<Reply>;
  readCall(body: string): ExecuteRequestBody;
  readBatch(body: string): ExecuteRequestBody[];
  /** @param executed called before the tool runs */
  call(request: IncomingMessage, call: ExecuteRequestBody, executed: () => void): Promise<Reply>;
  expireTokens(): void;
}

export interface RestReplyOptions {
  platform: Platform;
  client: { clientId: string; clientSecret: string };
  /** Aborts running calls. */
  signal: AbortSignal;
}

const tokenLifetimeSeconds = 3600;

export function restReplies({ platform, client, signal }: RestReplyOptions): RestReplies {
  const tokens = new Set<string>();

  return {
    readCall: (body) => executeRequestSchema.parse(JSON.parse(body)),
    readBatch(body) {
      const { connector, identifier, calls } = batchRequestSchema.parse(JSON.parse(body));
      return calls.map(({ tool_name, params }) => ({ tool_name, params, connector, identifier }));
    },
    expireTokens: () => tokens.clear(),
    async token(request, body) {
      if (!isClient(client, request, body)) return reply(401, { error: 'invalid_client' });
      const token = randomUUID();
      tokens.add(token);
      return reply(200, { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds });
    },
    listing: (request, announcesBatches) =>
      answer(request, async () => {
        const { searchParams } = new URL(request.url ?? '', 'http://chaos.test');
        const connectionName = searchParams.get('connector') ?? '';
        const identifier = searchParams.get('identifier') ?? '';
        const tools = await platform.listTools({ connectionName, identifier, signal });
        return {
          tools: tools.map(({ name, description, readOnly, inputSchema }) => ({
            name,
            description,
            read_only: readOnly,
            input_schema: inputSchema,
          })),
          ...(announcesBatches && { batch: { max_calls: maxBatchCalls } }),
        };
      }),
    call: (request, { tool_name: toolName, params: input, connector: connectionName, identifier }, executed) =>
      answer(request, async () => {
        executed();
        // A disconnecting client does not cancel the call.
        const data = await platform.execute({ connectionName, identifier, toolName, input, signal });
        return { data, execution_id: randomUUID() };
      }),
  };

  async function answer(request: IncomingMessage, work: () => Promise<object>): Promise<Reply> {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!tokens.has(token)) return refusal('UNAUTHENTICATED', 'The access token is invalid.');
    try {
      return reply(200, await work());
    } catch (error) {
      if (error instanceof PlatformError) return refusal(error.code, error.message, error.issues);
      throw error;
    }
  }
}

const reply = (status: number, body: object): Reply => ({ status, headers: {}, body });

const refusal = (code: ProblemCode | 'UNAUTHENTICATED', message: string, issues: object[] = []) => {
  const known = code === 'UNAUTHENTICATED' ? code : restCode(code);
  return reply(errorCodes[known].status, {
    error: { code: known, message, ...(issues.length > 0 && { issues }) },
    execution_id: randomUUID(),
  });
};

function isClient({ clientId, clientSecret }: RestReplyOptions['client'], request: IncomingMessage, body: string) {
  const form = new URLSearchParams(body);
  const inForm = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return form.get('grant_type') === 'client_credentials' && (inForm || request.headers.authorization === basic);
}
