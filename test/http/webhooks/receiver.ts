import type { ReceivedEvent } from '../../../src/infrastructure/event-stream/event-feed.ts';
import { createReadiness } from '../../../src/http/health.ts';
import { listen } from '../../../src/http/listen.ts';
import { createRoutes } from '../../../src/http/routes.ts';
import { createReceiverTokens } from '../../../src/http/webhooks/receiver-token.ts';
import type { ReceiverOptions } from '../../../src/http/webhooks/receiver-route.ts';
import { openRecordingStore } from '../../../src/infrastructure/storage/recording-store.ts';
import { createTelemetry } from '../../../src/infrastructure/telemetry/telemetry.ts';
import { captureLog } from '../../support/log-capture.ts';

export const tokenSecret = 'secret-of-the-client';
export const tokens = createReceiverTokens(tokenSecret);

export const acme = '0b9e5d5e-6f0a-4a43-9d3c-7f1f5a2f4b11';
export const globex = '7c1d2e3f-0a1b-4c2d-8e3f-4a5b6c7d8e9f';

/** The body of a message, with changed fields. */
export const eventBody = (change: object = {}) =>
  JSON.stringify({
    type: 'conversation_processed',
    timestamp: '2026-03-02T12:00:00.000Z',
    data: { activity: { id: 'act-1', title: 'Call' } },
    ...change,
  });

export const json = { 'content-type': 'application/json' };

export const post = async (url: string, body: BodyInit, headers: Record<string, string> = json) => {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** Events by organization, in order of arrival; fails while `isDown`. */
export function createEventRecord() {
  const stored: { organization: string; event: ReceivedEvent }[] = [];
  const record = {
    stored,
    isDown: false,
    async append(organization: string, event: ReceivedEvent) {
      if (record.isDown) throw new Error('The log is down.');
      const isNew = !stored.some((each) => each.organization === organization && each.event.id === event.id);
      if (isNew) stored.push({ organization, event });
      return isNew;
    },
  };
  return record;
}

/** Starts the HTTP server of a graph node that receives webhooks. */
export async function startReceiver(
  options: Pick<ReceiverOptions, 'events' | 'bodyLimits'> & {
    signatureSecrets?: string[];
    isOverloaded?: () => boolean;
  },
) {
  const { signatureSecrets = [], isOverloaded = () => false, ...receiver } = options;
  const { log, lines: logged } = captureLog('debug');
  const telemetry = createTelemetry();
  const store = await openRecordingStore(
    { folder: 'memory', maxBytes: 1, retentionDays: 1 },
    { origin: 'http://graph.test', now: () => new Date() },
  );
  const { fetch } = await createRoutes({
    log,
    telemetry,
    production: false,
    readiness: createReadiness({ parts: {}, isOverloaded: () => false, log }),
    recordings: { ...store, release: async () => {} },
    receiver: { tokenSecret, signatureSecrets, ...receiver },
    isOverloaded,
  });
  const listener = await listen((request) => fetch(request), { host: '127.0.0.1', port: 0 });
  return {
    url: (organization: string) => `${listener.url}/webhooks/convo/${tokens.create(organization)}`,
    origin: listener.url,
    logged,
    scrape: async () => (await telemetry.scrape()).text,
    close: async () => {
      await listener.close();
      await store.close();
      await telemetry.close();
    },
  };
}
