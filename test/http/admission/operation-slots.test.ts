import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rateLimited } from '../../../src/http/middleware/error-response.ts';
import { overloaded } from '../../../src/http/middleware/load-shedding.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { maxResultLength } from '../../../src/operation/operation-limits.ts';
import { createOperationSlots } from '../../../src/operation/operation-slots.ts';
import { createGate, settled } from '../../support/gate.ts';
import { authorizationFor, startStreamLab } from '../graphql/subscription/transport/stream-lab.ts';
import { useHttpGraph } from '../http-graph.ts';
import { useResource } from '../../support/resource.ts';
import { postJson } from '../../support/network/post-json.ts';
import { useLog } from '../../support/log-capture.ts';

const rejections = { rateLimited, overloaded };
const limits = { maxRunning: 2, maxWaiting: 1, maxWaitMs: 60_000, maxSubscriptions: 100 };
const rule = 'A caller may have 2 operations in flight; up to 1 more wait for at most 60 seconds.';

describe('the slots of a caller', () => {
  const { log, lines } = useLog();
  const graph = useHttpGraph({ log, slotLimits: limits });

  const ask = (caller: string) => graph.send({ query: '{ lists { id } }' }, { 'x-test-caller': caller });

  const blockAda = () => graph.tools.block('lists_list', ({ identifier }) => identifier === 'ada');

  it('let further operations wait, reject those beyond the queue, and leave other callers alone', async () => {
    const gate = blockAda();
    const accepted = [ask('ada'), ask('ada'), ask('ada')];
    // Reads in flight are shared, so one call serves both running operations.
    await gate.whenWaiting(1);
    await settled();
    const rejected = await ask('ada');

    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
    const extensions = { code: 'RATE_LIMITED', isRetryable: true, retryAt: expect.any(String) };
    expect(rejected.errors).toMatchObject([{ message: rule, extensions }]);
    expect(lines).toHaveLength(1);
    expect(graph.tools.calls.map(({ identifier }) => identifier)).toEqual(['ada']);
    expect((await ask('ben')).status).toBe(200);

    gate.open();
    const statuses = (await Promise.all(accepted)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
    expect((await ask('ada')).status).toBe(200);
  });
});

/** Sends an operation and waits for its response without reading: reading makes buffers grow. */
async function sendUnread(origin: string, query: string): Promise<Socket> {
  const { host, hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ query });
  const head = ['POST /graphql HTTP/1.1', `host: ${host}`, 'content-type: application/json'];
  socket.write(`${[...head, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'readable');
  return socket;
}

describe('a caller who does not read large responses', () => {
  const graph = useHttpGraph({ slotLimits: limits, environment: { COST_MODE: 'off' } });

  it('occupies a slot with each of them', async () => {
    const send = (query: string) => postJson(`${graph.origin}/graphql`, { query });
    // Responses must fill the buffers of their connections, but not exceed `maxResultLength`.
    const { length } = await (await send('{ _service { sdl } }')).text();
    const count = Math.floor(maxResultLength / length);
    const texts = Array.from({ length: count }, (_, index) => `a${index}: sdl`).join(' ');
    const unread = await Promise.all([1, 2].map(() => sendUnread(graph.origin, `{ _service { ${texts} } }`)));

    const further = [1, 2].map(() => send('{ lists { id } }'));
    expect((await Promise.race(further)).status).toBe(429);

    for (const socket of unread) socket.destroy();
    const statuses = (await Promise.all(further)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429]);
  });
});

describe('an authenticated caller', () => {
  const lab = useResource(startStreamLab);

  it('has ten operations in flight and twenty that wait', async () => {
    const headers = { authorization: await authorizationFor('ada') };
    const gate = lab.tools.block('organization_get');
    const send = () => lab.send({ query: '{ organization { name } }' }, headers);
    const { status, errors } = await Promise.race(Array.from({ length: 31 }, send));
    gate.open();

    expect(status).toBe(429);
    expect(errors.map(({ message }) => message)).toEqual([
      'A caller may have 10 operations in flight; up to 20 more wait for at most 5 seconds.',
    ]);
  });
});

describe('operation slots', () => {
  const place = (identifier: string, signal = new AbortController().signal) => ({
    payer: createPayer(identifier),
    signal,
  });

  it('are left at once by a client that disconnects while it waits', async () => {
    const slots = createOperationSlots({ limits, ...rejections });
    const gate = createGate();
    const running = [1, 2].map(() => slots.run(place('ada'), gate.pass));
    const leave = new AbortController();
    const gone = slots.run(place('ada', leave.signal), async () => 'ran').catch((error: unknown) => error);
    expect([slots.running, slots.waiting]).toEqual([2, 1]);

    leave.abort(new Error('left'));
    expect(await gone).toMatchObject({ message: 'left' });
    expect([slots.running, slots.waiting]).toEqual([2, 0]);
    gate.open();
    await Promise.all(running);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it('reject an operation that waited too long', async () => {
    const slots = createOperationSlots({ limits: { ...limits, maxWaitMs: 1 }, ...rejections });
    const gate = createGate();
    const running = [1, 2].map(() => slots.run(place('ada'), gate.pass));
    await expect(slots.run(place('ada'), async () => 'ran')).rejects.toMatchObject({ code: 'OVERLOADED' });
    gate.open();
    await Promise.all(running);
  });

  it('reject operations beyond the queue as overload if no slot has become free for a second', async () => {
    const slots = createOperationSlots({ limits, ...rejections });
    const gate = createGate();
    const accepted = [1, 2, 3].map(() => slots.run(place('ada'), gate.pass));
    const further = () => slots.run(place('ada'), async () => 'ran');
    await expect(further()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    await expect(further()).rejects.toMatchObject({ code: 'OVERLOADED' });
    gate.open();
    await Promise.all(accepted);
  });

  it('are free again after an operation fails', async () => {
    const slots = createOperationSlots({ limits, ...rejections });
    const failing = async () => slots.run(place('ada'), () => Promise.reject(new Error('failed')));
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(failing()).rejects.toThrow('failed');
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });
});
