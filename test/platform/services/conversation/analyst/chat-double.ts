import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { serveLoopback } from '../../../../support/network/loopback-server.ts';

const requestBody = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  temperature: z.number().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
});
type RequestBody = z.output<typeof requestBody>;

/** Answers one request; a function that does not end the response leaves the client waiting. */
export type ChatAnswer = (response: ServerResponse, body: RequestBody) => void;

/** A message of the model; `extra` replaces parts of the completion. */
export const says =
  (content: unknown, extra: object = {}): ChatAnswer =>
  (response) => {
    const message = { role: 'assistant', content: typeof content === 'object' ? JSON.stringify(content) : content };
    response.setHeader('content-type', 'application/json');
    const usage = { prompt_tokens: 400, completion_tokens: 80, total_tokens: 480 };
    response.end(JSON.stringify({ id: 'c', choices: [{ index: 0, message, finish_reason: 'stop' }], usage, ...extra }));
  };

/** A message with this `finish_reason`. */
export const ends = (reason: string, message: object): ChatAnswer =>
  says(null, { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }] });

export const sends =
  (body: string, type = 'application/json'): ChatAnswer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

export const status =
  (code: number, message = '', headers: Record<string, string> = {}): ChatAnswer =>
  (response) =>
    response.writeHead(code, headers).end(JSON.stringify({ error: { message } }));

/** Refuses some kinds of `response_format` as a server with less support does. */
export const unless =
  (refused: readonly string[], answer: ChatAnswer): ChatAnswer =>
  (response, body) => {
    const type = body.response_format?.type ?? 'none';
    if (refused.includes(type)) status(400, `response_format ${type} is not supported`)(response, body);
    else answer(response, body);
  };

/** Refuses a temperature, as reasoning models do. */
export const withoutTemperature =
  (answer: ChatAnswer): ChatAnswer =>
  (response, body) => {
    if (body.temperature === undefined) answer(response, body);
    else status(400, "unsupported value: 'temperature'")(response, body);
  };

/** A double of a server with `/v1/chat/completions`. The last answer repeats. */
export async function serveChat(answers: readonly ChatAnswer[]) {
  const bodies: RequestBody[] = [];
  const headers: (string | undefined)[] = [];
  const server = await serveLoopback(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify({ data: [{ id: 'small' }] }));
    const body = requestBody.parse(await json(request));
    bodies.push(body);
    headers.push(request.headers.authorization);
    (answers[bodies.length - 1] ?? answers.at(-1))?.(response, body);
  });
  return { ...server, url: `${server.url}/v1`, bodies, headers };
}
