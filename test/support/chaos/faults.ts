import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, send } from './exchange.ts';

/** Does what was asked at once, and answers so many milliseconds later. */
export const late =
  (ms: number): Fault =>
  async ({ response, reply }) => {
    const done = await reply();
    await wait(ms);
    send(response, done);
  };

/** Waits so many milliseconds before it meets another fault, or does what was asked. */
export const slowly =
  (ms: number, next: Fault = late(0)): Fault =>
  async (exchange) => {
    await wait(ms);
    await next(exchange);
  };

/** Does what was asked, and then answers as if it had not. */
export const afterwards =
  (fault: Fault): Fault =>
  async (exchange) => {
    await exchange.reply();
    await fault(exchange);
  };

/** Takes the request and never answers. */
export const silence: Fault = async () => {};

/** A refusal of the protocol; nothing is done. */
export const failure =
  (status: number, error: { code: string; message?: string; retry_after_ms?: number }, headers = {}): Fault =>
  async ({ response }) =>
    send(response, {
      status,
      headers,
      body: { error: { message: `It is ${error.code}.`, ...error }, execution_id: 'exec_refused' },
    });

/** What a proxy on the way says with a page of its own. */
export const bareStatus =
  (status: number, headers: Record<string, string> = {}): Fault =>
  async ({ response }) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(`<!doctype html><title>${status}</title><h1>proxy-7.internal says ${status}</h1>`);
  };

/** Sends the caller elsewhere. */
export const redirect = (location: string): Fault => bareStatus(307, { location });

/** Ends the connection without an answer. */
export const reset: Fault = async ({ request }) => {
  request.socket.resetAndDestroy();
};
