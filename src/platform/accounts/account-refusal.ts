import { PlatformError, type PlatformErrorDetails } from '../../tools/platform-error.ts';
import type { AccountState } from './accounts.ts';

type Unready = Exclude<AccountState['state'], 'ready'>;

const refusals: Record<Unready, (connection: string) => PlatformErrorDetails> = {
  absent: (connection) => ({
    code: 'NOT_CONNECTED',
    message: `The caller has no account on the connection ${connection}.`,
  }),
  pending: (connection) => ({
    code: 'NOT_CONNECTED',
    message: `The caller's account on the connection ${connection} is still being connected: it has no token yet.`,
    reason: 'PENDING_AUTH',
  }),
  expired: (connection) => ({
    code: 'CONNECTION_EXPIRED',
    message: `The caller's account on the connection ${connection} has expired; connect it again.`,
  }),
  unreadable: (connection) => ({
    code: 'CONNECTION_EXPIRED',
    message: `The token of the caller's account on the connection ${connection} cannot be read; connect it again.`,
  }),
};

/** Why an account that is not ready may call nothing. */
export const refusalOf = (state: Unready, connectionName: string) =>
  new PlatformError(refusals[state](JSON.stringify(connectionName)));
