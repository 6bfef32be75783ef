import type { Fault } from './exchange.ts';
import { wait } from './wait.ts';

/** Executes the request immediately and responds `ms` milliseconds later. */
export const late =
  (ms: number): Fault =>
  async ({ send, reply }) => {
    const done = await reply();
    await wait(ms);
    send(done);
  };

/** Executes the request, then applies another fault. */
export const afterwards =
  (fault: Fault): Fault =>
  async (exchange) => {
    await exchange.reply();
    await fault(exchange);
  };

/** Accepts the request and never responds. */
export const silence: Fault = async () => {};

/** Rejects the request as the protocol specifies, without executing it. */
export const failure =
  (status: number, error: { code: string; message?: string; retry_after_ms?: number }, headers = {}): Fault =>
  async ({ send }) =>
    send({
      status,
      headers,
      body: { error: { message: `It is ${error.code}.`, ...error }, execution_id: 'exec_refused' },
    });

/** An error page of a proxy. */
export const bareStatus =
  (status: number, headers: Record<string, string> = {}): Fault =>
  async ({ response }) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(`<!doctype html><title>${status}</title><h1>proxy-7.internal says ${status}</h1>`);
  };

export const redirect = (location: string): Fault => bareStatus(307, { location });

/** Resets the connection without a response. */
export const reset: Fault = async ({ request }) => {
  request.socket.resetAndDestroy();
};
