import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { expect } from 'vitest';
import { timeLimit } from '../time-limit.ts';
import type { Program } from './program.ts';

/** The body of the request that `beginRequest` begins. */
export const body = JSON.stringify({
  query: 'mutation { createList(input: { name: "Slow" }) { ... on CreateListSuccess { list { name } } } }',
});

/** Sends the headers and half of the body of a request. */
export async function beginRequest(url: string) {
  const request = httpRequest(url, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.write(body.slice(0, 20));
  return request;
}

/** Waits until a program accepts no new connections. */
export async function waitForClosedPort(program: Program): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(program.url.replace('/graphql', '/health')).then(
          () => 'answered',
          () => 'refused',
        ),
      { timeout: timeLimit(60) },
    )
    .toBe('refused');
}
