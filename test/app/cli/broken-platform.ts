import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { honoursKeysHeader, idempotencyKeyHeader, restPaths } from '../../../src/tools/rest-protocol.ts';
import type { PlatformLab } from '../../platform/api/platform-lab.ts';
import { serveLoopback } from '../../support/network/loopback-server.ts';

const jsonObject = z.record(z.string(), z.unknown());
type Json = z.output<typeof jsonObject>;

interface Reply {
  status: number;
  body: string;
  contentType: string;
}

/** Changes what arrives at the platform, or what it answers. */
export interface Fault {
  params?: (tool: string, params: Json) => Json;
  payload?: (tool: string, payload: Json, params: Json) => unknown;
  token?: (issued: Json) => Json;
  error?: (error: Json, reply: Reply) => Reply;
  reply?: (tool: string, reply: Reply) => Reply;
  /** Which tools are listed; all by default. */
  lists?: (tool: string) => boolean;
  /** Whether a request gets no response; the tool is empty unless one is executed. */
  hangs?: (path: string, tool: string) => boolean;
  batch?: (lines: string) => string;
  /** Whether the platform says that it honours idempotency keys but does not get them. */
  losesKeys?: boolean;
}

const json = (status: number, body: unknown): Reply => ({
  status,
  body: JSON.stringify(body),
  contentType: 'application/json',
});

/** Our own platform with one fault at a time. */
export async function startBrokenPlatform(lab: PlatformLab) {
  let fault: Fault = {};
  const called: string[] = [];

  const server = await serveLoopback(async (request, response) => {
    const sent = await text(request);
    const path = request.url ?? '';
    const { authorization, 'content-type': type } = request.headers;
    const key = fault.losesKeys === true ? undefined : request.headers[idempotencyKeyHeader];
    const call: { tool_name?: string; params?: Json } = path.includes('execute_tool') ? JSON.parse(sent) : {};
    const tool = toolOf(call.tool_name ?? '');
    if (tool !== '') called.push(tool);
    if (fault.hangs?.(path, tool)) return;
    const params = call.params ?? {};
    const forwarded = tool && fault.params ? JSON.stringify({ ...call, params: fault.params(tool, params) }) : sent;
    const answer = await fetch(lab.origin + path, {
      method: request.method ?? 'GET',
      headers: {
        ...(authorization && { authorization }),
        ...(type && { 'content-type': type }),
        ...(key !== undefined && { [idempotencyKeyHeader]: String(key) }),
      },
      ...(request.method === 'POST' && { body: forwarded }),
    });
    const reply = spoil(path, tool, params, { status: answer.status, ...(await bodyOf(answer)) });
    response.writeHead(reply.status, {
      'content-type': reply.contentType,
      [honoursKeysHeader]: answer.headers.get(honoursKeysHeader) ?? '',
    });
    response.end(reply.body);
  });

  function spoil(path: string, tool: string, params: Json, reply: Reply): Reply {
    if (path === restPaths.executeTools) return { ...reply, body: fault.batch?.(reply.body) ?? reply.body };
    const body: Json = JSON.parse(reply.body);
    if (path === restPaths.token) return reply.status === 200 && fault.token ? json(200, fault.token(body)) : reply;
    if (reply.status !== 200) return fault.error ? fault.error(jsonObject.parse(body['error']), reply) : reply;
    if (tool === '') return fault.lists ? json(200, withTools(body, fault.lists)) : reply;
    const payload = fault.payload
      ? json(200, { data: fault.payload(tool, jsonObject.parse(body['data']), params) })
      : reply;
    return fault.reply?.(tool, payload) ?? payload;
  }

  return {
    url: server.url,
    /** The tools that were called. */
    called,
    breakWith(next: Fault) {
      fault = next;
      called.length = 0;
    },
    close: server.close,
  };
}

const withTools = (body: Json, isListed: (tool: string) => boolean) => ({
  ...body,
  tools: z
    .array(z.looseObject({ name: z.string() }))
    .parse(body['tools'])
    .filter(({ name }) => isListed(toolOf(name))),
});

const toolOf = (name: string) => name.replace(/^(talent|convo)_/, '');

const bodyOf = async (answer: Response) => ({
  body: await answer.text(),
  contentType: answer.headers.get('content-type') ?? '',
});
