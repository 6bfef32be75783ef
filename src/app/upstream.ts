import type { Transport } from '../connector/transport.ts';
import type { PlatformApi } from '../platform/api/platform-routes.ts';
import type { RecordingRoutes } from '../http/uploads/recording-route.ts';

/** What stands behind the graph: the platform in this process, or one elsewhere. */
export interface Upstream {
  transport: Transport;
  /** Where uploads are kept until the platform has fetched them. */
  recordings: RecordingRoutes;
  /** The platform that this program can serve to others; nothing when it is elsewhere itself. */
  platformApi?: PlatformApi;
  /** The clock that times in answers come from: the database's where it is here. */
  now: () => Date;
  /** Rejects when it cannot answer tool calls now. */
  check(signal: AbortSignal): Promise<void>;
  /** Lets go of everything it opened itself. */
  close(): Promise<void>;
}
