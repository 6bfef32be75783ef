import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { type App } from '../../../../src/app/app.ts';
import { openReceivingEventLog } from '../../../../src/app/event-stream.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import { createReceiverTokens } from '../../../../src/http/webhooks/receiver-token.ts';
import { hasRedisServer, startRedisServer } from '../../../support/network/redis-server.ts';
import { jsonRequest } from '../../../support/network/post-json.ts';
import { startApp, unreachablePlatform } from '../../../support/network/start-app.ts';
import { useResource } from '../../../support/resource.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const log = pino({ level: 'silent' });
const secret = unreachablePlatform.PLATFORM_CLIENT_SECRET;
const organization = 'acme';

describe.skipIf(!hasRedisServer)('two graph nodes that receive the same webhooks', () => {
  const redis = useResource(startRedisServer);
  const environment = () => ({ DATA_DIR: 'memory', ...unreachablePlatform, REDIS_URL: redis.url });
  const nodes = [1, 2].map(() => useResource(() => startApp(environment())));
  const received = useResource(async () => openReceivingEventLog({ config: readConfig(environment()), log }));

  async function send(node: App | undefined, id: string): Promise<number | undefined> {
    const url = `http://graph.test/webhooks/convo/${createReceiverTokens(secret).create(organization)}`;
    const response = await node?.fetch(
      jsonRequest(
        url,
        '{"type":"conversation_processed","timestamp":"2026-03-02T12:00:00Z","data":{"activity":{"id":"act-1"}}}',
        { headers: { 'webhook-id': id } },
      ),
    );
    return response?.status;
  }
  const sendUntilStored = (node: App | undefined, id: string) =>
    vi.waitFor(async () => expect(await send(node, id)).toBe(204), { timeout: timeLimit(20) });
  async function storedIds() {
    const generation = (await received.eventLog.ends([organization])).get(organization)?.generation ?? '';
    const events = await received.eventLog.read(organization, { after: { generation, position: 0 }, limit: 10 });
    return events.map(({ id }) => id);
  }

  it('store an event once that the platform has sent to both', async () => {
    const id = randomUUID();
    await Promise.all(nodes.map((node) => sendUntilStored(node, id)));
    expect(await storedIds()).toEqual([id]);
  });

  it('reject events while Redis is down, and store each once after the platform has repeated it', async () => {
    const [one, two] = nodes;
    const id = randomUUID();
    await redis.stop();
    expect([await send(one, id), await send(two, id)]).toEqual([503, 503]);
    await redis.start();
    await sendUntilStored(two, id);
    await sendUntilStored(one, id);
    await vi.waitFor(async () => expect(await storedIds()).toEqual([id]), { timeout: timeLimit(20) });
  });
});
