import { type Client as EventSourceClient, createClient } from 'graphql-sse';
import { type ClientOptions, graphUrl, requestHeaders } from './options.ts';
import { resuming } from './resuming.ts';

/** Opens a stream of server-sent events for each subscription. */
export function createEventSource({ url = graphUrl, token, reload }: ClientOptions = {}): EventSourceClient {
  const headers = async () => Object.fromEntries(await requestHeaders(token));
  // `resuming` retries instead of the client, and continues after the last event that arrived.
  return resuming(createClient({ url, retryAttempts: 0, headers, fetchFn: fetchWhileAlive }), reload);
}

/** Fetches a stream, and aborts it when the server has sent nothing for 30 seconds, not even a heartbeat. */
async function fetchWhileAlive(url: string, init: RequestInit): Promise<Response> {
  const deadConnection = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => deadConnection.abort(), 30_000);
  };
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, output) {
      restartTimer();
      output.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  restartTimer();
  const signals = init.signal ? [init.signal, deadConnection.signal] : [deadConnection.signal];
  const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
  return new Response(response.body?.pipeThrough(watch) ?? null, response);
}
