import type { Transport } from '../connector/transport.ts';
import type { PlatformApi } from '../platform/api/platform-routes.ts';
import type { RecordingAccess } from '../storage/recording-access.ts';

/** What the graph calls tools of: the platform in this process, or a remote one. */
export interface Upstream {
  transport: Transport;
  /** Stores uploads until the platform has fetched them. */
  recordings: RecordingAccess;
  /** The platform that this process can serve over REST; omitted when the platform is remote. */
  platformApi?: PlatformApi;
  /** The clock of the data: the database's when it is open in this process. */
  now: () => Date;
  /** Rejects while tool calls would fail. */
  check(signal: AbortSignal): Promise<void>;
  /** Closes everything it opened itself. */
  close(): Promise<void>;
}
