import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Changes } from '../infrastructure/event-stream/event-feed.ts';
import { ToolError } from '../tools/errors/tool-error.ts';
import { type Transport, withCallbacks } from '../connector/transport.ts';
import { createRestTransport } from '../connector/transports/rest.ts';
import { openReceivingEventLog } from './event-stream.ts';
import {
  openRecordingStore,
  type RecordingAccess,
  type RecordingStore,
} from '../infrastructure/storage/recording-store.ts';
import { isAccountCode, isForCaller } from '../tools/errors/error-codes.ts';
import type { Upstream } from './upstream.ts';
import { unusedIdentifier } from '../tools/rest-protocol.ts';

interface RemoteOptions {
  config: Config;
  log: Logger;
  /** Announces events; only within this process by default. */
  changes?: Changes;
  now?: (() => Date) | undefined;
}

const deleteIntervalMs = 60 * 60_000;

/** Opens the upstream of a graph node, which has neither a database nor services of its own. */
export async function openRemoteUpstream(options: RemoteOptions): Promise<Upstream> {
  const { config, log, now = () => new Date() } = options;
  if (!config.remotePlatform) throw new Error('No remote platform is configured.');
  const store = await openRecordingStore(config.recordings, { origin: config.publicOrigin, now });
  const uploads = createRemoteUploads(store);
  await uploads.deleteExpired();
  const deleting = setInterval(() => {
    uploads.deleteExpired().catch((err: unknown) => log.error({ err }, 'could not delete expired recordings'));
  }, deleteIntervalMs);
  deleting.unref();
  const { eventLog, close: closeEventLog } = openReceivingEventLog(options);
  const rest = createRestTransport({ ...config.remotePlatform, log, now });
  return {
    transport: withUploads(rest, { uploads, log, publicOrigin: config.publicOrigin }),
    recordings: uploads.access,
    eventLog,
    receivedEvents: eventLog,
    now: rest.now,
    check: (signal) => checkPlatform(rest, { connectionName: config.connections.talent.connectionName, signal }),
    close: async () => {
      clearInterval(deleting);
      closeEventLog();
      await rest.close();
      await store.close();
    },
  };
}

/** Manages uploads that a remote platform fetches later. An upload is stored until its signed URL expires. */
function createRemoteUploads(store: RecordingStore) {
  /** Number of tool calls that use a recording and were not rejected, by the key of the recording. */
  const callCounts = new Map<string, number>();
  const addCalls = (key: string, count: number) => callCounts.set(key, (callCounts.get(key) ?? 0) + count);

  return {
    /** After a request, deletes the uploads of the request that no tool call uses. */
    access: {
      ...store,
      async release(keys) {
        for (const key of keys) {
          if (!callCounts.get(key)) await store.delete(key);
          callCounts.delete(key);
        }
      },
    } satisfies RecordingAccess,
    /** Call before a tool call with the URL is sent; call `reject` if the platform surely did not execute the call. */
    startCall(url: string): { isOurs: boolean; reject(): void } {
      const key = store.keyOf(url);
      if (key !== undefined) addCalls(key, 1);
      return {
        isOurs: key !== undefined,
        reject: () => {
          if (key !== undefined && callCounts.has(key)) addCalls(key, -1);
        },
      };
    },
    async deleteExpired(): Promise<void> {
      for await (const key of store.storedBefore(new Date(Date.now() - store.urlLifetimeSeconds * 1000)))
        await store.delete(key);
    },
  };
}

type RemoteUploads = ReturnType<typeof createRemoteUploads>;

/** Whether the error proves that the service did not execute the call. */
const isRejected = ({ code, neverArrived }: ToolError) => neverArrived || isForCaller(code) || code === 'RATE_LIMITED';

const publicUrlMessage =
  'The platform cannot fetch uploads from this server. The operator must correct PUBLIC_URL or RECORDING_ORIGINS.';

/** Keeps an upload once a call with its URL has started, unless the platform rejects the call. */
function withUploads(
  rest: Transport,
  { uploads, log, publicOrigin }: { uploads: RemoteUploads; log: Logger; publicOrigin: string },
): Transport {
  return {
    ...rest,
    send(calls) {
      const [call] = calls;
      const url = call && recordingUrl(call.request.input);
      // Only the first call is checked: a call with an upload changes data, so it is always sent alone.
      if (!call || url === undefined) return rest.send(calls);
      const upload = uploads.startCall(url);
      const fail = (error: unknown) => {
        if (!(error instanceof ToolError)) return call.fail(error);
        if (isRejected(error)) upload.reject();
        const issue = error.issues.find(({ path }) => path.at(-1) === 'recordingUrl');
        if (!upload.isOurs || !issue) return call.fail(error);
        log.error(
          { publicUrl: publicOrigin, rule: issue.message },
          'the platform rejects upload addresses of this node: correct PUBLIC_URL, or list it in RECORDING_ORIGINS of the platform',
        );
        call.fail(error.with({ code: 'UPSTREAM_ERROR', message: publicUrlMessage, issues: [] }));
      };
      rest.send([withCallbacks(call, { fail })]);
    },
  };
}

function recordingUrl(input: unknown): string | undefined {
  const isNamed = typeof input === 'object' && input !== null && 'recordingUrl' in input;
  return isNamed && typeof input.recordingUrl === 'string' ? input.recordingUrl : undefined;
}

async function checkPlatform(rest: Transport, request: { connectionName: string; signal: AbortSignal }) {
  try {
    await rest.listTools({ ...request, identifier: unusedIdentifier });
  } catch (error) {
    // A working platform reports that the identifier has no account.
    if (!(error instanceof ToolError && isAccountCode(error.code))) throw error;
  }
}
