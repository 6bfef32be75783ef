import type { Transport } from '../connector/transport.ts';
import type { EventLog, ReceivingEventLog } from '../infrastructure/event-stream/event-feed.ts';
import type { PlatformApi } from '../platform/api/platform-routes.ts';
import type { PoolState } from '../platform/database/pools/pool.ts';
import type { JobCounts } from '../platform/services/conversation/processing/job-queue.ts';
import type { RecordingAccess } from '../infrastructure/storage/recording-store.ts';
import type { Connector } from '../connector/connector.ts';

/** The platform whose tools the graph calls, either in this process or remote. */
export interface Upstream {
  transport: Transport;
  recordings: RecordingAccess;
  /** API of the platform in this process; omitted when the platform is remote. */
  platformApi?: PlatformApi;
  // Counts for metrics; all three functions are omitted when the platform is remote.
  databasePools?: () => PoolState[];
  jobCounts?: (() => Promise<JobCounts>) | undefined;
  deliveryCounts?: (() => Promise<Pick<JobCounts, 'queued' | 'active'>>) | undefined;
  eventLog: EventLog;
  /** `eventLog`, if the receiver of webhooks adds events to it; omitted when the platform runs in this process. */
  receivedEvents?: ReceivingEventLog;
  /** The current time on the platform: of its database, or as a remote platform reports it. */
  now: () => Date;
  /** Rejects if tool calls would fail now. */
  check(signal: AbortSignal): Promise<void>;
  /** Rejects if the disk of the database has no space for changes; omitted when the platform is remote. */
  checkDatabaseSpace?: () => Promise<void>;
  /** Closes the upstream, except for parts that were passed in. */
  close(): Promise<void>;
}

interface ProbeOptions {
  check: Upstream['check'];
  connector: Pick<Connector, 'status' | 'reportReachable'>;
}

const probeIntervalMs = 1000;
const checkTimeoutMs = 2000;

/**
 * Checks the upstream every second while circuit breakers pause calls, and ends the pause when the upstream responds.
 * Without this check, only a caller's call could be the probe that ends the pause, up to 30 seconds later.
 */
export function probePausedUpstream({ check, connector }: ProbeOptions) {
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking || connector.status().every(({ breaker }) => breaker === 'closed')) return;
    isChecking = true;
    check(AbortSignal.timeout(checkTimeoutMs))
      .then(() => connector.reportReachable())
      // Ignore a failure: the calls stay paused.
      .catch(() => {})
      .finally(() => (isChecking = false));
  }, probeIntervalMs).unref();
  return { close: () => clearInterval(timer) };
}
