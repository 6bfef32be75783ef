import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Platform } from '../../../src/platform/platform.ts';
import type { ProblemCode } from '../../../src/tools/problem-code.ts';
import { ToolFailure } from '../../../src/tools/tool-failure.ts';
import type { Reply } from './exchange.ts';

const callSchema = z.strictObject({
  tool_name: z.string(),
  params: z.record(z.string(), z.unknown()),
  connector: z.string(),
  identifier: z.string(),
});

/** The right answers of the REST protocol, over a platform. */
export interface RestReplies {
  token(request: IncomingMessage, body: string): Promise<Reply>;
  listing(request: IncomingMessage): Promise<Reply>;
  readCall(body: string): z.output<typeof callSchema>;
  /** @param executed called before the tool runs */
  call(request: IncomingMessage, call: z.output<typeof callSchema>, executed: () => void): Promise<Reply>;
  expireTokens(): void;
}

export interface RestReplyOptions {
  platform: Platform;
  client: { clientId: string; clientSecret: string };
  /** Ends what still runs. */
  signal: AbortSignal;
}

const tokenLifeSeconds = 3600;

export function restReplies({ platform, client, signal }: RestReplyOptions): RestReplies {
  const tokens = new Set<string>();

  return {
    readCall: (body) => callSchema.parse(JSON.parse(body)),
    expireTokens: () => tokens.clear(),
    async token(request, body) {
      if (!isClient(client, request, body)) return reply(401, { error: 'invalid_client' });
      const token = randomUUID();
      tokens.add(token);
      return reply(200, { access_token: token, token_type: 'Bearer', expires_in: tokenLifeSeconds });
    },
    listing: (request) =>
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
        };
      }),
    call: (request, { tool_name: toolName, params: input, connector: connectionName, identifier }, executed) =>
      answer(request, async () => {
        executed();
        // A caller who leaves does not take the work back.
        const data = await platform.execute({ connectionName, identifier, toolName, input, signal });
        return { data, execution_id: randomUUID() };
      }),
  };

  async function answer(request: IncomingMessage, work: () => Promise<object>): Promise<Reply> {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!tokens.has(token)) return refusal(401, 'UNAUTHENTICATED', 'The access token is not good.');
    try {
      return reply(200, await work());
    } catch (error) {
      if (error instanceof ToolFailure) return refusal(statuses[error.code], error.code, error.message, error.issues);
      throw error;
    }
  }
}

const reply = (status: number, body: object): Reply => ({ status, headers: {}, body });

const refusal = (status: number, code: string, message: string, issues: object[] = []) =>
  reply(status, { error: { code, message, ...(issues.length > 0 && { issues }) }, execution_id: randomUUID() });

function isClient({ clientId, clientSecret }: RestReplyOptions['client'], request: IncomingMessage, body: string) {
  const form = new URLSearchParams(body);
  const inForm = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return form.get('grant_type') === 'client_credentials' && (inForm || request.headers.authorization === basic);
}

const statuses: Record<ProblemCode, number> = {
  BAD_USER_INPUT: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  NOT_CONNECTED: 424,
  CONNECTION_EXPIRED: 424,
  RATE_LIMITED: 429,
  UPSTREAM_ERROR: 500,
  MALFORMED_PAYLOAD: 500,
  TOOL_CALL_BUDGET_EXCEEDED: 500,
  UPSTREAM_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};
